"""Results as JSON documents and as text for people. Nothing is decided here."""

VERSION = 1  # of the JSON documents: docs/json.md says what it promises
