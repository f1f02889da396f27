"""Turns records from elsewhere, articles and dialogues a line each, into OKF cards."""
