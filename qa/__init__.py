"""Questions and answers.

Imports run one way: web, api, importers, commands → services → policies, search → models → accounts.
`text`, `rules` and `errors` are pure and may be imported from anywhere; `messages` holds sentences that several say.
`environment` is what a question may say of version, device and the like; it reads the settings.
`web` and `api` never import each other.
tests/test_imports.py keeps this.
"""
