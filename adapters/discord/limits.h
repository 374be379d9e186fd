/* Discord's numbers, from its documentation. Characters are counted in UTF-16 units, which is never
 * less than Discord's count. */
#ifndef BELFRY_ADAPTERS_DISCORD_LIMITS_H
#define BELFRY_ADAPTERS_DISCORD_LIMITS_H

#include <stdint.h>

enum {
    DISCORD_ID_LEAST = 15,     /* digits: no number that people mean otherwise is so long */
    DISCORD_ID_BYTES = 24,     /* a snowflake in decimal, terminator included */
    DISCORD_TOKEN_BYTES = 512, /* of an interaction; usually some 200 */

    DISCORD_CONTENT_UNITS = 2000,
    DISCORD_ROWS = 5,
    DISCORD_ROW_BUTTONS = 5,
    DISCORD_SELECT_OPTIONS = 25,
    DISCORD_BUTTON_LABEL_UNITS = 80,
    DISCORD_SELECT_LABEL_UNITS = 100,
    DISCORD_CUSTOM_ID_BYTES = 101, /* terminator included */
    DISCORD_FORM_TITLE_UNITS = 45,
    DISCORD_SUGGESTIONS = 25,
    DISCORD_SUGGESTION_UNITS = 100,
    DISCORD_VALUE_BYTES = 101, /* of a suggestion, terminator included */
    DISCORD_MENTIONS = 100,
    DISCORD_DESCRIPTION_UNITS = 1000, /* of an image, for screen readers; Discord allows 1024 */

    DISCORD_FLAG_NO_EMBEDS = 1 << 2, /* links in people's names stay plain links */
    DISCORD_FLAG_EPHEMERAL = 1 << 6,
    DISCORD_FLAG_SILENT = 1 << 12,

    DISCORD_ANSWER_MS = 3000,             /* to answer an interaction */
    DISCORD_TOKEN_MS = 15 * 60 * 1000,    /* how long its token lives */
    DISCORD_BOARD_AGE_MS = 60 * 60 * 1000 /* edits of older messages are rationed (30046) */
};

/* Discord's JSON error codes that need an answer of their own. */
enum {
    DISCORD_UNKNOWN_CHANNEL = 10003,
    DISCORD_UNKNOWN_MESSAGE = 10008,
    DISCORD_OPENING_TOO_FAST = 40003,
    DISCORD_EDITS_RATIONED = 30046,
    DISCORD_MISSING_ACCESS = 50001,
    DISCORD_NO_DIRECT_MESSAGES = 50007,
    DISCORD_MISSING_PERMISSION = 50013,
    DISCORD_ARCHIVED = 50083,
    DISCORD_NO_SHARED_GUILD = 50278
};

/* Bits of permissions. */
#define DISCORD_MAY_ADMINISTER      (UINT64_C(1) << 3)
#define DISCORD_MAY_MANAGE_CHANNEL  (UINT64_C(1) << 4)
#define DISCORD_MAY_MANAGE_GUILD    (UINT64_C(1) << 5)
#define DISCORD_MAY_VIEW            (UINT64_C(1) << 10)
#define DISCORD_MAY_SEND            (UINT64_C(1) << 11)
#define DISCORD_MAY_MANAGE_POSTS    (UINT64_C(1) << 13)
#define DISCORD_MAY_ATTACH          (UINT64_C(1) << 15)
#define DISCORD_MAY_MANAGE_THREADS  (UINT64_C(1) << 34)
#define DISCORD_MAY_SEND_IN_THREADS (UINT64_C(1) << 38)

#endif
