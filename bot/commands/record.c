/* Records of finished tables: which ones a person may read, checking the shuffle, replaying step by
 * step. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/commands/command.h"
#include "bot/core/render.h"
#include "bot/record/seed.h"
#include "bot/record/shuffle.h"
#include "bot/tables/daily.h"
#include "bot/tables/deals.h"
#include "bot/tables/finished.h"
#include "bot/tables/leagues.h"

/* -- Which table ------------------------------------------------------------------------------- */

/* Reads "17" or "#17"; false when it is not a number. */
static bool read_number(const char **rest, int64_t *number)
{
    const char *word;
    char digits[20];
    struct text text = TEXT_IN(digits);
    size_t length = command_next_word(rest, &word);
    if (length > 0 && word[0] == '#') {
        word++;
        length--;
    }
    text_add_bytes(&text, word, length);
    char *end;
    *number = strtoll(digits, &end, 10);
    return length > 0 && !text.truncated && *end == '\0' && *number >= 0;
}

static bool take_first(void *context, const struct stored_ended *ended)
{
    int64_t *id = context;
    *id = ended->id;
    return false;
}

int64_t command_last_table(struct call *call)
{
    int64_t id = 0;
    if (call->inbound->place[0] != '\0')
        store_read_ended(call_inquiry(call), call->inbound->network, call->inbound->place, &id,
                         take_first);
    return id;
}

/* People may look at tables that were shown where they ask, and at tables where they sat. */
static bool may_look(const struct call *call, const struct finished *finished)
{
    const struct inbound *inbound = call->inbound;
    return finished_was_in(finished, inbound->network, inbound->place) ||
           finished_seat_of(finished, inbound->network, inbound->person.identity) >= 0;
}

/* Everybody may look at the best game of a deal of the day. */
static bool is_best_daily(struct call *call, const struct finished *finished)
{
    struct daily_result best;
    return finished->day != 0 &&
           daily_best(call->commands->sessions, call_inquiry(call), finished->day, finished->game,
                      &best) &&
           best.table == finished->id;
}

/* Reads the table, or answers why not. While the store is asked it does neither. The caller calls
 * finished_free() in any case. */
static bool open_finished(struct call *call, int64_t id, struct finished *finished)
{
    enum finished_result result = finished_read(call_inquiry(call), id, finished);
    if (call_waits(call))
        return false;
    const char *refusal = NULL;
    bool open =
        finished->day != 0 && daily_is_open(finished->day, clock_now(call->commands->clock));
    bool may = may_look(call, finished) ||
               (result == FINISHED_READ && !open && is_best_daily(call, finished));
    if (call_waits(call))
        return false;
    if (result == FINISHED_READ && may && open)
        refusal = "refusal.daily-open";
    else if (result == FINISHED_READ && may && leagues_hide(call->commands->sessions, id))
        refusal = "refusal.league-deal";
    else if (result == FINISHED_LIVE && may)
        refusal = "refusal.not-over";
    else if (result == FINISHED_UNREADABLE)
        refusal = "refusal.record-damaged";
    else if (result == FINISHED_DROPPED && may)
        refusal = "refusal.record-dropped";
    else if (result != FINISHED_READ || !may)
        refusal = id > 0 ? "refusal.no-such-table" : "refusal.nothing-finished";
    if (refusal != NULL)
        answer(call, refusal, SAY_NUMBER(id));
    return refusal == NULL;
}

bool command_open_finished(struct call *call, struct finished *finished)
{
    const char *rest = call->arguments;
    int64_t id = command_last_table(call);
    char key[COMMAND_KEY_BYTES];
    *finished = (struct finished){0};
    if (call_waits(call))
        return false;
    if (rest[0] != '\0' && !read_number(&rest, &id)) {
        answer(call, "refusal.table-number", command_title(call->command, key));
        return false;
    }
    return open_finished(call, id, finished);
}

static void list_names(const struct finished *finished, const char *names[GAME_SEATS_MAX])
{
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        names[seat] = seat < finished->seat_count ? finished->seats[seat].name : "";
}

/* -- verify ------------------------------------------------------------------------------------ */

