# What only Slack needs. People read the first part in chat, operators the second at the console.

slack-not-here = I cannot post in this channel, since I am not in it. Type “/invite @paperbot” there, then ask again.
slack-not-taken = Slack would not show my answer there ({ $error }). Ask again in a moment, or in a direct message to me.

slack-refused-bot = Slack refuses the bot token ({ $error }). Copy the “Bot User OAuth Token” from the page “OAuth & Permissions” of your app into SLACK_BOT_TOKEN.
slack-refused-app = Slack refuses the app token ({ $error }). Make one with the scope connections:write under “Basic Information”, “App-Level Tokens”, put it into SLACK_APP_TOKEN, and switch Socket Mode on.
slack-refused-scope = The Slack app lacks the scope { $scope }. Paste what “paperbot manifest” prints into the page “App Manifest” of your app, then install the app to your workspace again.
slack-port-taken = Slack cannot reach paperbot: port { $port } on { $host } is taken or not allowed ({ $error }). Stop the other program, or set PORT to another number.
slack-manifest-url = “{ $url }” is not where Slack can reach paperbot: give an address that begins with https://.
slack-manifest-command = “{ $command }” is not a Slack command: write one like /paper, in small letters, without spaces, at most 32 characters.

slack-manifest-description = Looks papers up by whatever you remember of them
slack-manifest-about = Ask paperbot for a paper by whatever is left in your memory: a misspelt title, an acronym, an author, a link, or what the paper is about. Type the command anywhere, mention it in a channel or thread, write to it directly, or use the shortcut on somebody's message.
slack-manifest-command-hint = what you remember of a paper, or help
slack-manifest-shortcut = Look up this paper
slack-manifest-shortcut-about = Finds the paper that a message talks about; only you see the answer

slack-invite = I am not in that channel. Type “/invite @paperbot” there, then ask again.
slack-other-workspace = I post only for the workspace that I was installed in, which is not yours. Ask one of its members to subscribe here.
slack-archived = That channel is archived; choose another.
slack-group-message = I cannot post in group messages; choose a channel, or leave --here and --in away to get direct messages.
slack-channel-unknown = I am in no channel “{ $channel }”. Choose it from Slack's list as you type #, and type “/invite @paperbot” there if I am not in it yet.
slack-scope-missing = Slack does not let me look, since my app lacks the scope { $scope }. Whoever runs me pastes what “paperbot manifest” prints into the app's manifest and installs it again.
slack-not-told = Slack does not answer me at the moment ({ $error }). Ask again in a minute.
