#include "bot/core/record_data.h"

#include <string.h>

#include "bot/base/memory.h"
#include "bot/core/render.h"
#include "bot/record/transcript.h"
#include "games/shared/frame.h"

enum { SEAT_NAME_BYTES = 128, TOLD_BYTES = RENDER_LINES_MAX * RENDER_LINE_BYTES };

/* Values that stand in a list once each, found by a text that is different for each. */
struct pool {
    json_t *numbers, *list;
};

struct making {
    const struct record_page *page;
    struct record_data *data;
    struct pool pieces, lines, drawings, phrases, texts;
    json_t *steps, *transcript, *looks;
    char names[GAME_SEATS_MAX][SEAT_NAME_BYTES];
    const char *name_list[GAME_SEATS_MAX];
    struct telling telling;
    struct transcript_reader reader;
    union game_state_block before; /* the line that was read last */
};

/* -- What stands there once -------------------------------------------------------------------- */

static void pool_open(struct pool *pool)
{
    *pool = (struct pool){json_object(), json_array()};
}

/* Returns the list. */
static json_t *pool_close(struct pool *pool)
{
    json_decref(pool->numbers);
    return pool->list;
}

/* Returns the number of the value that has this text, or -1. */
static json_int_t pool_find(const struct pool *pool, const char *text)
{
    const json_t *number = json_object_get(pool->numbers, text);
    return number != NULL ? json_integer_value(number) : -1;
}

static json_int_t pool_add(struct pool *pool, const char *text, json_t *value)
{
    json_int_t number = (json_int_t)json_array_size(pool->list);
    json_array_append_new(pool->list, value);
    json_object_set_new(pool->numbers, text, json_integer(number));
    return number;
}

static json_t *add_string(struct pool *pool, const char *string)
{
    json_int_t number = pool_find(pool, string);
    return json_integer(number >= 0 ? number : pool_add(pool, string, json_string(string)));
}

/* The length of the text up to where a sentence or a part of one ends, its blank included. */
static size_t phrase_length(const char *text)
{
    for (const char *at = text; *at != '\0'; at++)
        if (strchr(".:;", *at) != NULL && at[1] == ' ')
            return (size_t)(at - text) + 2;
    return strlen(text);
}

static json_t *phrases_of(struct making *making, const char *text)
{
    char buffer[RENDER_PICTURE_BYTES];
    json_t *phrases = json_array();
    for (size_t length; *text != '\0'; text += length) {
        struct text phrase = TEXT_IN(buffer);
        length = phrase_length(text);
        text_add_bytes(&phrase, text, length);
        json_array_append_new(phrases, add_string(&making->phrases, phrase.bytes));
    }
    return phrases;
}

static json_t *add_text(struct making *making, const char *text)
{
    json_int_t number = pool_find(&making->texts, text);
    return json_integer(number >= 0 ? number
                                    : pool_add(&making->texts, text, phrases_of(making, text)));
}

static json_t *pieces_of(struct making *making, const char *line)
{
    char buffer[RENDER_PICTURE_BYTES];
    json_t *pieces = json_array();
    struct painted piece;
    const char *rest = line;
    while (paint_next(&rest, line + strlen(line), &piece)) {
        struct text written = TEXT_IN(buffer);
        text_add_char(&written, (char)('A' + (int)piece.paint));
        text_add_bytes(&written, piece.bytes, piece.length);
        json_array_append_new(pieces, add_string(&making->pieces, written.bytes));
    }
    return pieces;
}

static json_int_t add_line(struct making *making, const char *line)
{
    json_int_t number = pool_find(&making->lines, line);
    return number >= 0 ? number : pool_add(&making->lines, line, pieces_of(making, line));
}

static json_t *lines_of(struct making *making, const char *drawing)
{
    char buffer[RENDER_PICTURE_BYTES];
    json_t *lines = json_array();
    while (*drawing != '\0') {
        struct text line = TEXT_IN(buffer);
        size_t length = strcspn(drawing, "\n");
        text_add_bytes(&line, drawing, length);
        json_array_append_new(lines, json_integer(add_line(making, line.bytes)));
        drawing += length + (drawing[length] == '\n');
    }
    return lines;
}

