/* Boards: the one message in a place that shows how its table stands, with its buttons. Boards are
 * shown once a turn of the loop, for every table that changed in it. */
#include "bot/core/inbound.h"
#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/core/render.h"

enum { NAME_COLUMNS = 28 };

struct image_texts {
    struct outbound_image image;
    char drawing[RENDER_PICTURE_BYTES], description[RENDER_PICTURE_BYTES];
};

/* -- Content ----------------------------------------------------------------------------------- */

static void draw_title(const struct table *table, const struct telling *telling, struct text *out)
{
    char name_buffer[64], players_buffer[16];
    struct text name = TEXT_IN(name_buffer), players = TEXT_IN(players_buffer);
    text_add_format(&name, "%s.name", table->game->id);
    game_players_print(table->game, &players);
    words_say(telling->words, out, "board.title", SAY_MESSAGE(name.bytes), SAY_TEXT(players.bytes));
}

static void draw_closed(const struct table *table, const struct telling *telling, struct text *out)
{
    bool archived = table->status == TABLE_ARCHIVED;
    text_add_char(out, '\n');
    words_say_plain(telling->words, out, archived ? "board.archived" : "board.closed");
}

/* Draws a table without a game yet: who sits there and what is chosen. */
static void draw_lobby(const struct table *table, const struct telling *telling, struct text *out)
{
    const struct game *game = table->game;
    draw_title(table, telling, out);
    for (unsigned seat = 0; seat < game->players_max; seat++) {
        text_add_format(out, "\n%u ", seat + 1);
        if (seat < table->seat_count)
            display_fit(telling->names[seat], NAME_COLUMNS, false, out);
        else
            text_add(out, "–");
    }
    for (int i = 0; i < game->option_count; i++)
        text_add_format(out, "\n%s=%s", game->options[i].name,
                        game->options[i].values[table->options[i]]);
    if (game->rules->forced != NULL)
        text_add_format(out, "\nforced=%s", table->plays_forced ? "auto" : "ask");
    if (!table_is_live(table))
        draw_closed(table, telling, out);
}

/* The table as an image, which has a size of its own: drawn, even where the text tells it in
 * sentences. Returns NULL when none is wanted, or before the game begins. */
static const struct outbound_image *draw_image(const struct table *table, const struct voice *voice,
                                               struct image_texts *texts)
{
    const struct telling *telling = &voice->telling;
    union game_view_block view;
    if (voice->style.board == BOARD_TEXT || table->state == NULL)
        return NULL;
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    struct text drawing = TEXT_IN(texts->drawing), description = TEXT_IN(texts->description);
    render_picture(table->game, GAME_VIEW(&view), telling, true, &drawing);
    table->game->text->describe(GAME_VIEW(&view), telling, &description);
    texts->image = (struct outbound_image){.drawing = texts->drawing,
                                           .description = texts->description,
                                           .alone = voice->style.board == BOARD_IMAGE};
    return &texts->image;
}

static void draw(const struct table *table, const struct voice *voice, struct text *out)
{
    const struct telling *telling = &voice->telling;
    if (table->state == NULL) {
        draw_lobby(table, telling, out);
        return;
    }
    union game_view_block view;
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    render_table(table->game, GAME_VIEW(&view), telling, &voice->style, out);
    if (table->status == TABLE_PLAYING)
        session_say_watchers(table, telling->words, out);
    if (table->status == TABLE_ABORTED || table->status == TABLE_ARCHIVED)
        draw_closed(table, telling, out);
}

/* -- Buttons ----------------------------------------------------------------------------------- */

static void add_lobby_choices(const struct table *table, const struct words *words,
                              struct choices *choices)
{
    bool open = session_may_change_seats(table) == NULL;
    if (open && table->seat_count < table->game->players_max) {
        choices_add(choices, words, "press.join", "join", CHOICE_MAIN);
        choices_add(choices, words, "press.bot", "bots add", CHOICE_LOOKS);
    }
    if (table->seat_count >= table->game->players_min)
        choices_add(choices, words, "press.start", "start", CHOICE_MAIN);
    if (open)
        choices_add(choices, words, "press.leave", "leave", CHOICE_LOOKS);
}

/* Adds the moves of the seat that may act, when there is only one such seat and everybody may know
 * its moves. */
static void add_open_moves(const struct table *table, const struct telling *telling,
                           struct choices *choices)
{
    const struct game_rules *rules = table->game->rules;
    seat_set actors = rules->actors(table->state);
    if (rules->open == NULL || actors == 0 || (actors & (actors - 1)) != 0)
        return;
    uint8_t seat = (uint8_t)__builtin_ctz(actors);
    union game_view_block view;
    rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    if (table->seats[seat].identity == NULL || !rules->open(GAME_VIEW(&view), seat))
        return;
    game_move moves[GAME_LEGAL_MAX];
    struct move_texts texts;
    move_texts_write(&texts, table->game, moves, rules->legal(table->state, seat, moves));
    choices_add_moves(choices, telling, &texts, CHOICES_MAX - choices->count);
}

static void add_resume(const struct table *table, const struct words *words,
                       struct choices *choices)
{
    char buffer[CHOICE_COMMAND_BYTES];
    struct text resume = TEXT_IN(buffer);
    text_add_format(&resume, "resume %lld", (long long)table->id);
    choices_add(choices, words, "press.resume", resume.bytes, CHOICE_MAIN);
}

