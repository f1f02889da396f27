"""One process for the screens and for HTTP: `streamlit run app.py`."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # so that pages find rag in every way of starting

import streamlit as st  # noqa: E402
from starlette.middleware import Middleware  # noqa: E402

from rag.api.routes import api_routes  # noqa: E402
from rag.http_headers import SecurityHeaders  # noqa: E402
from rag.warming import warming  # noqa: E402

app = st.App(
    ROOT / "pages" / "navigation.py",
    routes=api_routes(),
    middleware=[Middleware(SecurityHeaders)],
    lifespan=warming(),
)

if __name__ == "__main__":
    app.run()