static json_t *add_drawing(struct making *making, const char *drawing)
{
    json_int_t number = drawing[0] != '\0' ? pool_find(&making->drawings, drawing) : -1;
    if (number < 0 && drawing[0] != '\0')
        number = pool_add(&making->drawings, drawing, lines_of(making, drawing));
    return json_integer(number);
}

/* -- A step ------------------------------------------------------------------------------------ */

static const struct game_state *position(const struct making *making)
{
    return (const struct game_state *)(const void *)making->reader.state.bytes;
}

/* Adds what viewers see to a column of the steps: a number for each, or one when all are alike. */
static void add_column(struct making *making, const char *name, json_t *numbers)
{
    json_t *first = json_array_get(numbers, 0);
    size_t i;
    const json_t *number;
    bool alike = true;
    json_array_foreach (numbers, i, number)
        alike = alike && json_equal(number, first);
    json_array_append(json_object_get(making->steps, name), alike ? first : numbers);
    json_decref(numbers);
}

/* Adds what only some steps have. */
static void add_rare(struct making *making, const char *name, json_t *value)
{
    char number[16];
    struct text step = TEXT_IN(number);
    text_add_number(&step, making->reader.n);
    json_object_set_new(json_object_get(making->steps, name), step.bytes, value);
}

/* How something is told in another size. */
static struct telling telling_in(const struct making *making, enum picture_size size)
{
    struct telling telling = making->telling;
    telling.size = size;
    return telling;
}

static json_t *picture_of(struct making *making, const struct game_view *view,
                          enum picture_size size)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text picture = TEXT_IN(buffer);
    const struct telling telling = telling_in(making, size);
    render_picture(making->data->game, view, &telling, true, &picture);
    return add_drawing(making, picture.bytes);
}

static json_t *sentences_of(struct making *making, const struct game_view *view)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text sentences = TEXT_IN(buffer);
    making->data->game->text->describe(view, &making->telling, &sentences);
    return add_text(making, sentences.bytes);
}

static json_t *hand_of(struct making *making, const struct game_view *view, enum picture_size size)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text hand = TEXT_IN(buffer);
    const struct telling telling = telling_in(making, size);
    making->data->game->text->hand(view, &telling, &hand);
    return add_drawing(making, hand.bytes);
}

static json_t *spoken_hand_of(struct making *making, const struct game_view *view)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text hand = TEXT_IN(buffer);
    const struct telling in_a_row = telling_in(making, PICTURE_SHORT);
    making->data->game->text->hand(view, &in_a_row, &hand);
    return add_text(making, hand.bytes);
}

/* The table as a spectator and as each seat sees it, and the hands. */
static void add_drawn(struct making *making, enum picture_size size, const char *pictures_name,
                      const char *hands_name)
{
    union game_view_block view;
    json_t *pictures = json_array(), *hands = json_array();
    const struct game_rules *rules = making->data->game->rules;
    rules->view(position(making), GAME_SPECTATOR, GAME_VIEW(&view));
    json_array_append_new(pictures, picture_of(making, GAME_VIEW(&view), size));
    for (uint8_t seat = 0; seat < making->reader.players; seat++) {
        rules->view(position(making), seat, GAME_VIEW(&view));
        json_array_append_new(pictures, picture_of(making, GAME_VIEW(&view), size));
        json_array_append_new(hands, hand_of(making, GAME_VIEW(&view), size));
    }
    add_column(making, pictures_name, pictures);
    add_column(making, hands_name, hands);
}

/* The same in words. */
static void add_spoken(struct making *making)
{
    union game_view_block view;
    json_t *sentences = json_array(), *spoken = json_array();
    const struct game_rules *rules = making->data->game->rules;
    rules->view(position(making), GAME_SPECTATOR, GAME_VIEW(&view));
    json_array_append_new(sentences, sentences_of(making, GAME_VIEW(&view)));
    for (uint8_t seat = 0; seat < making->reader.players; seat++) {
        rules->view(position(making), seat, GAME_VIEW(&view));
        json_array_append_new(sentences, sentences_of(making, GAME_VIEW(&view)));
        json_array_append_new(spoken, spoken_hand_of(making, GAME_VIEW(&view)));
    }
    add_column(making, "sentences", sentences);
    add_column(making, "spoken", spoken);
}

