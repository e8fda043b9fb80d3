# What may be wrong with the database, and with two runs of ingest at once. Each is one sentence with its cure.

store-url = “{ $url }” is not a database address; write sqlite:///PATH.
store-postgresql = PostgreSQL comes with a coming version; set PAPERBOT_DATABASE_URL to sqlite:///PATH, or leave it out.
store-no-folder = The folder { $path } cannot be made ({ $reason }); make it yourself, or set PAPERBOT_DATA_DIR to one you may write to.
store-is-folder = { $path } is a folder, not a database; add a file name to PAPERBOT_DATABASE_URL, such as paperbot.db.
store-not-ours = { $path } is not a database; set PAPERBOT_DATABASE_URL to another file, or move this one away.
store-foreign = { $path } is the database of another program; set PAPERBOT_DATABASE_URL to another file.
store-newer = { $path } was made by a newer paperbot; install that version, or set PAPERBOT_DATABASE_URL to another file.
store-cannot-open = { $path } cannot be opened; check that it and its folder may be read and written by this user.
store-read-only = { $path } cannot be written; give this user the right to write it and its folder.
store-damaged = The database { $path } is damaged; stop paperbot, and put your last backup in its place, or move it away and ingest your files again.
store-busy = The database { $path } is in use by a program that does not let go; end that program, then try again.
store-full = The disk that holds { $path } is full; make room, then try again.
store-disk = The disk does not let { $path } be read or written; check the disk, then try again.

ingest-running = Another ingest has been running since { $since } UTC; wait for it to end. If it was killed, try again in { $seconds } s.
ingest-lost = This ingest was held up for so long that another one took over; nothing of it was kept, so run it again.

forget-unknown = No file “{ $file }” was ever ingested; did you mean “{ $nearest }”?
forget-nothing = No file “{ $file }” was ever ingested; nothing was, so there is nothing to forget.
