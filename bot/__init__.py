"""The engine: knows papers and people, no chat platform."""
