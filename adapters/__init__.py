"""Thin faces, one folder a platform; the folders have the same files."""
