"""The typed core: what the checker makes of a rule set and every meaning reads."""
