"""The meanings of the typed core, one folder each, files of the same names in the same order."""
