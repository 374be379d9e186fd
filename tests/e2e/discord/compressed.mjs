// The gateway half of discord.js in its newer version, which can read zlib-stream without compiled
// packages. Each line of its output is an event.
import { CompressionMethod, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { REST } from '@discordjs/rest';

const rest = new REST({ api: process.env.DISCORD_REST.replace(/\/v10$/, ''), version: '10' })
    .setToken(process.env.DISCORD_TOKEN);
const manager = new WebSocketManager({
    token: process.env.DISCORD_TOKEN,
    intents: 1,
    compression: CompressionMethod.ZlibNative,
    rest,
});

const say = (...words) => console.log(words.join(' '));
manager.on(WebSocketShardEvents.Ready, () => say('shard ready'));
manager.on(WebSocketShardEvents.Resumed, () => say('resumed'));
manager.on(WebSocketShardEvents.Dispatch, (payload) => {
    const data = (payload.data ?? payload);
    say('event', data.t, JSON.stringify(data.d).length);
});
manager.on(WebSocketShardEvents.Error, (error) => say('error', error.message ?? error));
process.on('SIGTERM', () => process.exit(0));
await manager.connect();
