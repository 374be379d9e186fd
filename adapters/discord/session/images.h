/* Images: of tables, as attachments of the messages that show them, and with private texts. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_IMAGES_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_IMAGES_H

#include "adapters/discord/session/places.h"

/* Draws the table's image if it is wanted, unless it is the last one that was drawn here. Returns
 * false when it is not wanted or not possible: the text has to show the table. */
bool discord_images_draw(struct discord_place *place, const struct talk_said *picture);
/* Adds the image that was drawn to a body that shows the table in `message`; NULL: in a new one.
 * Returns the file to send with it, talk_file_free() it; NULL: the message has it already. */
struct talk_file *discord_images_attach(struct discord_place *place, const char *message,
                                        const struct talk_said *picture, json_t *body);
/* Removes the image from a body that shows the table in `message` as text. */
void discord_images_detach(struct discord_place *place, const char *message, json_t *body);
/* Draws the image of a private text, if it has one, as the text's file. */
void discord_images_enclose(struct discord_session *session, struct talk_said *said);
/* Adds the description of a file that is an image to the body of its message. NULL: no file. */
void discord_images_describe(const struct talk_file *file, json_t *body);
/* The table is shown by `message`. */
void discord_images_shown(struct discord_place *place, const char *message);

void discord_image_free(struct discord_image *image);
void discord_images_close(struct discord_session *session);

#endif
