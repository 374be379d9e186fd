#include "bot/program/game_menu.h"

#include <time.h>

/* -- Reading ----------------------------------------------------------------------------------- */

/* What is being read of the store. */
struct reading {
    struct game_menu *menu;
    const struct game *only;
    struct game_offer *offer; /* whose moves are counted */
};

static struct game_offer *add_offer(struct game_menu *menu, const struct game *game)
{
    struct game_offer *offer = &menu->offers[menu->count++];
    *offer = (struct game_offer){.game = game};
    return offer;
}

static bool take_saved(void *context, const struct stored_ended *table)
{
    const struct reading *reading = context;
    const struct game *game = game_find(table->game);
    if (game == NULL || (reading->only != NULL && game != reading->only))
        return true;
    struct game_offer *offer = add_offer(reading->menu, game);
    offer->table = table->id;
    offer->opened = table->opened;
    return ++reading->menu->saved < GAME_MENU_SAVED_MAX;
}

static bool take_header(void *context, const struct stored_table *table)
{
    (void)context;
    (void)table;
    return true;
}

static bool count_move(void *context, const struct stored_line *line)
{
    const struct reading *reading = context;
    reading->offer->moves += line->move != NULL;
    return true;
}

/* A damaged record counts as far as it can be read; who chooses it is told. */
static bool count_moves(struct reading *reading, struct store_inquiry *inquiry)
{
    const struct store_reader reader = {
        .context = reading, .table = take_header, .line = count_move};
    for (unsigned i = 0; i < reading->menu->saved; i++) {
        reading->offer = &reading->menu->offers[i];
        reading->offer->moves = 0;
        if (!store_read_table(inquiry, reading->offer->table, &reader))
            return false;
    }
    return true;
}

bool game_menu_read(struct game_menu *menu, struct store_inquiry *inquiry, const char *network,
                    const char *place, const struct game *only)
{
    struct reading reading = {.menu = menu, .only = only};
    menu->count = menu->saved = 0;
    if (!store_read_archived(inquiry, network, place, "", &reading, take_saved) ||
        !count_moves(&reading, inquiry))
        return false;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (menu->count < GAME_MENU_MAX && (only == NULL || *game == only))
            add_offer(menu, *game);
    return true;
}

/* -- Saying ------------------------------------------------------------------------------------ */

static void say_day(int64_t seconds, struct text *out)
{
    char day[32] = "";
    struct tm parts;
    const time_t time = (time_t)seconds;
    if (localtime_r(&time, &parts) != NULL)
        strftime(day, sizeof day, "%Y-%m-%d", &parts);
    text_add(out, day);
}

static void say_offer(const struct game_offer *offer, const struct words *words, struct text *out)
{
    char key_buffer[64], day_buffer[32];
    struct text key = TEXT_IN(key_buffer), day = TEXT_IN(day_buffer);
    text_add_format(&key, "%s.name", offer->game->id);
    if (offer->table == 0) {
        words_say_plain(words, out, key.bytes);
        return;
    }
    say_day(offer->opened, &day);
    words_say(words, out, "play.saved", SAY_MESSAGE(key.bytes), SAY_NUMBER(offer->moves),
              SAY_TEXT(day.bytes));
}

void game_menu_say(const struct game_menu *menu, const struct words *words, struct text *out)
{
    for (unsigned i = 0; i < menu->count; i++) {
        if (i == 0 && menu->saved > 0)
            words_say_plain(words, out, "play.saved-games");
        else if (i == menu->saved)
            words_say_plain(words, out, "play.new-games");
        text_add_format(out, "%s%3u  ", i == 0 || i == menu->saved ? "\n" : "", i + 1);
        say_offer(&menu->offers[i], words, out);
        text_add_char(out, '\n');
    }
    words_say_plain(words, out, "play.choose");
}

const struct game_offer *game_menu_find(const struct game_menu *menu, const struct game *game)
{
    for (unsigned i = 0; i < menu->count; i++)
        if (menu->offers[i].game == game)
            return &menu->offers[i];
    return NULL;
}
