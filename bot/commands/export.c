/* Records for people: of a finished table for its players, and of a problem for the person who runs
 * the bot. */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/commands/command.h"
#include "bot/commands/downloads.h"
#include "bot/commands/fixed_words.h"
#include "bot/core/record_page.h"
#include "bot/tables/finished.h"
#include "bot/tables/reviews.h"

enum {
    PATH_BYTES = 1024,
    FILE_NAME_BYTES = 96,
    PASTE_LINE_BYTES = 360,
    PASTE_BYTES = 24 * 1024,
    /* Reports that lie there until the person who runs the bot moves them away. */
    REPORTS_MAX = 200,
    REPORTS_OF_ONE_MAX = 10,
    REPORT_HEAD_BYTES = 8 * 1024
};

/* -- Handing out ------------------------------------------------------------------------------- */

/* A whole file for the person who asked. */
struct parcel {
    const char *name; /* "belfry-en-garde-17.jsonl" */
    const char *bytes;
    size_t length;
    const char *told, *told_url; /* catalog keys: {0} is the table's number, {1} the address */
    int64_t table;
};

static void send_file(const struct call *call, const struct parcel *parcel)
{
    char buffer[512];
    struct text text = TEXT_IN(buffer);
    struct words words = call_words(call);
    const struct outbound_file file = {parcel->name, parcel->bytes, parcel->length, NULL};
    words_say(&words, &text, parcel->told, SAY_NUMBER(parcel->table));
    answer_file(call, text.bytes, &file);
}

/* The file lies in a directory that a web server publishes. */
static void write_download(const struct call *call, const struct parcel *parcel)
{
    const struct config *config = call->commands->settings->config;
    char name_buffer[2 * FILE_NAME_BYTES], path_buffer[PATH_BYTES], url_buffer[PATH_BYTES];
    struct text name = TEXT_IN(name_buffer), path = TEXT_IN(path_buffer), url = TEXT_IN(url_buffer);
    downloads_expire(config->export_folder);
    download_name(call->inbound->network, call->inbound->person.identity, parcel->name, &name);
    text_add_format(&path, "%s/%s", config->export_folder, name.bytes);
    text_add_format(&url, "%s/%s", config->export_url, name.bytes);
    if (!path.truncated && !url.truncated &&
        download_write(config->export_folder, path.bytes, parcel->bytes, parcel->length)) {
        answer(call, parcel->told_url, SAY_NUMBER(parcel->table), SAY_TEXT(url.bytes));
        return;
    }
    log_error("export.not-written", "reason", strerror(errno));
    answer_plain(call, "refusal.export-failed");
}

/* Sends a file where the network takes files, else an address if there is one. False: neither. */
static bool hand_out(const struct call *call, const struct parcel *parcel)
{
    bool files = networks_takes_files(call->commands->networks, call->inbound->network);
    if (files)
        send_file(call, parcel);
    else if (call->commands->settings->config->export_folder[0] != '\0')
        write_download(call, parcel);
    return files || call->commands->settings->config->export_folder[0] != '\0';
}

/* The person at a terminal has the bot's disk: the file lies in a folder beside the store. */
static void write_beside(const struct call *call, const struct parcel *parcel)
{
    const char *folder = store_folder(call->commands->store);
    char path_buffer[PATH_BYTES], real[PATH_MAX];
    struct text path = TEXT_IN(path_buffer);
    if (folder[0] == '\0' ||
        !networks_is_solitary(call->commands->networks, call->inbound->network))
        return;
    text_add_format(&path, "%s/exports", folder);
    mkdir(path.bytes, 0700);
    text_add_format(&path, "/%s", parcel->name);
    unlink(path.bytes); /* what the same table gave before */
    if (!path.truncated && file_write(path.bytes, 0600, parcel->bytes, parcel->length) &&
        realpath(path.bytes, real) != NULL) {
        answer(call, parcel->told_url, SAY_NUMBER(parcel->table), SAY_TEXT(real));
        return;
    }
    log_error("export.not-written", "reason", strerror(errno));
    answer_plain(call, "refusal.export-failed");
}