/* The message that says who could still have chosen the deal (bot/record/shuffle.h). */
static const char *proof(unsigned words, unsigned seals, const struct shuffle_beacon *beacon)
{
    if (beacon->round != 0)
        return "proof.beacon";
    if (seals > 0)
        return "proof.sealed-words";
    return words > 0 ? "proof.words" : "proof.no-words";
}

/* Lists the words by seat, and what is sealed and not shown yet; returns how many. */
static unsigned list_words(const struct table *table, struct text *out)
{
    unsigned given = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const struct seat *own = &table->seats[seat];
        const char *told = own->word != NULL ? own->word : own->seal;
        if (told[0] == '\0')
            continue;
        given++;
        text_separate(out, ", ");
        text_add_format(out, "%u %s", seat + 1, told);
    }
    return given;
}

static void answer_sealed(const struct call *call)
{
    char commitment[SHUFFLE_COMMITMENT_TEXT], buffer[GAME_SEATS_MAX * (SHUFFLE_SEAL_TEXT + 8)];
    struct text words = TEXT_IN(buffer);
    const struct table *table = call->table;
    unsigned given = list_words(table, &words);
    shuffle_commit(table->seed, commitment);
    answer_here(call, "answer.sealed", SAY_TEXT(commitment), SAY_TEXT(words.bytes),
                SAY_NUMBER(given),
                SAY_MESSAGE(proof(given, table_has_seals(table), &table->beacon)));
}

static const char *verdict(const struct transcript_shuffle *shuffle)
{
    if (shuffle->sealed && !shuffle->kept)
        return "answer.verify-seed";
    if (shuffle->broken)
        return "answer.verify-seal";
    if (!shuffle->drawn)
        return shuffle->astray == 0 ? "answer.verify-setup" : "answer.verify-line";
    return shuffle->sealed ? "answer.verified" : "answer.verified-unsealed";
}

static void answer_beacon(const struct call *call, const struct shuffle_beacon *beacon)
{
    char number[24];
    if (beacon->round != 0)
        answer_here(call, beacon->value[0] != '\0' ? "event.beacon" : "refusal.beacon-awaited",
                    SAY_TEXT(log_number(number, (int64_t)beacon->round)), SAY_TEXT(beacon->value));
}

/* How many tables there were here before, and who aborted them. */
static void answer_deals(const struct call *call, const struct deals *deals)
{
    char buffer[DEALS_TEXT_BYTES];
    struct text people = TEXT_IN(buffer);
    deals_list_people(deals, &people);
    if (deals->aborted > 0)
        answer_here(call, "deals.count", SAY_NUMBER(deals->tables + 1), SAY_NUMBER(deals->aborted),
                    SAY_TEXT(people.bytes), SAY_NUMBER(deals->people_count));
}

static void answer_verified(struct call *call, const struct finished *finished)
{
    const struct transcript_shuffle *shuffle = &finished->end.shuffle;
    char seed[SEED_TEXT_MAX], commitment[SHUFFLE_COMMITMENT_TEXT];
    seed_print(finished->seed, seed);
    shuffle_commit(finished->seed, commitment);
    answer_here(call, verdict(shuffle), SAY_NUMBER(finished->id), SAY_TEXT(seed),
                SAY_TEXT(commitment), SAY_NUMBER(shuffle->words), SAY_NUMBER(shuffle->astray),
                SAY_MESSAGE(proof(shuffle->words, shuffle->seals, &shuffle->beacon)));
}

void command_verify(struct call *call)
{
    struct finished finished = {.id = 0};
    struct deals deals;
    const struct inbound *inbound = call->inbound;
    bool live = call->table != NULL && call->arguments[0] == '\0';
    if (!live && !command_open_finished(call, &finished)) {
        finished_free(&finished);
        return;
    }
    int64_t before = live ? call->table->opened : 0;
    deals_count(call_inquiry(call), inbound->network, inbound->place, finished.id, before, &deals);
    if (!call_waits(call)) {
        if (live)
            answer_sealed(call);
        else
            answer_verified(call, &finished);
        answer_beacon(call, live ? &call->table->beacon : &finished.end.shuffle.beacon);
        answer_deals(call, &deals);
    }
    finished_free(&finished);
}