static void add_scoring(struct making *making, const struct game_view *view, enum picture_size size,
                        const char *name)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text scoring = TEXT_IN(buffer);
    const struct telling telling = telling_in(making, size);
    render_scoring(making->data->game, view, &telling, true, &scoring);
    add_rare(making, name, add_drawing(making, scoring.bytes));
}

static void add_told(struct making *making)
{
    union game_view_block view;
    char told_buffer[TOLD_BYTES];
    struct text told = TEXT_IN(told_buffer);
    const struct game *game = making->data->game;
    const struct game_events *events = &making->reader.events;
    game->rules->view(position(making), GAME_SPECTATOR, GAME_VIEW(&view));
    render_events(game, GAME_VIEW(&view), &making->telling, events, &told);
    render_situation(game, GAME_VIEW(&view), &making->telling, &told);
    json_array_append_new(json_object_get(making->steps, "told"), add_text(making, told.bytes));
    if (!events->scoring || game->text->scoring == NULL)
        return;
    add_scoring(making, GAME_VIEW(&view), PICTURE_WIDE, "scorings");
    add_scoring(making, GAME_VIEW(&view), PICTURE_NARROW, "narrow_scorings");
}

/* A move that was made in private is in no event. */
static void add_secret(struct making *making, const json_t *line)
{
    const struct game *game = making->data->game;
    const struct game_state *before = (const struct game_state *)(const void *)making->before.bytes;
    const char *written = json_string_value(json_object_get(line, "move"));
    json_int_t seat = json_integer_value(json_object_get(line, "seat")) - 1;
    char buffer[GAME_MOVE_SAID_MAX];
    struct text said = TEXT_IN(buffer);
    game_move move;
    if (game->text->is_private == NULL || written == NULL ||
        !game_move_read(game, before, (uint8_t)seat, written, &move) ||
        !game->text->is_private(move))
        return;
    game_move_say(game, move, making->page->words, &said);
    add_rare(making, "secrets", json_pack("[I, s]", seat, said.bytes));
}

/* Adds what the coach made of the move in this line, if it did. */
static void add_look(struct making *making)
{
    const struct record_review *review = making->page->review;
    size_t next = json_array_size(making->looks);
    if (review == NULL || next == review->count || review->looks[next].n != making->reader.n)
        return;
    const struct game *game = making->data->game;
    const struct game_state *before = (const struct game_state *)(const void *)making->before.bytes;
    const struct record_look *look = &review->looks[next];
    json_t *written = json_pack("[I, f, f]", (json_int_t)look->n, look->best, look->made);
    char buffer[3 * GAME_MOVE_SAID_MAX];
    struct text said = TEXT_IN(buffer);
    game_move move;
    if (record_look_is_costly(look) &&
        game_move_read(game, before, review->seat, look->better, &move)) {
        render_move(game, move, &making->telling, &said);
        json_array_append_new(written, json_string(said.bytes));
    }
    json_array_append_new(making->looks, written);
}

static void add_step(struct making *making, const json_t *line)
{
    add_told(making);
    add_drawn(making, PICTURE_WIDE, "pictures", "hands");
    add_drawn(making, PICTURE_NARROW, "narrow_pictures", "narrow_hands");
    add_spoken(making);
    add_secret(making, line);
    add_look(making);
}

/* -- The transcript ---------------------------------------------------------------------------- */

/* Takes the names from the header, or names the seats by their numbers. */
static void take_names(struct making *making, const json_t *header)
{
    const json_t *seats = json_object_get(header, "seats");
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++) {
        struct text name = TEXT_IN(making->names[seat]);
        const json_t *written = json_array_get(seats, seat);
        if (json_string_length(written) > 0)
            text_add_printable(&name, json_string_value(written), json_string_length(written));
        else
            words_say(making->page->words, &name, "record.seat", SAY_NUMBER(seat + 1));
        making->name_list[seat] = making->names[seat];
    }
}

