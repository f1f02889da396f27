"""Answers that code computed: which card sanctions them, what is shown of them, and the events they are told in."""
