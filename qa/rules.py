"""Every number that decides what a person may type or do, in one place. Pure: imports nothing of this project."""

TITLE_MIN, TITLE_MAX = 4, 300
BODY_MIN, BODY_MAX = 1, 100_000
COMMENT_MIN, COMMENT_MAX = 2, 2_000
REASON_MAX = 300
TAGS_MIN, TAGS_MAX = 1, 5
TAG_LENGTH_MAX = 50
TAG_DESCRIPTION_MAX = 300
COURSE_MAX = LESSON_MAX = 100
"""Characters of the name of a course, and of a lesson."""

ENVIRONMENT_FIELDS = ("version", "device", "mode", "os", "python")
ENVIRONMENT_MAX = 30
"""Characters of each of these."""

DRAFT_FORM_MAX = 100
"""Characters of the address of a form."""
DRAFT_LENGTH_MAX = BODY_MAX + 1_000
"""Characters of all fields of a draft together."""
DRAFTS_MAX = 50
"""Drafts that a person has; the oldest makes room for a new one."""

IMAGE_BYTES_MAX = 8 * 1024 * 1024
"""Bytes of an uploaded picture, and of what is made of it."""
IMAGE_PIXELS_MAX = 40_000_000
IMAGE_WIDTH_MAX = 2_400
"""Pixels to which a wider picture is scaled down: twice what a page shows."""
IMAGES_A_DAY = 50
IMAGE_DIGEST_LENGTH = 32

PREVIEWS_A_MINUTE = 240
"""Previews that one address may ask of one process: many people may sit behind it."""

DIAGNOSE_BYTES_MAX = 512 * 1024
"""UTF-8 bytes of pasted log that one look-up reads; more is refused, never cut."""
QUERY_MAX = 2_000
"""Characters of a typed search; a longer text is a pasted error and belongs to diagnose."""

PAGE_SIZE, PAGE_SIZE_MAX = 20, 100
PAGE_DEPTH_MAX = 10_000
"""Rows that `page` reaches; beyond it a list goes on by key."""

REPUTATION = {
    "question_up": 5,
    "question_down": -2,
    "answer_up": 10,
    "answer_down": -2,
    "voted_down": -1,
    "accepted": 15,
    "accepting": 2,
}
"""Points of each kind of ReputationEvent; Stack Exchange's, questions at its older value."""

VOTE_DOWN_REPUTATION = 15
EDIT_OTHERS_REPUTATION = 200

SIGNATURE_VERSION = 1
"""A change of this number has the errors in all posts signed anew (`qa/search/pasted/`)."""