/* -- export ------------------------------------------------------------------------------------ */

/* The moves as one text, in lines that are short enough for every network. */
struct paste {
    const struct finished *finished;
    struct text *out;
    size_t line; /* where the current line began */
};

static void paste_piece(struct paste *paste, const char *piece)
{
    if (paste->out->length - paste->line + strlen(piece) > PASTE_LINE_BYTES) {
        text_add_char(paste->out, '\n');
        paste->line = paste->out->length;
    } else if (paste->out->length > paste->line) {
        text_add(paste->out, " · ");
    }
    text_add(paste->out, piece);
}

static bool paste_line(void *context, const struct stored_line *line)
{
    struct paste *paste = context;
    char buffer[STORE_WORD_MAX + GAME_MOVE_TEXT_MAX + 16];
    struct text piece = TEXT_IN(buffer);
    if (line->move == NULL)
        return true;
    text_add_format(&piece, "%u %s %s", line->n, paste->finished->seats[line->seat].name,
                    line->move);
    paste_piece(paste, piece.bytes);
    return true;
}

static bool take_table(void *context, const struct stored_table *table)
{
    (void)context;
    (void)table;
    return true;
}

static void add_scores(const struct finished *finished, struct text *out)
{
    struct game_result result;
    const struct game_state *state =
        (const struct game_state *)(const void *)finished->end.state.bytes;
    finished->game->rules->result(state, &result);
    for (unsigned seat = 0; seat < finished->seat_count; seat++) {
        text_separate(out, ", ");
        text_add_format(out, "%s %d", finished->seats[seat].name, (int)result.scores[seat]);
    }
}

static void list_people(const struct finished *finished, struct text *out)
{
    for (unsigned seat = 0; seat < finished->seat_count; seat++) {
        text_separate(out, ", ");
        text_add(out, finished->seats[seat].name);
    }
}

static void paste_moves(struct call *call, const struct finished *finished)
{
    char *buffer = memory_new(PASTE_BYTES);
    char name_buffer[64], people_buffer[512], scores_buffer[512];
    struct text name = TEXT_IN(name_buffer), people = TEXT_IN(people_buffer);
    struct text scores = TEXT_IN(scores_buffer);
    struct text text = text_in(buffer, PASTE_BYTES);
    struct words words = call_words(call);
    text_add_format(&name, "%s.name", finished->game->id);
    list_people(finished, &people);
    add_scores(finished, &scores);
    words_say(&words, &text, "answer.export-head", SAY_NUMBER(finished->id),
              SAY_MESSAGE(name.bytes), SAY_TEXT(people.bytes), SAY_TEXT(scores.bytes));
    text_add_char(&text, '\n');
    struct paste paste = {.finished = finished, .out = &text, .line = text.length};
    const struct store_reader reader = {.context = &paste, .table = take_table, .line = paste_line};
    store_read_table(call_inquiry(call), finished->id, &reader);
    answer_long(call, text.bytes);
    free(buffer);
}

static const char *name_file(const struct finished *finished, const char *ending,
                             char buffer[FILE_NAME_BYTES])
{
    struct text name = text_in(buffer, FILE_NAME_BYTES);
    text_add_format(&name, "belfry-%s-%lld.%s", finished->game->id, (long long)finished->id,
                    ending);
    return buffer;
}

static void export_transcript(struct call *call, const struct finished *finished)
{
    char name[FILE_NAME_BYTES];
    const struct parcel parcel = {.name = name_file(finished, "jsonl", name),
                                  .bytes = finished->transcript,
                                  .length = finished->length,
                                  .told = "answer.export",
                                  .told_url = "answer.export-url",
                                  .table = finished->id};
    if (!hand_out(call, &parcel))
        paste_moves(call, finished);
}

