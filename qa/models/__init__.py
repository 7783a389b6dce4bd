"""Fields, constraints and QuerySets. No side effects in save(): every write is a service.

Imports only accounts, text and rules.
"""

from qa.models.answer import Answer
from qa.models.bookmark import Bookmark
from qa.models.comment import Comment
from qa.models.course import Course, CoursePlace, Progress
from qa.models.draft import Draft
from qa.models.flag import Flag, FlagReason
from qa.models.follow import Follow
from qa.models.image import Image
from qa.models.imported import ImportedRecord
from qa.models.installation import Installation
from qa.models.last_look import LastLook
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
    "Bookmark",
    "Comment",
    "Course",
    "CoursePlace",
    "Draft",
    "ErrorSignature",
    "Flag",
    "FlagReason",
    "Follow",
    "Image",
    "ImportedRecord",
    "Installation",
    "Language",
    "LastLook",
    "Post",
    "Progress",
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
