#include "adapters/discord/session/images.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/net/painter/painter.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

struct discord_image {
    char *drawing; /* from which it was made */
    unsigned char *png;
    size_t size;
    char message[DISCORD_ID_BYTES]; /* which has it; "": none yet */
};

void discord_image_free(struct discord_image *image)
{
    if (image == NULL)
        return;
    free(image->drawing);
    free(image->png);
    free(image);
}

void discord_images_close(struct discord_session *session)
{
    painter_close(session->painter);
}

/* NULL: images can't be drawn here, which the log tells once. */
static struct painter *painter_of(struct discord_session *session)
{
    char error[256];
    if (session->painter != NULL || session->cannot_paint)
        return session->painter;
    session->painter = painter_open(error, sizeof error);
    session->cannot_paint = session->painter == NULL;
    if (session->cannot_paint)
        log_warning("discord.no_images", "network", session->network, "reason", error);
    return session->painter;
}

bool discord_images_draw(struct discord_place *place, const struct talk_said *picture)
{
    const struct outbound_image *wanted = picture->image;
    struct painter *painter =
        wanted != NULL && !place->refuses_files ? painter_of(place->session) : NULL;
    if (painter == NULL)
        return false;
    if (place->image != NULL && strcmp(place->image->drawing, wanted->drawing) == 0)
        return true;
    struct discord_image *image = memory_new(sizeof *image);
    image->drawing = memory_copy(wanted->drawing);
    image->png = painter_draw(painter, wanted->drawing, &image->size);
    discord_image_free(place->image);
    place->image = image;
    return image->png != NULL;
}

static bool has_it(const struct discord_place *place, const char *message)
{
    return message != NULL && strcmp(place->image->message, message) == 0;
}

static json_t *describe(const char *description)
{
    char buffer[DISCORD_DESCRIPTION_UNITS * 3 + 1];
    struct text text = TEXT_IN(buffer);
    discord_content_add_label(&text, description, DISCORD_DESCRIPTION_UNITS);
    return json_pack("[{s:s, s:s, s:s}]", "id", "0", "filename", "table.png", "description",
                     text.bytes);
}

struct talk_file *discord_images_attach(struct discord_place *place, const char *message,
                                        const struct talk_said *picture, json_t *body)
{
    const struct discord_image *image = place->image;
    if (has_it(place, message))
        return NULL;
    struct talk_file *file = memory_new(sizeof *file);
    *file = (struct talk_file){
        .name = memory_copy("table.png"), .bytes = memory_new(image->size), .length = image->size};
    memcpy(file->bytes, image->png, image->size);
    json_object_set_new(body, "attachments", describe(picture->image->description));
    return file;
}

void discord_images_detach(struct discord_place *place, const char *message, json_t *body)
{
    if (place->image == NULL)
        return;
    if (message != NULL)
        json_object_set_new(body, "attachments", json_array());
    discord_image_free(place->image);
    place->image = NULL;
}

void discord_images_shown(struct discord_place *place, const char *message)
{
    if (place->image == NULL)
        return;
    struct text id = TEXT_IN(place->image->message);
    text_add(&id, message);
}
