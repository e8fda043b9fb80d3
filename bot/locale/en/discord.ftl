# What is said on Discord alone.

discord-group = Look up research papers by whatever you remember of them
discord-shared = Shared here for everybody.
discord-may-not-post = I may not write here. Give me View Channel, Send Messages and, in threads, Send Messages in Threads, then try again.
discord-not-posted = Discord did not take my message; try again in a minute.
discord-changed = My commands have changed since your Discord loaded them. Restart Discord (Ctrl+R), then type the command again.

discord-token-refused = Discord refuses the token. Copy a new one from discord.com/developers, your application, Bot, Reset Token, into DISCORD_TOKEN.
discord-intent-refused = Discord refuses the intents. The bot asks for none that are privileged; check that DISCORD_TOKEN belongs to a bot that may still connect, at discord.com/developers.
discord-closed = Discord closed the connection for good (gateway close code { $code }); its meaning is in Discord's documentation under Gateway Close Event Codes.

discord-channel-unknown = There is no channel “{ $channel }” here that I can see. Choose one from Discord's list, and give me View Channel there.
discord-kind = I post in text and announcement channels and in existing threads, not in a channel of that kind; choose another.
discord-cannot-post = I may not post there. Give me View Channel, Send Messages (in threads: Send Messages in Threads) and Embed Links there, then ask again.
discord-not-told = Discord does not answer me at the moment; ask again in a minute.
