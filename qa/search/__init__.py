"""Finding: a tantivy index on each node, derived from the database and deletable at any time.

    changes    writing the journal, in the transaction of the change
    documents  rows → what is indexed of a question
    index      the folder, its generations, reader and writer
    sync       the journal → the index; rebuild
    tokens     one tokeniser for index and query
    terms      which words of a long text to look for
    pasted     a pasted log → the lines that carry the error
    lookups    search, related, diagnose: text → hits → rows the reader may see
    excerpts   what to show of a hit

Imports only models, messages, text, rules and errors.
"""
