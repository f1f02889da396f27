"""The app over HTTP: answers as server-sent events, conversations, search and cards as JSON."""
