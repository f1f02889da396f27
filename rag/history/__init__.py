"""Conversations as they were shown, kept in SQLite (or PostgreSQL by URL)."""
