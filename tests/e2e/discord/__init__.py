"""A stand-in for Discord on the loopback interface: gateway v10 over WebSocket and REST v10, as strict as
Discord where Discord is strict. It knows nothing about the bot; discord.js works with it too
(test_discord_fake.py).

| file | what |
|---|---|
| `world.py` | guilds, channels, messages, people, interactions: the state and its rules |
| `limits.py` | what Discord refuses in a body; `openapi.py` asks its published description |
| `gateway.py`, `rest.py`, `quotas.py` | the two protocols and the rate limits |
| `fake.py` | both together in a thread, and the record of what happened |
| `people.py` | people who type, press, pick and read |
| `script.py`, `scripts/` | dialogues as text files, played against any client |
| `peers.py`, `*.mjs` | discord.js and discord-digital-twin, both from npm |
"""