/* -- replay ------------------------------------------------------------------------------------ */

enum { LISTED_MAX = 8 };

struct ended_list {
    const struct words *words;
    struct text *out;
    unsigned count;
};

static bool list_ended(void *context, const struct stored_ended *ended)
{
    struct ended_list *list = context;
    char buffer[64];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "%s.name", ended->game);
    text_separate(list->out, ", ");
    text_add_format(list->out, "%lld ", (long long)ended->id);
    words_say_plain(list->words, list->out, key.bytes);
    return ++list->count < LISTED_MAX;
}

static void answer_list(struct call *call)
{
    char buffer[1024];
    struct text listed = TEXT_IN(buffer);
    const struct inbound *inbound = call->inbound;
    struct words words = call_words(call);
    struct ended_list list = {.words = &words, .out = &listed};
    store_read_ended(call_inquiry(call), inbound->network, inbound->place, &list, list_ended);
    if (call_waits(call))
        return;
    if (list.count > 0)
        answer(call, "answer.finished-tables", SAY_TEXT(listed.bytes));
    else
        answer(call, "refusal.nothing-finished", SAY_NUMBER(0));
}

/* Shows one step: what happened in the line, and the table after it. */
static void show_step(const struct call *call, const struct finished *finished,
                      const struct transcript_reader *reader)
{
    char told_buffer[RENDER_LINES_MAX * RENDER_LINE_BYTES], picture_buffer[RENDER_PICTURE_BYTES];
    struct text told = TEXT_IN(told_buffer), picture = TEXT_IN(picture_buffer);
    const char *names[GAME_SEATS_MAX];
    const struct table no_table = {.id = 0};
    const struct setting_scope audience = call_audience(call);
    struct style style = style_of(call->commands->styles, &audience);
    struct telling telling = {
        .words = &style.words, .names = names, .size = style.size, .alphabet = style.alphabet};
    union game_view_block view;
    list_names(finished, names);
    finished->game->rules->view((const struct game_state *)(const void *)reader->state.bytes,
                                GAME_SPECTATOR, GAME_VIEW(&view));
    render_events(finished->game, GAME_VIEW(&view), &telling, &reader->events, &told);
    render_situation(finished->game, GAME_VIEW(&view), &telling, &told);
    render_table(finished->game, GAME_VIEW(&view), &telling, &style, &picture);
    answer_here(call, "answer.replay", SAY_NUMBER(finished->id), SAY_NUMBER(reader->n),
                SAY_NUMBER(finished->end.n), SAY_TEXT(told.bytes));
    answer_here_text(call, OUTBOUND_PICTURE, &no_table, picture.bytes);
}

static void show_line(struct call *call, int64_t id, int64_t line)
{
    struct finished finished;
    struct transcript_reader reader;
    if (open_finished(call, id, &finished)) {
        struct table_place *place =
            session_place(call->commands->sessions, call->inbound->network, call->inbound->place);
        if (line > finished.end.n || !finished_read_to(&finished, (uint32_t)line, &reader)) {
            answer(call, "refusal.no-such-line", SAY_NUMBER(id), SAY_NUMBER(finished.end.n));
        } else {
            show_step(call, &finished, &reader);
            if (place != NULL)
                session_note_replay(place, id, (uint32_t)line);
        }
    }
    finished_free(&finished);
}

/* replay TABLE [LINE]; without arguments it continues the replay that was begun here. */
void command_replay(struct call *call)
{
    const char *rest = call->arguments;
    const struct table_place *place =
        session_place(call->commands->sessions, call->inbound->network, call->inbound->place);
    int64_t id, line = 0;
    char key[COMMAND_KEY_BYTES];
    if (rest[0] == '\0' && (place == NULL || place->replay.table == 0)) {
        answer_list(call);
    } else if (rest[0] == '\0') {
        show_line(call, place->replay.table, (int64_t)place->replay.line + 1);
    } else if (!read_number(&rest, &id) || (rest[0] != '\0' && !read_number(&rest, &line))) {
        answer(call, "refusal.table-number", command_title(call->command, key));
    } else {
        show_line(call, id, line);
    }
}
