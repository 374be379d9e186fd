/* What is told about leagues: lines for their channel, and tables in text. */
#include <stdlib.h>
#include <string.h>

#include "bot/core/render.h"
#include "bot/league/scores.h"
#include "bot/tables/league_private.h"
#include "bot/tables/session_private.h"
#include "bot/tables/time_left.h"
#include "games/shared/canvas.h"

/* -- Standings --------------------------------------------------------------------------------- */

enum { COLUMNS_MAX = 8, CELL_BYTES = 80, NAME_WIDEST = 24, NAME_NARROWEST = 6, GAP = 2 };

enum column {
    COLUMN_PLACE,
    COLUMN_NAME,
    COLUMN_POINTS,
    COLUMN_BUCHHOLZ,
    COLUMN_DIRECT,
    COLUMN_WON,
    COLUMN_DRAWN,
    COLUMN_LOST,
    COLUMN_ROUNDS,
    COLUMN_MATCHPOINTS,
    COLUMN_NET,
    COLUMN_DEALS
};

static const char *const heads[] = {
    [COLUMN_PLACE] = "league.head.place",   [COLUMN_NAME] = "league.head.name",
    [COLUMN_POINTS] = "league.head.points", [COLUMN_BUCHHOLZ] = "league.head.buchholz",
    [COLUMN_DIRECT] = "league.head.direct", [COLUMN_WON] = "league.head.won",
    [COLUMN_DRAWN] = "league.head.drawn",   [COLUMN_LOST] = "league.head.lost",
    [COLUMN_ROUNDS] = "league.head.rounds", [COLUMN_MATCHPOINTS] = "league.head.matchpoints",
    [COLUMN_NET] = "league.head.net",       [COLUMN_DEALS] = "league.head.deals",
};

/* What a table of standings is made of. */
struct sheet {
    const struct league *league;
    const struct words *words;
    const struct league_standing *standings;
    unsigned rows, columns;
    enum column shown[COLUMNS_MAX];
    unsigned widths[COLUMNS_MAX];
};

static void show(struct sheet *sheet, enum column column)
{
    sheet->shown[sheet->columns++] = column;
}

/* In a narrow table only what decides. */
static void choose_columns(struct sheet *sheet, bool wide)
{
    show(sheet, COLUMN_PLACE);
    show(sheet, COLUMN_NAME);
    switch (sheet->league->form) {
    case LEAGUE_KNOCKOUT:
        show(sheet, COLUMN_ROUNDS);
        return;
    case LEAGUE_DUPLICATE:
        show(sheet, sheet->league->scoring == LEAGUE_NET ? COLUMN_NET : COLUMN_MATCHPOINTS);
        show(sheet, COLUMN_DEALS);
        return;
    default:
        show(sheet, COLUMN_POINTS);
        show(sheet, COLUMN_BUCHHOLZ);
        show(sheet, COLUMN_DIRECT);
    }
    for (enum column column = COLUMN_WON; wide && column <= COLUMN_LOST; column++)
        show(sheet, column);
}

static void add_halves(int32_t halves, struct text *out)
{
    text_add_format(out, "%d%s", (int)(halves / 2), halves % 2 != 0 ? ".5" : "");
}

/* "+0.67": how many points more than the mean of that seat. */
static void add_net(const struct league *league, int32_t net, struct text *out)
{
    int32_t unit = league_net_unit(league);
    text_add_format(out, "%+.2f", unit != 0 ? (double)net / unit : 0);
}

static void add_name(const struct sheet *sheet, unsigned entrant, unsigned columns,
                     struct text *out)
{
    const struct league_entrant *known = &sheet->league->entrants[entrant];
    char buffer[CELL_BYTES + NAME_MAX_BYTES];
    struct text name = TEXT_IN(buffer);
    if (known->left)
        words_say(sheet->words, &name, "league.left", SAY_TEXT(known->name));
    else
        text_add(&name, known->name);
    display_fit(name.bytes, columns, false, out);
}

static void add_cell(const struct sheet *sheet, const struct league_standing *row,
                     enum column column, struct text *out)
{
    switch (column) {
    case COLUMN_PLACE:
        text_add_number(out, row->place);
        break;
    case COLUMN_NAME:
        add_name(sheet, row->entrant, NAME_WIDEST, out);
        break;
    case COLUMN_BUCHHOLZ:
        add_halves(row->buchholz, out);
        break;
    case COLUMN_DIRECT:
        add_halves(row->direct, out);
        break;
    case COLUMN_POINTS:
    case COLUMN_ROUNDS:
        add_halves(row->points, out);
        break;
    case COLUMN_NET:
        add_net(sheet->league, row->points, out);
        break;
    case COLUMN_MATCHPOINTS:
        text_add_number(out, row->points);
        break;
    default:
        text_add_number(out, column == COLUMN_WON     ? row->won
                             : column == COLUMN_DRAWN ? row->drawn
                             : column == COLUMN_LOST  ? row->lost
                                                      : row->played);
    }
}

