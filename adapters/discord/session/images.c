#include "adapters/discord/session/images.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/net/painter/painter.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

struct discord_image {
    char *drawing;      /* from which it was made */
    unsigned char *png; /* never NULL */
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

/* Returns the PNG of an image, free() it; NULL: there is nothing on it, or it can't be drawn. */
static unsigned char *paint(struct discord_session *session, const struct outbound_image *wanted,
                            size_t *size)
{
    struct painter *painter = wanted->drawing[0] != '\0' ? painter_of(session) : NULL;
    return painter != NULL ? painter_draw(painter, wanted->drawing, size) : NULL;
}

bool discord_images_draw(struct discord_place *place, const struct talk_said *picture)
{
    const struct outbound_image *wanted = picture->image;
    if (wanted == NULL || place->refuses_files)
        return false;
    if (place->image != NULL && strcmp(place->image->drawing, wanted->drawing) == 0)
        return true;
    size_t size;
    unsigned char *png = paint(place->session, wanted, &size);
    if (png == NULL)
        return false; /* the last image is known until it is taken off its message */
    discord_image_free(place->image);
    place->image = memory_new(sizeof *place->image);
    place->image->drawing = memory_copy(wanted->drawing);
    place->image->png = png;
    place->image->size = size;
    return true;
}

static bool has_it(const struct discord_place *place, const char *message)
{
    return message != NULL && strcmp(place->image->message, message) == 0;
}

static struct talk_file *file_of(const char *name, const unsigned char *png, size_t size,
                                 const char *description)
{
    const struct outbound_file file = {name, (const char *)png, size, description};
    return talk_file_new(&file);
}

void discord_images_describe(const struct talk_file *file, json_t *body)
{
    char buffer[DISCORD_DESCRIPTION_UNITS * 3 + 1];
    struct text text = TEXT_IN(buffer);
    if (file == NULL || file->description == NULL)
        return;
    discord_content_add_label(&text, file->description, DISCORD_DESCRIPTION_UNITS);
    json_object_set_new(body, "attachments",
                        json_pack("[{s:s, s:s, s:s}]", "id", "0", "filename", file->name,
                                  "description", text.bytes));
}

struct talk_file *discord_images_attach(struct discord_place *place, const char *message,
                                        const struct talk_said *picture, json_t *body)
{
    const struct discord_image *image = place->image;
    if (has_it(place, message))
        return NULL;
    struct talk_file *file =
        file_of("table.png", image->png, image->size, picture->image->description);
    discord_images_describe(file, body);
    return file;
}

void discord_images_enclose(struct discord_session *session, struct talk_said *said)
{
    size_t size;
    if (said->image == NULL || said->file != NULL || talk_said_is_public(said))
        return;
    unsigned char *png = paint(session, said->image, &size);
    if (png != NULL)
        said->file = file_of("image.png", png, size, said->image->description);
    free(png);
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
