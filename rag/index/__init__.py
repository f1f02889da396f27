"""Builds and opens index versions: cards as indexed, postings, vectors."""