static void say_head(const struct sheet *sheet, enum column column, char cell[CELL_BYTES])
{
    struct text text = text_in(cell, CELL_BYTES);
    words_say_plain(sheet->words, &text, heads[column]);
}

static void measure(struct sheet *sheet, unsigned room)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < sheet->columns; i++) {
        char cell[CELL_BYTES];
        say_head(sheet, sheet->shown[i], cell);
        sheet->widths[i] = display_width(cell);
        for (unsigned row = 0; row < sheet->rows; row++) {
            struct text text = TEXT_IN(cell);
            add_cell(sheet, &sheet->standings[row], sheet->shown[i], &text);
            unsigned width = display_width(cell);
            sheet->widths[i] = width > sheet->widths[i] ? width : sheet->widths[i];
        }
        sum += sheet->widths[i] + (i > 0 ? GAP : 0);
    }
    unsigned over = sum > room ? sum - room : 0, name = sheet->widths[COLUMN_NAME];
    unsigned most = name > NAME_NARROWEST ? name - NAME_NARROWEST : 0;
    sheet->widths[COLUMN_NAME] -= over < most ? over : most;
}

static void add_blanks(unsigned count, struct text *out)
{
    while (count-- > 0)
        text_add_char(out, ' ');
}

/* Names stand on the left of their column, all else on the right. */
static void add_padded(const struct sheet *sheet, unsigned column, const char *cell,
                       struct text *out)
{
    char fitted[CELL_BYTES];
    struct text text = TEXT_IN(fitted);
    display_fit(cell, sheet->widths[column], false, &text);
    unsigned blanks = sheet->widths[column] - display_width(fitted);
    bool left = sheet->shown[column] == COLUMN_NAME;
    add_blanks(column > 0 ? GAP : 0, out);
    add_blanks(left ? 0 : blanks, out);
    text_add(out, fitted);
    add_blanks(left ? blanks : 0, out);
}

void leagues_say_standings(const struct league *league, const struct words *words, unsigned columns,
                           unsigned rows, struct text *out)
{
    struct league_standing standings[LEAGUE_ENTRANTS_MAX];
    unsigned count = league_standings(league, standings);
    struct sheet sheet = {.league = league,
                          .words = words,
                          .standings = standings,
                          .rows = rows < count ? rows : count};
    choose_columns(&sheet, columns >= LEAGUE_WIDE);
    measure(&sheet, columns);
    for (unsigned i = 0; i < sheet.columns; i++) {
        char cell[CELL_BYTES];
        say_head(&sheet, sheet.shown[i], cell);
        add_padded(&sheet, i, cell, out);
    }
    for (unsigned row = 0; row < sheet.rows; row++) {
        text_add_char(out, '\n');
        for (unsigned i = 0; i < sheet.columns; i++) {
            char cell[CELL_BYTES];
            struct text text = TEXT_IN(cell);
            add_cell(&sheet, &standings[row], sheet.shown[i], &text);
            add_padded(&sheet, i, cell, out);
        }
    }
    if (sheet.rows < count) {
        text_add_char(out, '\n');
        words_say(words, out, "league.more", SAY_NUMBER(count - sheet.rows));
    }
}

unsigned leagues_columns(const struct style *style)
{
    return style->size == PICTURE_LARGE || style->size == PICTURE_WIDE ? LEAGUE_WIDE
                                                                       : LEAGUE_NARROW;
}

/* -- Matches ----------------------------------------------------------------------------------- */

void leagues_say_match(const struct league *league, const struct league_match *match,
                       const struct words *words, struct text *out)
{
    char buffer[GAME_SEATS_MAX * NAME_MAX_BYTES];
    struct text names = TEXT_IN(buffer);
    for (unsigned seat = 0; seat < match->count; seat++) {
        text_separate(&names, " – ");
        if (match->entrants[seat] == LEAGUE_NOBODY)
            words_say_plain(words, &names, "league.bot");
        else
            text_add(&names, league->entrants[match->entrants[seat]].name);
    }
    if (match->count == 1)
        words_say(words, out, "league.bye", SAY_TEXT(names.bytes));
    else
        text_add(out, names.bytes);
}

static void add_scores(const struct league_match *match, struct text *out)
{
    for (unsigned seat = 0; seat < match->count; seat++)
        text_add_format(out, "%s%d", seat > 0 ? ":" : "", (int)match->scores[seat]);
}

/* What there is to say behind a match: the result, or where it is played. */
static void add_state(const struct sessions *sessions, const struct league *league,
                      const struct league_match *match, const struct words *words, struct text *out)
{
    const struct table *table = league_table(sessions, match);
    char name[PLACE_MAX];
    if (match->count == 1)
        return;
    text_add(out, "  ");
    if (match->done && !league_result_is_told(league, match))
        words_say_plain(words, out, "league.hidden");
    else if (match->done)
        add_scores(match, out);
    else if (table == NULL || table->places == NULL)
        words_say_plain(words, out, "league.waits");
    else {
        networks_place_name(sessions->networks, table->places->network, table->places->place,
                            league->network, name);
        words_say(words, out, "league.at", SAY_TEXT(name));
    }
}

