"""What is asked: which topics a question's words point to."""
