// discord-digital-twin as a program: people act by requests to a port of the loopback (twin.py).
import http from 'node:http';
import { DigitalDiscord } from 'discord-digital-twin';

const names = process.env.TWIN_PEOPLE.split(',');
const twin = new DigitalDiscord({
    guild: { name: 'Tests' },
    channels: [{ name: 'table', type: 0 }],
    users: names.map((username) => ({ username })),
    botToken: process.env.DISCORD_TOKEN,
});
await twin.start();
const channel = await twin.prisma.channel.findFirst({ where: { type: 0 } });
const users = await twin.prisma.user.findMany({ where: { bot: false } });
const ids = Object.fromEntries(users.map((user) => [user.username, user.id]));

const actions = {
    slash: ({ user, name, options }) =>
        twin.channel(channel.id).user(ids[user]).runSlashCommand({ name, options }),
    press: ({ user, messageId, customId }) =>
        twin.channel(channel.id).user(ids[user]).clickButton({ messageId, customId }),
    pick: ({ user, messageId, customId, values }) =>
        twin.channel(channel.id).user(ids[user]).selectMenu({ messageId, customId, values }),
    response: ({ id }) =>
        twin.prisma.interactionResponse.findUnique({ where: { interactionId: id } }),
    messages: () => twin.prisma.message.findMany({
        where: { channelId: channel.id }, orderBy: { id: 'asc' } }),
};

const server = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request)
        chunks.push(chunk);
    const asked = JSON.parse(Buffer.concat(chunks).toString());
    try {
        const result = await actions[asked.do](asked);
        response.end(JSON.stringify(result ?? null,
            (key, value) => typeof value === 'bigint' ? value.toString() : value));
    } catch (error) {
        response.statusCode = 500;
        response.end(String(error.stack));
    }
});
server.listen(0, '127.0.0.1', () => {
    console.log(`listening ${server.address().port} ${twin.restUrl} ${twin.gatewayUrl}`);
});
