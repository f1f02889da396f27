import pytest

from rag.cards.fields import Fields
from rag.cards.frontmatter import Frontmatter, parse
from rag.cards.links import BundleFiles
from rag.cards.provenance import check_sources, read_trust


def fields(block: str) -> Fields:
    read = parse(block, "x.md")
    assert isinstance(read, Frontmatter), read
    return Fields(read.fields, read.lines, "x.md")


@pytest.mark.parametrize(
    ("block", "tier"),
    [
        ("type: A", "unverified"),
        ("verified: [{by: bot/1, at: 2026-01-01T00:00:00Z}]", "machine-confirmed"),
        ("verified: [{by: 'human:x', at: 2026-01-01T00:00:00Z}]", "human-reviewed"),
        ("verified: {by: 'human:x', at: 2026-01-01T00:00:00Z}", "human-reviewed"),
        (
            "verified: [{by: 'human:x', at: 2026-01-01T00:00:00Z}, {by: bot/1, at: 2026-01-02T00:00:00Z}]",
            "human-reviewed",
        ),
        ("verified: [{by: 'human:x'}]", "unverified"),
        ("verified: [{by: 'human:x', at: soon}, {by: bot/1, at: 2026-01-01T00:00:00Z}]", "machine-confirmed"),
        ("verified: true", "unverified"),
        ("verified: []", "unverified"),
    ],
)
def test_the_tier_follows_the_actors(block: str, tier: str) -> None:
    assert read_trust(fields(block)) == tier


@pytest.mark.parametrize(
    ("generated", "verified", "tier"),
    [
        ("2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z", "unverified"),
        ("2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z", "human-reviewed"),
        ("2026-01-02T00:00:00+09:00", "2026-01-01T15:00:00Z", "human-reviewed"),  # the same instant
        ("2026-01-02", "2026-01-02T00:00:00", "human-reviewed"),  # both read as UTC
        ("unknown", "2026-01-01T00:00:00Z", "human-reviewed"),
    ],
)
def test_only_verifications_of_the_current_content_count(generated: str, verified: str, tier: str) -> None:
    block = f"generated: {{by: a/1, at: '{generated}'}}\nverified: [{{by: 'human:x', at: '{verified}'}}]"
    assert read_trust(fields(block)) == tier


@pytest.mark.parametrize(
    ("resource", "missing"),
    [
        ("policies/p.md", False),  # from the bundle's root
        ("q.md", False),  # from the file
        ("/policies/p.md", False),
        ("policies/p", False),
        ("https://a.example/x", False),
        ("urn:a:b", False),
        ("all queries in project X", False),
        ("policies/nope.md", True),
        ("./missing.dart", True),
        ("../../../etc/passwd", True),
    ],
)
def test_a_source_path_is_tried_from_the_file_and_the_root(resource: str, missing: bool) -> None:
    read = fields(f"type: A\nsources: [{{id: s, resource: '{resource}'}}]")
    check_sources(read, "metrics/m.md", BundleFiles(["policies/p.md", "metrics/m.md", "metrics/q.md"]))
    assert [(finding.kind, finding.line) for finding in read.findings] == [("source-missing", 3)] * missing


def test_paths_of_computations_are_checked_too() -> None:
    read = fields("executor: {resource: a.md}\nattester: {resource: gone.py}\ncomputation: c.sql")
    check_sources(read, "m.md", BundleFiles(["a.md", "m.md"]))
    assert [finding.message.split(" names")[0] for finding in read.findings] == [
        "'computation'",
        "'attester.resource'",
    ]


def test_a_source_without_a_resource_is_reported() -> None:
    read = fields("sources: [{id: s}]")
    check_sources(read, "m.md", BundleFiles([]))
    assert [finding.kind for finding in read.findings] == ["bad-field"]
