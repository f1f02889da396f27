"""The values that travel between stages. Frozen, without behaviour beyond reading themselves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from rag.computation_types import Computation
from rag.reading import ComparedTarget, ContextFound, EvidenceCheck, FilterAttempt, NamesFound, Planned

Language = Literal["en", "ko", "zh"]
TrustTier = Literal["unverified", "machine-confirmed", "human-reviewed"]
Ranker = Literal["bm25", "vector", "fused"]
Band = Literal["high", "medium", "low"]
LegNote = Literal["", "no-tokens", "no-candidates", "off"]
"""Why a leg has nothing to say; empty when it spoke."""

Status = Literal[
    "answerable",
    "empty_question",
    "no_candidate",
    "low_confidence",
    "insufficient_evidence",
    "ambiguous",
    "context_clarification",
    "metadata_ambiguity_clarification",
    "partial_topic_grounding",
    "partial_comparison",
    "declined",
    "model_failure",
    "computed",
    "needs_input",
    "unattested",
    "referred",
    "direct",
    "ungrounded",
]
"""`declined` is a chat model saying that the presented cards do not hold the answer. `computed`, `needs_input` and
`unattested` are a computation's ends; `referred` is a parcel, a quote or a case that only an office can look up.
`direct` is an answer about the conversation alone, `ungrounded` a model's without cards: neither searches or cites."""
UNSEARCHED: frozenset[Status] = frozenset({"direct", "ungrounded"})
"""Statuses of answers for which nothing was searched, so that there is no confidence and no citation."""
COMPUTING: frozenset[Status] = frozenset({"computed", "needs_input", "unattested"})
"""Statuses of computations, for which no card is ranked."""
Route = Literal["DIRECT", "LIGHT_RAG", "STRONG_RAG", "COMPUTE"]
"""How a question is answered: about the conversation, from few cards, from more and better ones, or by computing."""
DirectKind = Literal["greeting", "thanks", "goodbye", "rewrite", "other"]
"""What a message about the conversation wants; `other` is what only a model's router took for one."""
PARTIAL: frozenset[Status] = frozenset(("partial_topic_grounding", "partial_comparison"))
"""An answer is given that says what the cards do not hold."""
ANSWERED: frozenset[Status] = frozenset(("answerable", "partial_topic_grounding", "partial_comparison"))
ASKED_BACK: frozenset[Status] = frozenset(("ambiguous", "context_clarification", "metadata_ambiguity_clarification"))
"""The reader is asked which of the presented cards is meant."""

Role = Literal["evidence", "further"]
"""Evidence may be cited; further cards are links to read on."""

Answerer = Literal["extractive", "model", "extractive-fallback", "none"]
Ending = Literal["complete", "stopped", "cut-off", "failed"]
"""How an answer ended. Only `complete` counts as checked."""


@dataclass(frozen=True, slots=True)
class Card:
    """One OKF concept as the index holds it: one fact, its words, its provenance. It has no score."""

    card_id: str
    """Bundle name, a slash, and the OKF concept id: `consular/passport/con-single-passport`."""
    bundle: str
    path: str
    """POSIX path of the file below the corpus folder."""
    type: str
    title: str
    description: str
    body: str
    """Markdown below the frontmatter, exactly as written, newlines normalised to LF."""
    body_line: int
    """Line of the file on which the body starts; 1 is the first."""
    resource: str | None
    """As written; clickable only where `link` is set."""
    link: str | None
    """`resource` when it is a safe http(s) address without user information, percent-encoded; else None."""
    language: Language
    topic: str
    """Empty when the card names none."""
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    """What people call the thing."""
    phrases: tuple[str, ...]
    """How people ask for it."""
    status: str
    """OKF status as written; absent means `stable`."""
    trust: TrustTier
    stale_after: datetime | None
    """Aware; the card is stale from this instant on."""
    fictional: bool
    content_hash: str
    """sha256 hex of the file's bytes."""
    links: tuple[str, ...] = ()
    """Card ids this card links to, in order, without repetition."""
    unanswered: tuple[str, ...] = ()
    """Questions asked near this card that no card of its bundle answers."""
    frontmatter: str = "{}"
    """The whole frontmatter as one JSON object, values as written."""

    def stale(self, now: datetime) -> bool:
        """Tell whether the card's validity ended at or before `now` (an aware instant)."""
        return self.stale_after is not None and now >= self.stale_after

    @property
    def computes(self) -> bool:
        """Tell whether it is an OKF Attested Computation (v0.2, section 10): it is run and never ranked as a fact."""
        return self.type == "Attested Computation"


