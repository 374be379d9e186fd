/* `seek`: people look for a table, and for others whom they do not know yet. */
#include "bot/core/seeks.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/core/render.h"
#include "bot/tables/seeking.h"
#include "bot/tables/time_left.h"

const char *const command_paces[] = {SEEK_LIVE, SEEK_SLOW, NULL};

static void name_of(const struct game *game, struct text *key)
{
    text_add_format(key, "%s.name", game->id);
}

/* -- Where it is asked ------------------------------------------------------------------------- */

static void copy(char *target, size_t size, const char *source)
{
    struct text text = text_in(target, size);
    text_add(&text, source != NULL ? source : "");
}

/* Begins a seek of the person in the place where they type. */
static struct seek seek_here(const struct call *call, const struct game *game)
{
    const struct inbound *inbound = call->inbound;
    struct seek seek = {.game = game, .roles = inbound->roles};
    bool is_home = inbound->home != NULL && strcmp(inbound->home, inbound->place) == 0;
    copy(seek.network, sizeof seek.network, inbound->network);
    copy(seek.identity, sizeof seek.identity, inbound->person.identity);
    copy(seek.name, sizeof seek.name, inbound->person.name);
    copy(seek.place, sizeof seek.place, inbound->place);
    if (inbound->place[0] == '\0')
        home_of(seek.identity, seek.place);
    seek.in_private = inbound->place[0] == '\0' || is_home ||
                      networks_is_solitary(call->commands->networks, inbound->network);
    return seek;
}

/* -- How many there are ------------------------------------------------------------------------ */

/* Counts those who could be met from here. Whom the person has blocked, and who has blocked them,
 * is not counted: nobody learns that they are blocked. */
static unsigned count_others(struct call *call, const struct seek *own)
{
    size_t count;
    unsigned others = 0;
    int64_t now = clock_now(call->commands->clock);
    struct seek *list = seek_list(call->commands->settings, own->game, &count);
    for (size_t i = 0; i < count; i++) {
        struct seek meeting = *own;
        copy(meeting.pace, sizeof meeting.pace, list[i].pace);
        others += (list[i].until == 0 || list[i].until > now) &&
                  seeking_may_meet(call->commands->sessions, &meeting, &list[i]);
    }
    free(list);
    return others;
}

/* -- What is shown ----------------------------------------------------------------------------- */

static void add_players(const struct seek *seek, struct text *out)
{
    text_add_format(out, seek->least == seek->most ? "%u" : "%u–%u", seek->least, seek->most);
}

static const char *time_of(const struct call *call, const struct words *words,
                           const struct seek *seek, char buffer[64])
{
    struct text text = text_in(buffer, 64);
    if (seek->until != 0)
        time_left_say(words, seek->until - clock_now(call->commands->clock), &text);
    return buffer;
}

static void add_own(const struct call *call, const struct words *words, const struct seek *seek,
                    struct text *out)
{
    char name_buffer[64], players_buffer[16], pace_buffer[64], time[64] = "";
    struct text name = TEXT_IN(name_buffer), players = TEXT_IN(players_buffer);
    struct text pace = TEXT_IN(pace_buffer);
    name_of(seek->game, &name);
    add_players(seek, &players);
    fixed_word_say(words, seek->pace, &pace);
    text_separate(out, "; ");
    words_say(words, out, "seek.own", SAY_MESSAGE(name.bytes), SAY_TEXT(players.bytes),
              SAY_TEXT(pace.bytes), SAY_NUMBER(seek->until != 0),
              SAY_TEXT(time_of(call, words, seek, time)));
}

/* What the person looks for, and how many others look for each game. */
static void list_seeks(struct call *call)
{
    char own_buffer[RENDER_LINE_BYTES], waiting_buffer[RENDER_LINE_BYTES];
    struct text own = TEXT_IN(own_buffer), waiting = TEXT_IN(waiting_buffer);
    struct words words = call_words(call);
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        char name_buffer[64];
        struct text name = TEXT_IN(name_buffer);
        struct seek seek = seek_here(call, *game), found;
        unsigned others = count_others(call, &seek);
        if (seek_find(call->commands->settings, *game, seek.network, seek.identity, &found))
            add_own(call, &words, &found, &own);
        if (others == 0)
            continue;
        name_of(*game, &name);
        text_separate(&waiting, ", ");
        words_say_plain(&words, &waiting, name.bytes);
        text_add_format(&waiting, " %u", others);
    }
    answer(call, "seek.list", SAY_NUMBER(own.length > 0), SAY_TEXT(own.bytes),
           SAY_NUMBER(waiting.length > 0), SAY_TEXT(waiting.bytes));
}

/* -- off --------------------------------------------------------------------------------------- */

/* `only`: of this game; NULL: of all. */
static void withdraw(struct call *call, const struct game *only)
{
    const struct inbound *inbound = call->inbound;
    struct settings *settings = call->commands->settings;
    struct seek seek;
    unsigned count = 0;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        if ((only != NULL && *game != only) ||
            !seek_find(settings, *game, inbound->network, inbound->person.identity, &seek))
            continue;
        session_end_seek(call->commands->sessions, &seek);
        count++;
    }
    answer(call, "seek.off", SAY_NUMBER(count));
}

/* -- What was typed ---------------------------------------------------------------------------- */

