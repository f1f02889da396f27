"""Lets `python -m rag` run the command line."""

import sys

from rag.cli import main

sys.exit(main(sys.argv[1:]))
