"""Finding: a tantivy index on each node, derived from the database and deletable at any time.

    changes    writing the journal, in the transaction of the change
    documents  rows → what is indexed of a question
    index      the folder, its generations, reader and writer
    sync       the journal → the index; rebuild
    tokens     one tokeniser for index and query
    phrases    words that do not overlap, for exact phrases
    query      the query language: text → terms, words, notes
    ranges     numbers, dates and versions in a query
    filters    parsed query → clauses; sorting
    facets     counts of tags, languages and states over all that is found
    suggest    titles and tags while somebody types
    spelling   did you mean
    suggestions  the same as rows that the reader may see
    terms      which words of a long text to look for
    glossary   what the terms of the field are called in the other language
    pasted     a pasted log → its error lines and signature (a package)
    signing    posts → the signatures of the errors in them
    encoders   text → sentence vector
    encoding   questions → vectors in the database
    tasks      the jobs that do so
    vectors    vectors in the database → this node's view of them
    meaning    a text held against what questions mean
    ranking    words, meaning, signature and environment in one number
    lookups    search, related, diagnose: text → hits → rows the reader may see
    excerpts   what to show of a hit

Imports only models, accounts, messages, text, rules and errors.
"""
