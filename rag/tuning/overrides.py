"""Settings with some values replaced for one session, checked by the same ranges as the file."""

from collections.abc import Mapping

from rag.config import Settings, parse_settings

Value = bool | int | float | str


def with_overrides(settings: Settings, overrides: Mapping[str, Value]) -> Settings:
    """Return the settings with dotted keys replaced, such as `confidence.threshold`.

    Raises:
        ConfigError: an unknown key, or a value out of range; names the key, the value and the range.
    """
    if not overrides:
        return settings
    raw = settings.model_dump()
    for key, value in overrides.items():
        section, _, name = key.partition(".")
        raw[section] = {**raw.get(section, {}), name: value}
    return parse_settings(raw, source="This combination of settings")
