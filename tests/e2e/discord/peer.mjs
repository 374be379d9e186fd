// A bot on discord.js, to hold the stand-in against an independent client. It registers /ping and
// /letter; /ping defers, edits and follows up, /letter sends a direct message. Each line of its output
// is one thing that happened.
import { Client, Events, GatewayIntentBits, Options } from 'discord.js';

const api = process.env.DISCORD_REST.replace(/\/v10$/, '');
const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api, retries: 3 },
    makeCache: Options.cacheEverything(),
    failIfNotExists: false,
});

const say = (...words) => console.log(words.join(' '));
client.on(Events.ShardResume, (id, replayed) => say('resumed', replayed));
client.on(Events.ShardReady, () => say('shard ready'));
// Only codes that reconnecting does not help with come here.
client.on(Events.ShardDisconnect, (event) => {
    say('disconnected', event.code);
    process.exit(4);
});
client.on(Events.Error, (error) => say('error', error.message));
client.on(Events.GuildCreate, (guild) => say('joined', guild.name));
client.rest.on('rateLimited', (info) => say('limited', info.scope, info.method, info.route));

client.on(Events.ClientReady, async () => {
    say('ready', client.guilds.cache.size);
    if (process.env.DISCORD_SILENT)
        return;
    await client.application.commands.set([
        { name: 'ping', description: 'Answers.', options: [
            { type: 3, name: 'word', description: 'To be said back.', autocomplete: true } ] },
        { name: 'letter', description: 'Writes to you.' },
    ]);
    say('registered');
});

async function ping(interaction) {
    await interaction.deferReply({ flags: 64 });
    await interaction.editReply({
        content: `pong ${interaction.options.getString('word') ?? ''}`,
        components: [{ type: 1, components: [
            { type: 2, style: 1, label: 'Again', custom_id: 'again' } ] }],
    });
    await interaction.followUp({ content: 'that was all', flags: 64 });
}

async function letter(interaction) {
    try {
        await interaction.user.send('Dear reader');
        await interaction.reply('sent');
    } catch (error) {
        await interaction.reply(`refused with ${error.code}`);
    }
}

client.on(Events.InteractionCreate, async (interaction) => {
    try {
        if (interaction.isAutocomplete())
            await interaction.respond([{ name: 'Hello', value: 'hello' }]);
        else if (interaction.isButton())
            await interaction.update({ content: 'pressed', components: [] });
        else if (interaction.commandName === 'ping')
            await ping(interaction);
        else
            await letter(interaction);
    } catch (error) {
        say('failed', error.code ?? error.message);
    }
});

process.on('SIGTERM', async () => {
    await client.destroy();
    process.exit(0);
});
client.login(process.env.DISCORD_TOKEN).catch((error) => {
    say('no login:', error.message);
    process.exit(4);
});
