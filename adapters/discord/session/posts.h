/* Messages in places: how texts and tables look, and what becomes of them. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_POSTS_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_POSTS_H

#include "adapters/discord/session/places.h"

/* The way by which adapters/net/talk posts and edits here. */
struct talk_network discord_posts_network(struct discord_session *session);

/* The body of a message with what fits of a text; the rest stays in `*rest`, which is text->text at
 * first. NULL when nothing is left. */
json_t *discord_posts_text(const struct discord_session *session, const struct talk_text *text,
                           const char **rest);
/* The body that shows a table in `message`; NULL: in a new one. `*file` goes with it,
 * talk_file_free() it; NULL: none. */
json_t *discord_posts_view(struct discord_place *place, const char *message,
                           const struct talk_view *view, struct talk_file **file);
/* Posts a message instead of an answer. Takes the body. `line`: as in struct talk_text. */
void discord_posts_instead(struct discord_place *place, json_t *body, bool line);
/* What became of the board, which is `message`. */
void discord_posts_shown(struct discord_place *place, enum talk_shown how, const char *message);
/* The line was posted. */
void discord_posts_lined(struct discord_place *place, const char *message);

/* An answer for everybody wants to be sent, is sent, and has come to an end. Until then no other
 * new message is sent to the place: if Discord refuses the answer it is posted, and what was said
 * later must come later. */
void discord_posts_take_answer(struct discord_place *place);
void discord_posts_begin_answer(struct discord_place *place);
void discord_posts_end_answer(struct discord_place *place);
/* Whether the answers that were sent, and what is posted instead of them, have arrived or never
 * will; `posts`: and all other new messages. */
bool discord_posts_are_settled(const struct discord_place *place, bool posts);

/* An interaction's token, which has been used, reaches the board or the line. */
void discord_posts_reach_board(struct discord_place *place, const struct discord_reach *reach);
void discord_posts_reach_line(struct discord_place *place, const struct discord_reach *reach);
/* Whether a message is the board, and whether a token will reach it for some time. */
bool discord_posts_is_board(const struct discord_place *place, const char *message);
bool discord_posts_is_reached(const struct discord_place *place, const char *message);

/* A button of the table was pressed on a message for everybody. A bot that was killed does not know
 * each message that it posted: such a one loses its buttons now. */
void discord_posts_pressed(struct discord_place *place, uint64_t table, const char *message);

/* There is such a message in the place. Where Discord does not report messages, it counts as one
 * below the board if it is newer than all that are known. */
void discord_posts_notice(struct discord_place *place, const char *message);
/* Somebody posted or deleted a message: `data` as in MESSAGE_CREATE and MESSAGE_DELETE. */
void discord_posts_created(struct discord_session *session, const json_t *data);
void discord_posts_deleted(struct discord_session *session, const json_t *data);

#endif
