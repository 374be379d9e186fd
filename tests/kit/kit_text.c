#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "games/shared/frame.h"
#include "tests/kit/kit.h"

struct piece {
    struct kit_table *table;
    const struct kit_voice *voice;
    const char *what;
    bool art;   /* drawn: in the ASCII alphabet it is pure ASCII, even with real words */
    bool lines; /* may have several lines */
    bool may_be_empty;
};

/* Left-to-right marks stand around names that are written from right to left. */
static bool is_harmful(utf8proc_int32_t letter)
{
    if (letter == 0x200E)
        return false;
    utf8proc_category_t category = utf8proc_category(letter);
    return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
           category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

/* Common monospaced fonts have these signs, one column wide. Beside them a picture holds ASCII and
 * Latin letters; words of some languages also need marks around them. */
static const char drawn_signs[] = "·×…–←→─│┌┐└┘├┤┬┴═▀▄█▌▐●";
static const char word_signs[] = "\u00A0’«»„“¿¡ºª";

static bool is_in(const char *signs, utf8proc_int32_t letter)
{
    utf8proc_uint8_t bytes[5] = {0};
    utf8proc_encode_char(letter, bytes);
    return strstr(signs, (const char *)bytes) != NULL;
}

static bool is_drawable(utf8proc_int32_t letter)
{
    enum { LATIN_END = 0x0250 };
    utf8proc_category_t category = utf8proc_category(letter);
    if (letter < 0x80 || is_in(drawn_signs, letter) || is_in(word_signs, letter))
        return true;
    return letter < LATIN_END &&
           (category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LL);
}

static void check_letters(const struct piece *piece, const char *bytes)
{
    const struct kit_voice *voice = piece->voice;
    bool ascii = voice->telling.alphabet == ALPHABET_ASCII && voice->plain_names &&
                 (piece->art || !voice->real);
    utf8proc_int32_t letter;
    for (utf8proc_ssize_t length; *bytes != '\0'; bytes += length) {
        length = utf8proc_iterate((const utf8proc_uint8_t *)bytes, -1, &letter);
        KIT_CHECK(piece->table, length > 0, "%s (%s): broken UTF-8", piece->what, voice->label);
        if (letter == '\n' && piece->lines)
            continue;
        KIT_CHECK(piece->table, !is_harmful(letter), "%s (%s): harmful character U+%04X",
                  piece->what, voice->label, (unsigned)letter);
        KIT_CHECK(piece->table, !ascii || letter < 0x80, "%s (%s): U+%04X is not ASCII in: %s",
                  piece->what, voice->label, (unsigned)letter, bytes);
        KIT_CHECK(piece->table, !piece->art || !voice->plain_names || is_drawable(letter),
                  "%s (%s): fonts may lack U+%04X in: %s", piece->what, voice->label,
                  (unsigned)letter, bytes);
    }
}

static void check_blanks(const struct piece *piece, const char *bytes)
{
    for (const char *at = strchr(bytes, ' '); at != NULL; at = strchr(at + 1, ' '))
        KIT_CHECK(piece->table, at[1] != '\n' && at[1] != '\0', "%s (%s): trailing blanks: %s",
                  piece->what, piece->voice->label, bytes);
}

static void check_text(const struct piece *piece, const struct text *text)
{
    KIT_CHECK(piece->table, !text->truncated, "%s (%s): longer than %d bytes", piece->what,
              piece->voice->label, KIT_TEXT_MAX);
    check_letters(piece, text->bytes);
    check_blanks(piece, text->bytes);
}

/* -- Sentences --------------------------------------------------------------------------------- */

typedef void sentence(const struct game_view *view, const struct telling *telling,
                      struct text *out);

static void check_sentence(const struct piece *piece, sentence *function,
                           const struct game_view *view, bool expected, struct text *out)
{
    char first_buffer[KIT_TEXT_MAX], second_buffer[KIT_TEXT_MAX];
    struct text first = TEXT_IN(first_buffer), second = TEXT_IN(second_buffer);
    function(view, &piece->voice->telling, &first);
    function(view, &piece->voice->telling, &second);
    KIT_CHECK(piece->table, text_is(&first, second.bytes), "%s: twice the same view, two texts",
              piece->what);
    KIT_CHECK(piece->table, (first.length > 0) == expected, "%s (%s): `%s`", piece->what,
              piece->voice->label, first.bytes);
    check_text(piece, &first);
    text_add(out, first.bytes);
    text_add(out, "\n");
}

/* -- Pictures ---------------------------------------------------------------------------------- */

typedef void drawing(const struct game_view *view, const struct telling *telling,
                     struct canvas *canvas);

static void check_lines(const struct piece *piece, const struct frame *frame, const char *bytes)
{
    unsigned rows = 0;
    for (const char *line = bytes, *end; *line != '\0'; line = end + 1, rows++) {
        char buffer[KIT_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        end = strchr(line, '\n');
        KIT_CHECK(piece->table, end != NULL, "%s: a line without end", piece->what);
        text_add_bytes(&text, line, (size_t)(end - line));
        KIT_CHECK(piece->table, display_width(text.bytes) <= frame->width,
                  "%s (%s): %u columns: %s", piece->what, piece->voice->label,
                  display_width(text.bytes), text.bytes);
    }
    KIT_CHECK(piece->table, rows + piece->may_be_empty >= 1 && rows <= frame->height, "%s: %u rows",
              piece->what, rows);
}

/* Whether a word ends with the mark. A mark that stands alone means a card that is not yet
 * played. */
static bool has_cut_word(const char *bytes, const char *mark)
{
    const char *at = bytes;
    while ((at = strstr(at, mark)) != NULL) {
        if (at > bytes && strchr(" \n0123456789", at[-1]) == NULL)
            return true;
        at += strlen(mark);
    }
    return false;
}

/* Words of the catalog must fit in every language; only names may be cut. */
static void check_whole_words(const struct piece *piece, const char *bytes)
{
    const struct kit_voice *voice = piece->voice;
    const char *mark = voice->telling.alphabet == ALPHABET_ASCII ? "~" : "…";
    KIT_CHECK(piece->table, !voice->real || !voice->short_names || !has_cut_word(bytes, mark),
              "%s (%s): a word is cut:\n%s", piece->what, voice->label, bytes);
}

/* A hand in every size: drawn in rows that fit, or told in one row. */
static void check_hand(struct piece *piece, const struct game_view *view, struct text *out)
{
    struct telling telling = piece->voice->telling;
    for (unsigned size = 0; size < PICTURE_SIZES; size++) {
        char buffer[2 * KIT_TEXT_MAX], plain_buffer[2 * KIT_TEXT_MAX];
        struct text hand = TEXT_IN(buffer), plain = TEXT_IN(plain_buffer);
        struct frame sheet = frames[size == PICTURE_NARROW ? PICTURE_NARROW : PICTURE_WIDE];
        telling.size = (enum picture_size)size;
        sheet.height = CANVAS_HEIGHT_MAX;
        piece->table->game->text->hand(view, &telling, &hand);
        paint_strip(hand.bytes, hand.length, &plain);
        check_text(piece, &plain);
        KIT_CHECK(piece->table, !frame_hand_is_row(&telling) || strchr(plain.bytes, '\n') == NULL,
                  "%s (%s): several rows: %s", piece->what, piece->voice->label, plain.bytes);
        text_add_char(&plain, '\n');
        piece->art = drawn_present(hand.bytes);
        if (piece->art) {
            check_letters(piece, plain.bytes);
            check_lines(piece, &sheet, plain.bytes);
        }
        piece->art = false;
        text_add(out, plain.bytes);
    }
}

static void check_drawing(struct piece *piece, drawing *function, const struct game_view *view,
                          enum picture_size size, struct text *out)
{
    struct canvas first, second;
    char buffer[2 * KIT_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    struct telling telling = piece->voice->telling;
    telling.size = size;
    frame_open(&first, &telling);
    frame_open(&second, &telling);
    function(view, &telling, &first);
    function(view, &telling, &second);
    KIT_CHECK(piece->table, memcmp(&first, &second, sizeof first) == 0,
              "%s: twice the same view, two pictures", piece->what);
    canvas_print(&first, &text);
    check_text(piece, &text);
    check_lines(piece, &frames[size], text.bytes);
    KIT_CHECK(piece->table, !first.cut || !piece->voice->real, "%s (%s): cut:\n%s", piece->what,
              piece->voice->label, text.bytes);
    check_whole_words(piece, text.bytes);
    text_add(out, text.bytes);
}

void kit_check_pictures(struct kit_table *table, const struct game_view *view,
                        const struct kit_voice *voice, struct text *out)
{
    struct piece piece = {.table = table, .voice = voice, .art = true, .lines = true};
    for (unsigned size = 0; size < PICTURE_SIZES; size++) {
        piece.what = frames[size].name;
        check_drawing(&piece, table->game->text->picture, view, (enum picture_size)size, out);
    }
}

/* A scoring table has the size of a picture. Before the first scoring it may be empty. */
static void check_scoring(struct kit_table *table, const struct game_view *view,
                          const struct kit_voice *voice, struct text *out)
{
    const struct game_text *text = table->game->text;
    struct piece piece = {.table = table,
                          .voice = voice,
                          .what = "scoring",
                          .art = true,
                          .lines = true,
                          .may_be_empty = true};
    for (unsigned size = PICTURE_WIDE; text->scoring != NULL && size <= PICTURE_SHORT; size++)
        check_drawing(&piece, text->scoring, view, (enum picture_size)size, out);
}

void kit_check_texts(struct kit_table *table, const struct game_view *view, uint8_t viewer,
                     const struct kit_voice *voice, struct text *out)
{
    const struct game_text *text = table->game->text;
    bool over = table->game->rules->phase(table->state) == GAME_OVER;
    struct piece piece = {.table = table, .voice = voice, .what = "situation"};
    check_sentence(&piece, text->situation, view, !over, out);
    piece.lines = true;
    if (viewer != GAME_SPECTATOR) {
        piece.what = "hand";
        check_hand(&piece, view, out);
    }
    piece.what = "description";
    check_sentence(&piece, text->describe, view, true, out);
    kit_check_pictures(table, view, voice, out);
    check_scoring(table, view, voice, out);
}

void kit_check_events(struct kit_table *table, const struct game_events *events,
                      const struct kit_voice *voice)
{
    struct game_view *view = kit_view(table, table->state, GAME_SPECTATOR);
    struct piece piece = {.table = table, .voice = voice};
    for (unsigned i = 0; i < events->count; i++) {
        char what[32], buffer[KIT_TEXT_MAX];
        struct text name = TEXT_IN(what), out = TEXT_IN(buffer);
        text_add_format(&name, "event of kind %u", events->list[i].kind);
        piece.what = what;
        table->game->text->tell(view, &voice->telling, &events->list[i], &out);
        KIT_CHECK(table, out.length > 0, "%s says nothing", what);
        check_text(&piece, &out);
    }
    free(view);
}
