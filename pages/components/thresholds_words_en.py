"""The words of the thresholds screen in English."""

from pages.components.thresholds_words import Explained, ThresholdsWords

EN = ThresholdsWords(
    page="Thresholds",
    title="Thresholds",
    intro=(
        "Move a setting and see at once what it does to a question. Only this session is affected "
        "until you save to {file}."
    ),
    question="Question to watch",
    question_hint="Type a question to see what the settings do to it.",
    try_sample="Try: {question}",
    saved_side="Saved",
    tried_side="This session",
    would_answer="Answered",
    would_refuse="Refused: {reason}",
    confidence="Confidence {value} · {word} · threshold {threshold}",
    nothing_found="No card is presented.",
    further="further link",
    moves={"same": "", "up": "↑ {steps}", "down": "↓ {steps}", "new": "new", "gone": "no longer shown"},
    controls="Settings",
    groups={
        "confidence": "Refusal",
        "fusion": "Ranking",
        "lexical": "Words (BM25)",
        "topics": "Topics",
        "context": "Cards shown",
        "chat_model": "Model",
    },
    tunables={
        "confidence.threshold": Explained(
            "Low-confidence threshold",
            "confidence",
            "Below it a question is refused before any model is asked.",
        ),
        "confidence.high": Explained("High confidence from", "confidence", "From here on the word is “high”."),
        "fusion.method": Explained(
            "Fusion method",
            "",
            "How the ranking by words and the ranking by meaning become one.",
        ),
        "fusion.bm25_weight": Explained("Weight of words", "share", "0 switches the search by words off."),
        "fusion.vector_weight": Explained("Weight of meaning", "share", "0 switches the search by meaning off."),
        "fusion.rrf_k": Explained("RRF k", "ranks", "The larger, the less a first place is ahead of a second."),
        "fusion.candidates": Explained("Candidates", "cards per search", "What each search hands to fusion."),
        "lexical.k1": Explained("BM25 k1", "no unit", "How much a repeated word still adds; 0 counts a word once."),
        "lexical.b": Explained("BM25 b", "share", "How much long cards are held back; 0 not at all."),
        "topics.mode": Explained(
            "Topic gate",
            "",
            "Whether the topics found in a question limit which cards are searched.",
        ),
        "context.top_k": Explained("Top k", "cards", "Cards presented with an answer."),
        "context.evidence": Explained(
            "Evidence",
            "cards",
            "The best cards, which an answer may cite; others are links. Questions about rules may cite more.",
        ),
        "context.card_chars": Explained("Budget of a card", "characters", "A longer card is cut."),
        "context.total_chars": Explained("Budget of all cards", "characters", "All evidence together."),
        "chat_model.temperature": Explained("Temperature", "no unit", "0 writes the same each time; more varies."),
    },
    choices={
        "score": "Scores",
        "rrf": "Ranks (RRF)",
        "off": "Off",
        "lexical": "Words only",
        "both": "Words and meaning",
    },
    only_in="Only in {bundles}:",
    range="{low} to {high}",
    does_not_fit="This value does not fit the other settings and was not taken.",
    saved_is="saved: {value}",
    findings={
        "all_refused": (
            "Every question is refused: no card can reach more than {most}, and the threshold is {threshold:g}."
        ),
        "none_refused": "No question is refused for weak proof: every question with a card is answered.",
        "words_only_never": (
            "With the search by meaning off, a card found by its words alone reaches at most {most} and can never "
            "pass {threshold:g}: every question is refused."
        ),
        "meaning_only_never": (
            "A card that shares no word with the question reaches at most {most} and can never pass {threshold:g}."
        ),
        "threshold_as_cosine": (
            "{threshold:g} means: a card that shares no word with the question needs a similarity of {cosine:.3f}."
        ),
        "no_medium": "“Medium” never appears: high begins at {high:g}, not above the threshold of {threshold:g}.",
        "no_high": "“High” never appears: no card can reach more than {most}.",
        "words_off": "The search by words is off: exact names and numbers are no longer matched.",
        "meaning_off": "The search by meaning is off: only cards that share a word are found.",
        "topics_bar": "Once a topic is found in a question, cards of other topics can never be found for it.",
        "rrf_idle": "No effect on the order while the fusion method is “Scores”.",
        "bm25_idle": "No effect while the weight of words is 0.",
        "length_idle": "No effect while k1 is 0.",
        "candidates_under_top_k": "Each search hands over {candidates:.0f} cards, fewer than the {top_k:.0f} shown.",
        "evidence_over_top_k": "{evidence:.0f} may be cited, but only {top_k:.0f} are presented.",
        "card_over_total": (
            "A card of {card_chars:.0f} characters does not fit into {total_chars:.0f} for all: "
            "even the first is cut, the others are only links."
        ),
        "evidence_over_total": (
            "Cards of full length would need {need:.0f} characters: the last are cut or become mere links."
        ),
        "cards_cut": "{cut:.0f} of {cards:.0f} cards are longer than {limit:.0f} characters and are cut.",
        "temperature_idle": "No effect now: no chat model is set up, answers quote the cards.",
    },
    changes="Unsaved changes",
    nothing_tried="None. This session uses the saved settings.",
    undo="Undo",
    undo_all="Undo all",
    who="Your name",
    who_help="Stands in the change log. Asked once a session.",
    unknown="unknown",
    save="Save to {file}",
    saved="Saved to {file}. All sessions use it from their next question on.",
    not_saved="Not saved",
    changed_underneath=(
        "{file} was changed elsewhere since you began: {keys}. The saved side above shows the new values."
    ),
    seen="Keep my changes on top of the new file",
    not_in_force="The edited settings file is not in force; the settings from before go on serving.",
    tried_not_in_force="What this session tries does not fit the saved settings and is not in force. Undo a change.",
    log="Change log",
    log_empty="Nothing has been saved from this page yet.",
    reverts="revert",
    revert="Revert",
    reverted="Reverted. All sessions use the values from before from their next question on.",
    overtaken="Changed again later: {keys}. Revert the later change first.",
    broken_off="broken off, not saved",
    older="Older changes ({count})",
    trying="Unsaved settings in this session: {count}",
)
