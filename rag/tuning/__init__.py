"""Changes settings while the app runs: tried in a session, compared with the file, saved with who and when."""