static bool complain(struct text *error, unsigned line, const char *complaint)
{
    text_clear(error);
    text_add_format(error, "%u: %s", line, complaint);
    return false;
}

/* Reads a line that the reader has accepted, without what the page has no use for. */
static json_t *keep_line(struct making *making, const char *bytes, size_t length)
{
    json_t *line = json_loadb(bytes, length, 0, NULL);
    json_object_del(line, "legal");
    json_object_del(line, "check");
    json_array_append_new(making->transcript, line);
    return line;
}

static bool read_line(struct making *making, const char *bytes, size_t length, unsigned number,
                      struct text *error)
{
    char buffer[TRANSCRIPT_ERROR_MAX];
    struct text complaint = TEXT_IN(buffer);
    making->before = making->reader.state;
    if (!transcript_read_line(&making->reader, bytes, length, &complaint))
        return complain(error, number, complaint.bytes);
    if (making->reader.games > 1)
        return complain(error, number, "expected one game: a page shows a single one");
    const json_t *line = keep_line(making, bytes, length);
    if (number == 1) {
        making->data->game = making->reader.game;
        take_names(making, line);
    }
    if (!making->reader.ended)
        add_step(making, line);
    return true;
}

static bool read_all(struct making *making, struct text *error)
{
    const char *at = making->page->transcript, *end = at + making->page->length;
    for (unsigned number = 1; at < end; number++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((line_end != NULL ? line_end : end) - at);
        if (!read_line(making, at, length, number, error))
            return false;
        at += length + 1;
    }
    return making->reader.games > 0 || complain(error, 1, "expected a transcript, found nothing");
}

static json_t *list_seats(const struct making *making)
{
    json_t *seats = json_array();
    for (unsigned seat = 0; seat < making->reader.players; seat++)
        json_array_append_new(seats, json_string(making->names[seat]));
    return seats;
}

static json_t *describe_review(const struct making *making)
{
    const struct record_review *review = making->page->review;
    if (review == NULL)
        return json_null();
    return json_pack("{s:i, s:o, s:O}", "seat", review->seat, "won",
                     review->ended ? json_real(review->won) : json_null(), "looks", making->looks);
}

bool record_data_make(const struct record_page *page, struct record_data *data, struct text *error)
{
    struct making *making = memory_new(sizeof *making);
    *data = (struct record_data){0};
    making->page = page;
    making->data = data;
    making->telling = (struct telling){.words = page->words,
                                       .names = making->name_list,
                                       .size = PICTURE_WIDE,
                                       .alphabet = ALPHABET_UNICODE};
    making->steps = json_pack("{s:[], s:[], s:[], s:[], s:[], s:[], s:[], s:{}, s:{}, s:{}}",
                              "told", "pictures", "hands", "narrow_pictures", "narrow_hands",
                              "sentences", "spoken", "scorings", "narrow_scorings", "secrets");
    making->transcript = json_array();
    making->looks = json_array();
    pool_open(&making->pieces);
    pool_open(&making->lines);
    pool_open(&making->drawings);
    pool_open(&making->phrases);
    pool_open(&making->texts);
    transcript_reader_open(&making->reader);
    bool made = read_all(making, error);
    data->json = json_pack(
        "{s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "columns", frames[PICTURE_WIDE].width,
        "narrow_columns", frames[PICTURE_NARROW].width, "seats", list_seats(making), "pieces",
        pool_close(&making->pieces), "lines", pool_close(&making->lines), "drawings",
        pool_close(&making->drawings), "phrases", pool_close(&making->phrases), "texts",
        pool_close(&making->texts), "steps", making->steps, "transcript", making->transcript);
    json_object_set_new(data->json, "review", describe_review(making));
    json_decref(making->looks);
    free(making);
    if (!made)
        json_decref(data->json);
    return made;
}