@dataclass(frozen=True, slots=True)
class Hit:
    """A card as one ranker placed it."""

    card_id: str
    rank: int
    """1 is best."""
    score: float
    """Higher is better. The scale belongs to `ranker`; never compare across rankers."""
    ranker: Ranker


@dataclass(frozen=True, slots=True)
class Leg:
    """What one ranker found for a question."""

    hits: tuple[Hit, ...]
    """Best first, at most the configured number of candidates."""
    candidates: int
    """How many cards were in reach of this leg and shared something with the question."""
    note: LegNote = ""
    exact: bool = True
    """Whether every card in reach was compared; False when HNSW proposed the cards."""


@dataclass(frozen=True, slots=True)
class FusedHit:
    """A card after fusion, with what each leg said of it."""

    card_id: str
    rank: int
    score: float
    """The score of the configured fusion method."""
    rrf: float
    """Reciprocal rank fusion score, always computed, in (0, 2 / (k + 1)]."""
    bm25: Hit | None
    vector: Hit | None


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure the system is that the best card answers the question, from raw leg evidence."""

    value: float
    """In [0, 1]."""
    band: Band
    parts: tuple[tuple[str, float, float], ...]
    """(name, value, coefficient); the logit is their products' sum plus the part named `intercept`."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the question may be answered, decided before any model is asked."""

    status: Status
    threshold: float
    reason: str
    """One English sentence for traces and logs; pages show their own words for `status`."""

    @property
    def passed(self) -> bool:
        """Tell whether an answer may be given."""
        return self.status in ANSWERED


@dataclass(frozen=True, slots=True)
class Evidence:
    """A card as presented to the answerer and to the reader."""

    number: int
    """The marker `[n]` that cites it; 1 is the best card."""
    card: Card
    score: float
    quotes: tuple[str, ...]
    """Sentences, list items or table rows of the body, word for word, that speak to the question."""
    text: str
    """The body as presented, cut to the card budget."""
    role: Role
    stale: bool


@dataclass(frozen=True, slots=True)
class TopicMatch:
    """A topic of a bundle that the question's words point to."""

    bundle: str
    topic: str
    keyword: str
    """The first keyword of the table that was found."""


@dataclass(frozen=True, slots=True)
class Applied:
    """The settings that ranked and chose the cards, so that a stored trace can show its arithmetic."""

    method: Literal["score", "rrf"]
    rrf_k: int
    bm25_weight: float
    vector_weight: float
    candidates: int
    k1: float
    b: float
    top_k: int
    evidence: int
    anchor_year: int = 2026
    """Two-digit years were read by it."""


@dataclass(frozen=True, slots=True)
class RouteChoice:
    """Which way a question went, and who said so."""

    route: Route
    by: Literal["rules", "model", "settings"]
    reason: str
    """One English sentence for traces."""
    escalated: bool = False
    """LIGHT_RAG found too little, so that the route became STRONG_RAG in the same request."""