/* Reads "3" or "3-4". */
static bool read_players(const char *word, size_t length, struct seek *seek)
{
    char *end;
    unsigned long least = strtoul(word, &end, 10), most = least;
    if (end == word)
        return false;
    size_t dash = strncmp(end, "–", 3) == 0 ? 3 : *end == '-';
    if (dash > 0) {
        const char *begin = end + dash;
        most = strtoul(begin, &end, 10);
        if (end == begin)
            return false;
    }
    if (end != word + length || least < seek->game->players_min || least > most ||
        most > seek->game->players_max)
        return false;
    seek->least = (unsigned)least;
    seek->most = (unsigned)most;
    return true;
}

static bool read_pace(const struct call *call, const char *word, size_t length, struct seek *seek)
{
    char typed[SEEK_PACE_BYTES];
    struct setting_value value;
    struct text text = TEXT_IN(typed), pace = TEXT_IN(seek->pace);
    const char *known = fixed_word_find(call->commands->catalog, command_paces, word, length);
    text_add_bytes(&text, word, length);
    if (known == NULL &&
        (text.truncated || !setting_read(SETTING_TURN_TIME, typed, &value) || value.number == 0))
        return false;
    text_clear(&pace);
    if (known != NULL)
        text_add(&pace, known);
    else
        setting_value_print(SETTING_TURN_TIME, &value, &pace);
    return true;
}

/* A number of people begins with a digit as a time does, but ends with one, too. */
static bool is_about_players(const char *word, size_t length)
{
    return word[0] >= '0' && word[0] <= '9' && word[length - 1] >= '0' && word[length - 1] <= '9';
}

/* What follows the game. */
struct wishes {
    struct seek seek;
    bool off;
};

/* Reads one word; returns false after an answer. */
static bool read_wish(struct call *call, const char *word, size_t length, struct wishes *wishes)
{
    char name_buffer[64], players_buffer[16];
    struct text name = TEXT_IN(name_buffer), players = TEXT_IN(players_buffer);
    bool about_players = is_about_players(word, length);
    bool off = length == 3 && strncmp(word, "off", length) == 0;
    wishes->off |= off;
    if (off || (about_players ? read_players(word, length, &wishes->seek)
                              : read_pace(call, word, length, &wishes->seek)))
        return true;
    name_of(wishes->seek.game, &name);
    game_players_print(wishes->seek.game, &players);
    answer(call, about_players ? "refusal.seek-players" : "refusal.seek-pace",
           SAY_MESSAGE(name.bytes), SAY_TEXT(players.bytes));
    return false;
}

/* In any order. */
static bool read_wishes(struct call *call, const char *rest, struct wishes *wishes)
{
    const char *word;
    for (size_t length; (length = command_next_word(&rest, &word)) > 0;)
        if (!read_wish(call, word, length, wishes))
            return false;
    return true;
}

/* -- GAME -------------------------------------------------------------------------------------- */

static void begin_waiting(const struct call *call, struct seek *seek)
{
    uint8_t random[(SEEK_ID_TEXT - 1) / 2];
    const struct setting_scope scope = call_audience(call);
    int64_t time =
        setting_number(call->commands->settings,
                       seek_is_slow(seek) ? SETTING_SEEK_TIME_SLOW : SETTING_SEEK_TIME, &scope);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(seek->id, sizeof seek->id, random, sizeof random);
    seek->since = clock_now(call->commands->clock);
    seek->until = time != 0 ? seek->since + time : 0;
}

/* Who asks again keeps their turn. */
static void replace(struct call *call, struct seek *seek)
{
    struct seek before;
    if (!seek_find(call->commands->settings, seek->game, seek->network, seek->identity, &before))
        return;
    seek->since = before.since;
    session_end_seek(call->commands->sessions, &before);
}

static void look_for(struct call *call, struct seek *seek)
{
    char buffer[RENDER_LINE_BYTES];
    struct text own = TEXT_IN(buffer);
    struct words words = call_words(call);
    struct sessions *sessions = call->commands->sessions;
    session_refusal refusal = seeking_refuses(sessions, seek);
    if (refusal != NULL) {
        command_refuse(call, refusal);
        return;
    }
    begin_waiting(call, seek);
    replace(call, seek);
    if (!seek_put(call->commands->settings, seek)) {
        answer_plain(call, "refusal.seek-many");
        return;
    }
    add_own(call, &words, seek, &own);
    answer(call, "seek.begun", SAY_TEXT(own.bytes), SAY_NUMBER(count_others(call, seek)),
           SAY_NUMBER(seeking_is_open(sessions, seek)));
    seeking_look_again(sessions);
}

static void seek_game(struct call *call, const struct game *game, const char *rest)
{
    struct wishes wishes = {.seek = seek_here(call, game)};
    wishes.seek.least = game->players_min;
    wishes.seek.most = game->players_max;
    copy(wishes.seek.pace, sizeof wishes.seek.pace, SEEK_LIVE);
    if (!read_wishes(call, rest, &wishes))
        return;
    if (wishes.off)
        withdraw(call, game);
    else if (command_may_open(call))
        look_for(call, &wishes.seek);
}

void command_seek(struct call *call)
{
    const char *rest = call->arguments, *behind = rest, *word;
    size_t length = command_next_word(&behind, &word);
    bool off = length == 3 && strncmp(word, "off", length) == 0;
    if (off)
        rest = behind;
    const struct game *game = command_read_game(call, &rest);
    if (length == 0)
        list_seeks(call);
    else if (rest[0] != '\0' && (off || game == NULL))
        command_refuse_game(call, rest);
    else if (off)
        withdraw(call, game);
    else
        seek_game(call, game, rest);
}