/* Writes the page of the record in the language of who asks; the caller frees it. NULL: the log
 * says why not. */
static char *write_page(const struct call *call, const struct finished *finished,
                        const struct record_review *review, size_t *length)
{
    char *bytes = NULL, error_buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(error_buffer);
    const struct setting_scope asker = call_asker(call);
    const struct words words = call_words(call);
    const struct record_page page = {.transcript = finished->transcript,
                                     .length = finished->length,
                                     .language = style_language(call->commands->styles, &asker),
                                     .words = &words,
                                     .review = review};
    FILE *file = memory_stream(&bytes, length);
    bool made = record_page_write(&page, file, &error);
    memory_stream_close(file);
    if (made)
        return bytes;
    log_error("export.no-page", "table", LOG_NUMBER(finished->id), "reason", error.bytes);
    free(bytes);
    return NULL;
}

static void export_page(struct call *call, const struct finished *finished,
                        const struct record_review *review)
{
    char name[FILE_NAME_BYTES];
    size_t length = 0;
    char *bytes = write_page(call, finished, review, &length);
    const struct parcel parcel = {.name = name_file(finished, "html", name),
                                  .bytes = bytes,
                                  .length = length,
                                  .told = "answer.export-page",
                                  .told_url = "answer.export-page-url",
                                  .table = finished->id};
    if (bytes != NULL && !hand_out(call, &parcel))
        write_beside(call, &parcel);
    free(bytes);
}

/* The page has the review of who asks, if they have read it. */
static void export_to(struct call *call, const struct finished *finished, unsigned seat)
{
    struct record_review review;
    const struct inbound *inbound = call->inbound;
    bool reviewed = reviews_read(call_inquiry(call), finished->id, inbound->network,
                                 inbound->person.identity, &review);
    if (!call_waits(call)) {
        export_transcript(call, finished);
        export_page(call, finished, reviewed && review.seat == seat ? &review : NULL);
    }
    record_review_free(&review);
}

static void export_table(struct call *call)
{
    struct finished finished;
    const struct inbound *inbound = call->inbound;
    if (command_open_finished(call, &finished)) {
        int seat = finished_seat_of(&finished, inbound->network, inbound->person.identity);
        if (seat >= 0)
            export_to(call, &finished, (unsigned)seat);
        else
            answer(call, "refusal.export-players", SAY_NUMBER(finished.id));
    }
    finished_free(&finished);
}

/* Exports everything that the bot stores about the person who asks. */
static void export_person(struct call *call)
{
    char *data = command_person_data(call);
    const struct parcel parcel = {.name = "belfry-me.json",
                                  .bytes = data,
                                  .length = strlen(data),
                                  .told = "answer.export-me",
                                  .told_url = "answer.export-me-url"};
    if (!call_waits(call) && !hand_out(call, &parcel))
        answer_long(call, data);
    free(data);
}

void command_export(struct call *call)
{
    if (fixed_word_is(call->commands->catalog, "me", call->arguments, strlen(call->arguments)))
        export_person(call);
    else
        export_table(call);
}

/* -- report ------------------------------------------------------------------------------------ */

/* Returns the number of the last report. */
static int64_t last_report(struct call *call)
{
    char value[24];
    store_read_value(call_inquiry(call), "reports", "last", value, sizeof value);
    return strtoll(value, NULL, 10);
}

