"""What answers each command: a Request becomes a Message, by asking the engine and showing what it gives."""
