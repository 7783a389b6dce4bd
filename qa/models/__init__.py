"""Fields, constraints and QuerySets. No side effects in save(): every write is a service.

Imports only accounts, text and rules.
"""

from qa.models.answer import Answer
from qa.models.comment import Comment
from qa.models.imported import ImportedRecord
from qa.models.installation import Installation
from qa.models.meaning import Aspect, ErrorSignature, QuestionVector
from qa.models.post import Language, Post
from qa.models.question import Question
from qa.models.reputation import ReputationEvent, ReputationKind
from qa.models.revision import Revision
from qa.models.search import SearchChange
from qa.models.tag import QuestionTag, Tag
from qa.models.target import Targeted, target_of
from qa.models.vote import Vote

__all__ = [
    "Answer",
    "Aspect",
    "Comment",
    "ErrorSignature",
    "ImportedRecord",
    "Installation",
    "Language",
    "Post",
    "Question",
    "QuestionTag",
    "QuestionVector",
    "ReputationEvent",
    "ReputationKind",
    "Revision",
    "SearchChange",
    "Tag",
    "Targeted",
    "Vote",
    "target_of",
]