@dataclass(frozen=True, slots=True)
class Preferred:
    """A card that stands before near-equals because it may be trusted more."""

    card_id: str
    ranked: int
    """Its place by relevance alone; 1 is best."""
    placed: int
    """Its place as chosen, a lower number than `ranked`."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything that was decided on the way of one question. Pages draw it and compute nothing."""

    question: str
    """As asked, cut to the configured length."""
    cut: bool
    """Whether the question was longer than that."""
    normalised: str
    tokens: tuple[str, ...]
    language: Language
    bundles: tuple[str, ...]
    """The bundles that were searched."""
    topics: tuple[TopicMatch, ...]
    topic_mode: str
    reachable: int
    """Cards inside the bundles and topics that were searched."""
    lexical: Leg
    vector: Leg
    fused: tuple[FusedHit, ...]
    confidence: Confidence
    verdict: Verdict
    evidence: tuple[Evidence, ...]
    """Best first: evidence, then further cards. Empty when nothing was found."""
    index_version: str
    settings_hash: str
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    """Stage name to milliseconds; differs between runs, all else is deterministic."""
    applied: Applied | None = None
    """None in traces stored before it was recorded."""
    searched: str = ""
    """The text that was searched, where it is not the question alone."""
    carried: str = ""
    """The earlier question that a follow-up was understood with; empty when none was."""
    context_reason: str = ""
    """Why an earlier question was carried or not, one English sentence."""
    names: NamesFound | None = None
    """None in traces stored before names were resolved."""
    open_question: str = ""
    """A question known to be open that is nearer in meaning than the best card; empty when none is."""
    route: RouteChoice | None = None
    """None in traces stored before questions had routes."""
    preferred: tuple[Preferred, ...] = ()
    """Cards moved up among near-equals for their trust, best place first; only STRONG_RAG moves any."""
    filter_stage_attempts: tuple[FilterAttempt, ...] = ()
    targets: tuple[ComparedTarget, ...] = ()
    """What a comparison sets against each other; empty for other questions."""
    context: ContextFound | None = None
    """None where nothing was carried."""
    plan: Planned | None = None
    check: EvidenceCheck | None = None
    """The last three are None in traces stored before they were recorded."""
    computation: Computation | None = None
    """What was computed, what is needed for it, or what the answer offers to compute."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier message of a conversation, without its evidence."""

    role: Literal["user", "assistant"]
    text: str
    stands: bool = True
    """Whether a question asks something, so that a follow-up may lean on it, which a greeting does not; whether an
    answer is a whole one from the cards, so that it may be said again, which a refusal is not."""


@dataclass(frozen=True, slots=True)
class Meta:
    """First event of an answer."""

    question: str
    bundle: str
    """Bundle name, or `all`."""
    index_version: str
    settings_hash: str
    route: Route = "STRONG_RAG"
    """The route taken at first; `Trace.route` says whether it was left for a stronger one."""
    use_rag: bool = True
    """False for an answer of the model alone."""
    use_sft: bool = False
    """True for an answer of the fine-tuned model."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A card presented with an answer or beside a refusal, as it was when shown."""

    number: int
    role: Role
    card_id: str
    title: str
    score: float
    link: str | None
    trust: TrustTier
    stale: bool
    """When it was shown."""
    stale_after: datetime | None
    fictional: bool
    quotes: tuple[str, ...]
    text: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of the answer, in order: plain text with `[n]` markers, not yet neutralised for a widget."""

    content: str


@dataclass(frozen=True, slots=True)
class Closing:
    """The words that close every answer and every refusal, from the bundle's settings."""

    disclaimer: str
    contact: str
    official_site: str


@dataclass(frozen=True, slots=True)
class Done:
    """Last event of an answer or refusal."""

    status: Status
    answerer: Answerer
    ending: Ending
    cited: tuple[int, ...]
    """Numbers of the evidence the text cites, ascending."""
    unknown_markers: int
    """Markers outside the presented set; they were removed from the text."""
    failure: str
    """Kind of the model failure, or empty."""
    closing: Closing
    trace: Trace


@dataclass(frozen=True, slots=True)
class Failed:
    """The model broke off after its first words; the partial text stands, labelled. `Done` follows."""

    kind: str
    message: str


Event = Meta | Citation | Delta | Failed | Done
