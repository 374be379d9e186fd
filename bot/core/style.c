#include "bot/core/style.h"

#include <string.h>

#include "games/shared/frame.h"

/* Returns the locale that the network reports for the person who is being answered; NULL for
 * anybody else. */
static const char *locale_of(const struct styles *styles, const struct setting_scope *scope)
{
    const struct inbound *asked = styles->outbox->asked;
    bool is_asker = asked != NULL && scope->identity != NULL && asked->locale != NULL &&
                    strcmp(asked->network, scope->network) == 0 &&
                    strcmp(asked->person.identity, scope->identity) == 0;
    return is_asker ? catalog_language_find(asked->locale) : NULL;
}

/* Where one person is alone, that person is the reader. */
static struct setting_scope reader_of(const struct styles *styles,
                                      const struct setting_scope *scope)
{
    struct setting_scope reader = *scope;
    if (reader.identity == NULL)
        reader.identity = networks_only_person(styles->networks, scope->network);
    return reader;
}

const char *style_prefix(const struct styles *styles, const struct setting_scope *scope)
{
    return networks_prefix(styles->networks, scope->network, scope->place);
}

static const char *language_for(const struct styles *styles, const struct setting_scope *scope)
{
    const char *chosen =
        catalog_languages[setting_number(styles->settings, SETTING_LANGUAGE, scope)];
    const char *locale = locale_of(styles, scope);
    if (locale != NULL &&
        setting_source(styles->settings, SETTING_LANGUAGE, scope) >= SETTING_FROM_FILE)
        chosen = locale;
    return chosen;
}

const char *style_language(const struct styles *styles, const struct setting_scope *scope)
{
    const struct setting_scope reader = reader_of(styles, scope);
    return language_for(styles, &reader);
}

static struct words words_for(const struct styles *styles, const struct setting_scope *scope)
{
    return catalog_prefix_words(styles->catalog, language_for(styles, scope),
                                style_prefix(styles, scope));
}

struct words style_words(const struct styles *styles, const struct setting_scope *scope)
{
    const struct setting_scope reader = reader_of(styles, scope);
    return words_for(styles, &reader);
}

struct words style_place_words(const struct styles *styles, const char *network, const char *place)
{
    const struct setting_scope scope = setting_in_place(network, place);
    return style_words(styles, &scope);
}

static bool fits(const struct network_screen *screen, enum picture_size size)
{
    return screen->columns >= frames[size].width && screen->rows >= frames[size].height;
}

/* Returns the largest size that fits a terminal. Elsewhere most people look at messages on a phone,
 * where long lines are cut or wrapped: narrow where lines form one message, else short. */
static enum picture_size default_size(const struct styles *styles, const char *network)
{
    struct network_screen screen;
    if (networks_screen(styles->networks, network, &screen))
        return fits(&screen, PICTURE_LARGE)  ? PICTURE_LARGE
               : fits(&screen, PICTURE_WIDE) ? PICTURE_WIDE
                                             : PICTURE_NARROW;
    if (networks_is_solitary(styles->networks, network))
        return PICTURE_WIDE;
    return networks_keeps_boards(styles->networks, network) ? PICTURE_NARROW : PICTURE_SHORT;
}

/* A turn with its sentences, its picture and the hand shall take half a terminal, so that the one
 * before stays in sight: they are smaller than those that one asks for. */
static enum picture_size default_turn_size(const struct styles *styles, const char *network,
                                           enum picture_size size)
{
    enum { ROWS_BESIDE_PICTURE = 4 };
    struct network_screen screen;
    if (!networks_screen(styles->networks, network, &screen) || size == PICTURE_NARROW)
        return size;
    screen.rows = screen.rows / 2 > ROWS_BESIDE_PICTURE ? screen.rows / 2 - ROWS_BESIDE_PICTURE : 0;
    return size == PICTURE_LARGE && fits(&screen, PICTURE_LARGE) ? PICTURE_LARGE
           : fits(&screen, PICTURE_WIDE)                         ? PICTURE_WIDE
                                                                 : PICTURE_SHORT;
}

static bool is_coloured(const struct styles *styles, const struct setting_scope *scope)
{
    int64_t colour = setting_number(styles->settings, SETTING_COLOUR, scope);
    return colour != COLOUR_OFF && networks_shows_colours(styles->networks, scope->network,
                                                          scope->place, colour == COLOUR_ON);
}

static enum setting_board board_of(const struct styles *styles, const struct setting_scope *scope)
{
    if (!networks_shows_images(styles->networks, scope->network))
        return BOARD_TEXT;
    return (enum setting_board)setting_number(styles->settings, SETTING_BOARD, scope);
}

struct style style_of(const struct styles *styles, const struct setting_scope *scope)
{
    static const enum picture_size sizes[] = {[SIZE_LARGE] = PICTURE_LARGE,
                                              [SIZE_WIDE] = PICTURE_WIDE,
                                              [SIZE_NARROW] = PICTURE_NARROW,
                                              [SIZE_SHORT] = PICTURE_SHORT,
                                              [SIZE_LINE] = PICTURE_LINE};
    const struct setting_scope reader = reader_of(styles, scope);
    int64_t size = setting_number(styles->settings, SETTING_SIZE, &reader);
    bool drawn = size != SIZE_AUTO && size != SIZE_SENTENCES;
    bool ascii = setting_number(styles->settings, SETTING_ALPHABET, &reader) == LETTERS_ASCII;
    enum picture_size shown = drawn ? sizes[size] : default_size(styles, scope->network);
    return (struct style){.words = words_for(styles, &reader),
                          .size = shown,
                          .turn_size =
                              drawn ? shown : default_turn_size(styles, scope->network, shown),
                          .sentences = size == SIZE_SENTENCES,
                          .alphabet = ascii ? ALPHABET_ASCII : ALPHABET_UNICODE,
                          .board = board_of(styles, &reader),
                          .voice = setting_is_on(styles->settings, SETTING_VOICE, &reader),
                          .coloured = is_coloured(styles, &reader)};
}
