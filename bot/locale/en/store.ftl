# What may be wrong with the database, and with two runs of ingest at once. Each is one sentence with its cure.

store-url = PAPERBOT_DATABASE_URL is not a database address; write sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME, with signs such as @ / ? # in the password as %40 %2F %3F %23.
store-no-folder = The folder { $path } cannot be made ({ $reason }); make it yourself, or set PAPERBOT_DATA_DIR to one you may write to.
store-is-folder = { $path } is a folder, not a database; add a file name to PAPERBOT_DATABASE_URL, such as paperbot.db.
store-not-ours = { $path } is not a database; set PAPERBOT_DATABASE_URL to another file, or move this one away.
store-foreign = { $path } is the database of another program; set PAPERBOT_DATABASE_URL to another file.
store-newer = { $path } was made by a newer paperbot; install that version, or set PAPERBOT_DATABASE_URL to another file.
store-cannot-open = { $path } cannot be opened; check that it and its folder may be read and written by this user.
store-read-only = { $path } cannot be written; give this user the right to write it and its folder.
store-damaged = The database { $path } is damaged, so nothing is sent from it; stop paperbot, and put your last backup in its place, or move it away and ingest your files again. What was sent since that backup is looked for in its channels first, where the bot may read them.
store-busy = The database { $path } is in use by a program that does not let go; end that program, then try again.
store-full = The disk that holds { $path } is full; make room, then try again.
store-little-room = The disk that holds { $path } has less than { $megabytes } MB left; make room, and it goes on by itself: what is owed already is still sent, but no papers are taken in, and below 100 MB no new posts are planned.
store-disk = The disk does not let { $path } be read or written; check the disk, then try again.

postgres-upgrade-first = The tables in { $database } are not those of this version; run paperbot db upgrade first.
postgres-newer = { $database } was upgraded by a newer paperbot; install that version, or set PAPERBOT_DATABASE_URL to another database.
postgres-foreign = { $database } holds tables of another program under the names of ours; set PAPERBOT_DATABASE_URL to another database.
postgres-encoding = { $database } does not keep text as UTF-8; make another with createdb --encoding=UTF8 --template=template0, and set PAPERBOT_DATABASE_URL to it.
postgres-option = PostgreSQL at { $database } does not understand an option in PAPERBOT_DATABASE_URL; check what follows the question mark, or leave it out.
postgres-unreachable = PostgreSQL does not answer at { $database }; start it, or check host and port in PAPERBOT_DATABASE_URL.
postgres-lost = The connection to { $database } broke off; check that PostgreSQL is running, then try again.
postgres-starting = PostgreSQL at { $database } is starting or stopping; try again in a minute.
postgres-role = PostgreSQL at { $database } does not let this user in; make the role with createuser and allow it in pg_hba.conf, or set another user in PAPERBOT_DATABASE_URL.
postgres-password = PostgreSQL at { $database } does not accept user and password; check both in PAPERBOT_DATABASE_URL.
postgres-missing = There is no database { $database }; make it with createdb, or check its name in PAPERBOT_DATABASE_URL.
postgres-rights = The user in PAPERBOT_DATABASE_URL may not use the tables of { $database }, or not make them; make it the owner of the database, or grant it these rights.
postgres-read-only = { $database } can only be read, as a standby server can; set PAPERBOT_DATABASE_URL to the one that is written.
postgres-damaged = PostgreSQL reports that { $database } is damaged; stop paperbot and restore your last backup.
postgres-busy = { $database } is in use by a program that does not let go; end that program, then try again.
postgres-crowded = PostgreSQL at { $database } has no connection free; end a program that uses it, or raise its max_connections.
postgres-full = The disk of PostgreSQL at { $database } is full; make room, then try again.
postgres-disk = The disk of PostgreSQL at { $database } cannot be read or written; check the disk, then try again.

ingest-running = Another ingest has been running since { $since } UTC; wait for it to end. If it was killed, try again in { $seconds } s.
ingest-lost = This ingest was held up for so long that another one took over; nothing of it was kept, so run it again.

forget-unknown = No file “{ $file }” was ever ingested; did you mean “{ $nearest }”?
forget-nothing = No file “{ $file }” was ever ingested; nothing was, so there is nothing to forget.