/* Whether the first line of the report names this person. */
static bool is_report_of(const char *path, const struct inbound *inbound)
{
    char head[REPORT_HEAD_BYTES];
    FILE *file = fopen(path, "re");
    bool read = file != NULL && fgets(head, sizeof head, file) != NULL;
    if (file != NULL)
        fclose(file);
    json_t *object = read ? json_loads(head, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    const char *network = json_string_value(json_object_get(object, "network"));
    const char *identity = json_string_value(json_object_get(object, "by"));
    bool same = network != NULL && identity != NULL && strcmp(network, inbound->network) == 0 &&
                strcmp(identity, inbound->person.identity) == 0;
    json_decref(object);
    return same;
}

static int is_report(const struct dirent *entry)
{
    return strncmp(entry->d_name, "report-", strlen("report-")) == 0;
}

/* Returns why there are enough reports, of this person or in all; NULL: one more is welcome. */
static const char *enough_reports(const struct call *call)
{
    char folder_buffer[PATH_BYTES], path_buffer[PATH_BYTES];
    struct text folder = TEXT_IN(folder_buffer);
    struct dirent **entries = NULL;
    int own = 0;
    text_add_format(&folder, "%s/reports", store_folder(call->commands->store));
    int count = scandir(folder.bytes, &entries, is_report, NULL);
    for (int i = 0; i < count; i++) {
        struct text path = TEXT_IN(path_buffer);
        text_add_format(&path, "%s/%s", folder.bytes, entries[i]->d_name);
        own += own < REPORTS_OF_ONE_MAX && is_report_of(path.bytes, call->inbound);
        free(entries[i]);
    }
    free(entries);
    return own >= REPORTS_OF_ONE_MAX ? "refusal.reports-own"
           : count >= REPORTS_MAX    ? "refusal.reports-all"
                                     : NULL;
}

/* Writes who says what about which table, then the record so far. The caller frees it. */
static char *write_report(struct call *call, int64_t table, size_t *length)
{
    char *bytes = NULL;
    FILE *file = memory_stream(&bytes, length);
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:I}", "report", call->arguments, "version",
                  BELFRY_VERSION, "network", call->inbound->network, "place", call->inbound->place,
                  "by", call->inbound->person.identity, "table", (json_int_t)table);
    json_dumpf(object, file, JSON_COMPACT);
    json_decref(object);
    fputc('\n', file);
    finished_write_any(call_inquiry(call), table, file);
    memory_stream_close(file);
    return bytes;
}

/* Writes it under the first free number after `number`, and returns that; 0: it could not be. */
static int64_t keep_report(const struct call *call, int64_t number, int64_t table,
                           const char *bytes, size_t length)
{
    const char *folder = store_folder(call->commands->store);
    char path_buffer[PATH_BYTES];
    struct text path = TEXT_IN(path_buffer);
    if (folder[0] == '\0')
        return 0;
    text_add_format(&path, "%s/reports", folder);
    mkdir(path.bytes, 0700);
    bool kept;
    do {
        text_clear(&path);
        text_add_format(&path, "%s/reports/report-%lld.jsonl", folder, (long long)++number);
        kept = !path.truncated && file_write(path.bytes, 0600, bytes, length);
    } while (!kept && !path.truncated && errno == EEXIST);
    if (kept)
        log_warning("report.kept", "report", LOG_NUMBER(number), "table", LOG_NUMBER(table), "file",
                    path.bytes);
    else
        log_error("report.not-kept", "report", LOG_NUMBER(number), "reason", strerror(errno));
    return kept ? number : 0;
}

void command_report(struct call *call)
{
    if (call->arguments[0] == '\0') {
        answer_plain(call, "refusal.report-usage");
        return;
    }
    const char *enough = enough_reports(call);
    if (enough != NULL) {
        answer(call, enough, SAY_NUMBER(REPORTS_OF_ONE_MAX));
        return;
    }
    int64_t table = call->table != NULL ? call->table->id : command_last_table(call);
    char digits[24];
    size_t length = 0;
    int64_t last = last_report(call);
    char *bytes = call_waits(call) ? NULL : write_report(call, table, &length);
    if (!call_waits(call)) {
        int64_t number = keep_report(call, last, table, bytes, length);
        if (number > 0) {
            store_value_set(call->commands->store, "reports", "last", log_number(digits, number));
            answer(call, "answer.reported", SAY_NUMBER(number));
        } else {
            answer_plain(call, "refusal.no-report");
        }
    }
    free(bytes);
}
