"""Turns evidence into words: quotes or a chat model, markers checked as they pass."""