void leagues_say_round(const struct sessions *sessions, const struct league *league, unsigned round,
                       const struct words *words, struct text *out)
{
    unsigned number = 0;
    words_say(words, out, "league.round", SAY_TEXT(league->name), SAY_NUMBER(round),
              SAY_NUMBER(league_rounds(league)));
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        if (match->round != round)
            continue;
        text_add_format(out, "\n%3u  ", ++number);
        leagues_say_match(league, match, words, out);
        add_state(sessions, league, match, words, out);
    }
}

/* -- To the league's channel ------------------------------------------------------------------- */

enum { ROWS_TOLD = 10 };

static void say_home(const struct sessions *sessions, const struct league *league,
                     enum outbound_kind kind, const char *text)
{
    outbox_put(sessions->outbox, &(struct outbound){.kind = kind,
                                                    .network = league->network,
                                                    .place = league->places[0],
                                                    .text = text});
}

static struct words home_words(const struct sessions *sessions, const struct league *league)
{
    return style_place_words(sessions->styles, league->network, league->places[0]);
}

void league_tell(const struct sessions *sessions, const struct league *league, const char *key,
                 const struct word_argument *arguments, size_t count)
{
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = home_words(sessions, league);
    words.say(&words, &text, key, arguments, count);
    say_home(sessions, league, OUTBOUND_EVENT, text.bytes);
}

/* Lists the round's matches in one line, those that are not done alone if `open`. */
static void list_matches(const struct league *league, bool open, const struct words *words,
                         struct text *out)
{
    unsigned number = 0;
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        if (match->round != league->round || (++number && open && match->done))
            continue;
        text_separate(out, " · ");
        text_add_format(out, "%u. ", number);
        leagues_say_match(league, match, words, out);
    }
}

void league_tell_round(const struct sessions *sessions, const struct league *league)
{
    char buffer[RENDER_LINE_BYTES];
    struct text matches = TEXT_IN(buffer);
    struct words words = home_words(sessions, league);
    list_matches(league, false, &words, &matches);
    const struct word_argument arguments[] = {SAY_TEXT(league->name), SAY_NUMBER(league->round),
                                              SAY_NUMBER(league_rounds(league)),
                                              SAY_TEXT(matches.bytes)};
    league_tell(sessions, league, "league.paired", arguments, 4);
}

void league_tell_result(const struct sessions *sessions, const struct league *league,
                        const struct league_match *match)
{
    char buffer[RENDER_LINE_BYTES], scores_buffer[96];
    struct text names = TEXT_IN(buffer), scores = TEXT_IN(scores_buffer);
    struct words words = home_words(sessions, league);
    bool told = league_result_is_told(league, match);
    leagues_say_match(league, match, &words, &names);
    if (told)
        add_scores(match, &scores);
    const struct word_argument arguments[] = {SAY_TEXT(league->name), SAY_NUMBER(match->round),
                                              SAY_NUMBER(league_match_number(league, match)),
                                              SAY_TEXT(names.bytes), SAY_TEXT(scores.bytes)};
    league_tell(sessions, league, told ? "league.result" : "league.result-hidden", arguments, 5);
}

void league_tell_results(const struct sessions *sessions, const struct league *league)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = home_words(sessions, league);
    leagues_say_round(sessions, league, league->round, &words, &text);
    say_home(sessions, league, OUTBOUND_PICTURE, text.bytes);
}

void league_tell_standings(const struct sessions *sessions, const struct league *league)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct setting_scope scope = setting_in_place(league->network, league->places[0]);
    const struct style style = style_of(sessions->styles, &scope);
    leagues_say_standings(league, &style.words, leagues_columns(&style), ROWS_TOLD, &text);
    say_home(sessions, league, OUTBOUND_PICTURE, text.bytes);
}

/* Says the message about the round and its open matches. {2} is how much time is left, and {4}
 * whether there is a deadline ahead. */
static void tell_open_round(const struct sessions *sessions, const struct league *league,
                            const char *key)
{
    char buffer[RENDER_LINE_BYTES], left_buffer[64];
    struct text matches = TEXT_IN(buffer), left = TEXT_IN(left_buffer);
    struct words words = home_words(sessions, league);
    int64_t rest = league->deadline - clock_now(sessions->clock);
    list_matches(league, true, &words, &matches);
    if (rest > 0)
        time_left_say(&words, rest, &left);
    const struct word_argument arguments[] = {
        SAY_TEXT(league->name),  SAY_NUMBER(league->round), SAY_TEXT(left.bytes),
        SAY_TEXT(matches.bytes), SAY_NUMBER(rest > 0),      SAY_NUMBER(league_rounds(league))};
    league_tell(sessions, league, key, arguments, 6);
}

void league_warn(const struct sessions *sessions, const struct league *league)
{
    tell_open_round(sessions, league, "league.warning");
}

void league_tell_back(const struct sessions *sessions, const struct league *league)
{
    tell_open_round(sessions, league, "league.back");
}
