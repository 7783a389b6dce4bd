"""Text in, text out: Markdown, slugs, tags, names, differences, languages.

Pure: nothing here imports Django, touches the database, or reads a setting. The only project import is `qa.rules`.
"""
