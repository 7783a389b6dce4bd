"""Questions and answers.

Imports run one way: web, api, importers, commands → services → policies, search → models → accounts.
`text`, `rules` and `errors` are pure and may be imported from anywhere; `messages` holds sentences that several say.
`web` and `api` never import each other.
tests/test_imports.py keeps this.
"""
