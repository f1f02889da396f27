from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.cards.urls import MAX_LINK_CHARS, safe_link


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("https://www.gov.kr", "https://www.gov.kr"),
        ("HTTP://Example.COM/A?b=c#d", "http://example.com/A?b=c#d"),
        (
            "https://www.law.go.kr/법령/여권법",
            "https://www.law.go.kr/%EB%B2%95%EB%A0%B9/%EC%97%AC%EA%B6%8C%EB%B2%95",
        ),
        ("https://www.law.go.kr/%EB%B2%95?q=%ZZ", "https://www.law.go.kr/%EB%B2%95?q=%25ZZ"),
        ("https://한국.kr:8443/", "https://xn--3e0b707e.kr:8443/"),
        ("https://a.example/x_(y)?q[]=1", "https://a.example/x_(y)?q%5B%5D=1"),
        ('https://a.example/"><script>', "https://a.example/%22%3E%3Cscript%3E"),
        ("http://[2001:DB8::1]:80/x", "http://[2001:db8::1]:80/x"),
    ],
)
def test_a_safe_address_comes_back_in_ascii(text: str, link: str) -> None:
    assert safe_link(text) == link


@pytest.mark.parametrize(
    "text",
    [
        "",
        "javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://a.example",
        "urn:isbn:1",
        "//a.example/x",
        "www.gov.kr",
        "../x.md",
        "https:/a.example",
        "https://",
        "https:///x",
        "https://www.gov.kr@evil.example/",
        "https://user:pw@a.example/",
        "https://@a.example/",
        "https://a.example\\@b.example",
        "https://a.example/a b",
        " https://a.example",
        "https://a.example/\t",
        "https://a.example/\u200b",
        "https://a.example/\u202e",
        "https://a..example/",
        "https://-a.example/",
        "https://a.example:99999/",
        "https://a.example:x/",
        "https://[::1",
        "https://[fe80::1%25eth0]/",
        "https://a%2eexample/",
        "https://" + "a" * 64 + ".example/",
        "https://a.example/" + "x" * MAX_LINK_CHARS,
        "https://a.example/" + "한" * 400,
    ],
)
def test_anything_else_is_not_clickable(text: str) -> None:
    assert safe_link(text) is None


@given(
    st.one_of(
        st.text(),
        st.builds("{}://{}/{}".format, st.sampled_from(["http", "https", "ftp"]), st.text(), st.text()),
    )
)
def test_the_answer_is_http_in_ascii_and_stable(text: str) -> None:
    link = safe_link(text)
    if link is not None:
        parts = urlsplit(link)
        assert parts.scheme in ("http", "https")
        assert parts.hostname
        assert parts.username is None
        assert link.isascii()
        assert link.isprintable()
        assert not set(link) & set(' \\<>"`{}|^')
        assert safe_link(link) == link
