"""Results as JSON documents and as text for people. Nothing is decided here."""