static void add_choices(const struct table *table, const struct telling *telling,
                        struct choices *choices)
{
    const struct words *words = telling->words;
    char buffer[CHOICE_COMMAND_BYTES];
    struct text rules = TEXT_IN(buffer);
    text_add_format(&rules, "rules %s", table->game->id);
    if (table->status == TABLE_LOBBY) {
        add_lobby_choices(table, words, choices);
    } else if (table->status == TABLE_PLAYING) {
        choices_add(choices, words, "press.hand", "hand", CHOICE_MAIN);
        choices_add(choices, words, "press.moves", "moves", CHOICE_LOOKS);
        choices_add(choices, words, "press.recap", "recap", CHOICE_LOOKS);
    } else if (table->status == TABLE_ARCHIVED) {
        add_resume(table, words, choices);
    } else {
        choices_add(choices, words, "press.again", "again", CHOICE_MAIN);
    }
    choices_add(choices, words, "press.rules", rules.bytes, CHOICE_LOOKS);
    if (table->status == TABLE_PLAYING)
        add_open_moves(table, telling, choices);
}

void session_move_choices(struct sessions *sessions, const struct table *table, unsigned seat,
                          const char *typed, struct choices *choices)
{
    const struct game_rules *rules = table->game->rules;
    const struct seat *owner = &table->seats[seat];
    choices->count = 0;
    if (table->status != TABLE_PLAYING || owner->identity == NULL ||
        !networks_keeps_boards(sessions->networks, owner->network) ||
        !(rules->actors(table->state) & SEAT_BIT(seat)))
        return;
    enum { LAST_ONES = 2 }; /* back, and typing a move */
    game_move moves[GAME_LEGAL_MAX];
    struct move_texts texts;
    struct voice voice;
    const struct setting_scope reader = session_seat_reader(table, seat);
    const struct telling *telling = session_voice(sessions, table, &reader, &voice);
    move_texts_write(&texts, table->game, moves, rules->legal(table->state, (uint8_t)seat, moves));
    move_texts_keep(&texts, telling->words, typed);
    choices_add_moves(choices, telling, &texts, CHOICES_MAX - LAST_ONES);
    const char *last = strrchr(typed, ' ');
    char buffer[INBOUND_TEXT_MAX];
    struct text back = TEXT_IN(buffer);
    text_add(&back, "moves ");
    text_add_bytes(&back, typed, last != NULL ? (size_t)(last - typed) : 0);
    if (typed[0] != '\0')
        choices_add(choices, telling->words, "press.back", back.bytes, CHOICE_LOOKS);
    choices_add(choices, telling->words, "press.type", "play", CHOICE_ASKS);
}

/* -- Showing ----------------------------------------------------------------------------------- */

static size_t list_calls(const struct table *table, const char *network, seat_set called,
                         const char *calls[GAME_SEATS_MAX])
{
    size_t count = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if ((called & SEAT_BIT(seat)) && strcmp(table->seats[seat].network, network) == 0)
            calls[count++] = table->seats[seat].identity;
    return count;
}

void session_show_board(struct sessions *sessions, const struct table *table,
                        struct table_place *place, seat_set called)
{
    if (!place->open || !networks_keeps_boards(sessions->networks, place->network))
        return;
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct voice voice;
    struct choices choices = {.count = 0};
    struct image_texts image;
    const char *calls[GAME_SEATS_MAX];
    const struct setting_scope reader = setting_in_place(place->network, place->place);
    const struct telling *telling = session_voice(sessions, table, &reader, &voice);
    draw(table, &voice, &text);
    add_choices(table, telling, &choices);
    outbox_put(sessions->outbox,
               &(struct outbound){.kind = OUTBOUND_PICTURE,
                                  .network = place->network,
                                  .place = place->place,
                                  .text = text.bytes,
                                  .table = (uint64_t)table->id,
                                  .request = place->request,
                                  .line = table_moment(table),
                                  .image = draw_image(table, &voice, &image),
                                  .calls = calls,
                                  .call_count = list_calls(table, place->network, called, calls),
                                  .choices = choices.list,
                                  .choice_count = choices.count});
    place->request = 0;
}

void session_board_answers(struct sessions *sessions, const struct inbound *inbound)
{
    struct table_place *place = session_place(sessions, inbound->network, inbound_where(inbound));
    if (place != NULL && place->table != NULL && place->table->shows)
        place->request = inbound->request;
}

/* Returns the people whose turn has come since the last board. */
static seat_set to_be_called(struct table *table)
{
    seat_set acting = table_people_asked(table);
    seat_set called = acting & (seat_set)~table->called;
    table->called = acting;
    return called;
}

void session_show_boards_of(struct sessions *sessions, struct table *table)
{
    seat_set called = to_be_called(table);
    if (table->thread != THREAD_NONE)
        return; /* the table moves to its thread before anybody sees the board here */
    for (struct table_place *place = table->places; place != NULL; place = place->next)
        session_show_board(sessions, table, place, called);
}

void session_show_boards(struct sessions *sessions)
{
    for (struct table *table = sessions->touched; table != NULL; table = table->touched_next) {
        if (!table->shows)
            continue;
        session_show_boards_of(sessions, table);
        session_program_turns(sessions, table);
    }
}
