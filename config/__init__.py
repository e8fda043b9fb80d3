"""Settings and logging; imports nothing of ours."""
