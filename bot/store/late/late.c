/* Commits and reads that are answered some time later. */
#include "bot/store/late/late.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>
#include <uv.h>

#include "bot/base/memory.h"
#include "bot/store/late/late_private.h"

enum { PAUSE_MS_MAX = 4, QUESTION_BYTES = 5 * STORE_WORD_MAX };

/* One read of an inquiry. */
struct question {
    struct store_inquiry *inquiry;
    bool failed;                  /* it was answered with a failure */
    struct question *next, *prev; /* of all that wait, or of the inquiry's answered ones */
    char asked[QUESTION_BYTES];   /* what is read, and with which arguments */
};

struct late {
    struct store base;
    struct store *behind;
    struct late_plan plan;
    int64_t next_table;
    struct late_turn open;
    struct late_turn *turns;    /* committed, not answered yet; the oldest first */
    struct question *questions; /* not answered yet */
    uv_timer_t *timer;          /* NULL without a loop */
};

static struct late *late_of(const struct store *store)
{
    return (struct late *)(void *)store; /* its first member */
}

struct store *late_behind(struct store *store)
{
    return late_of(store)->behind;
}

/* The generator is splitmix64. */
static unsigned draw(struct late *late, unsigned count)
{
    uint64_t z = late->plan.seed += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return (unsigned)((z ^ (z >> 31)) % count);
}

static bool fails(struct late *late, unsigned of_thousand)
{
    return draw(late, 1000) < of_thousand;
}

/* -- Answering --------------------------------------------------------------------------------- */

static void wind(struct late *late);

static void answered(uv_timer_t *timer)
{
    struct store *store = timer->data;
    late_answer(store);
    wind(late_of(store));
}

static void wind(struct late *late)
{
    bool any = late->turns != NULL || late->questions != NULL;
    if (late->timer == NULL)
        return;
    if (!any)
        uv_timer_stop(late->timer);
    else if (!uv_is_active((uv_handle_t *)late->timer))
        uv_timer_start(late->timer, answered, draw(late, PAUSE_MS_MAX), 0);
}

static bool may_be_answered(const struct late *late, const struct late_turn *turn)
{
    const struct late_turn *earlier = late->turns;
    while (earlier != turn && !late_must_follow(turn, earlier))
        earlier = earlier->next;
    return earlier == turn;
}

static void answer_turn(struct late *late, struct late_turn *turn)
{
    store_committed *committed = turn->committed;
    void *context = turn->context;
    bool failed = fails(late, late->plan.failing_commits);
    DL_DELETE(late->turns, turn);
    if (!failed)
        late_write_all(turn, late->behind);
    late_drop_writes(turn);
    free(turn);
    if (failed)
        committed(context, STORE_UNDONE, "cannot save: the late store was told to fail");
    else
        store_commit(late->behind, committed, context);
}

static bool answer_any_turn(struct late *late)
{
    struct late_turn *turn, *chosen = NULL;
    unsigned count = 0;
    DL_FOREACH (late->turns, turn)
        if (may_be_answered(late, turn) && draw(late, ++count) == 0)
            chosen = turn;
    if (chosen != NULL)
        answer_turn(late, chosen);
    return chosen != NULL;
}

static bool answer_any_question(struct late *late)
{
    struct question *question, *chosen = NULL;
    unsigned count = 0;
    DL_FOREACH (late->questions, question)
        if (draw(late, ++count) == 0)
            chosen = question;
    if (chosen == NULL)
        return false;
    struct store_inquiry *inquiry = chosen->inquiry;
    struct question *kept = inquiry->kept;
    DL_DELETE(late->questions, chosen);
    DL_APPEND(kept, chosen);
    inquiry->kept = kept;
    chosen->failed = fails(late, late->plan.failing_reads);
    store_inquiry_answered(inquiry);
    return true;
}

bool late_answer(struct store *store)
{
    struct late *late = late_of(store);
    return draw(late, 2) == 0 ? answer_any_turn(late) || answer_any_question(late)
                              : answer_any_question(late) || answer_any_turn(late);
}

static void attach(struct store *store, struct uv_loop_s *loop)
{
    struct late *late = late_of(store);
    late->timer = memory_new(sizeof *late->timer);
    uv_timer_init(loop, late->timer);
    late->timer->data = store;
    wind(late);
}

static void free_timer(uv_handle_t *timer)
{
    free(timer);
}

static void detach(struct store *store)
{
    struct late *late = late_of(store);
    if (late->timer != NULL)
        uv_close((uv_handle_t *)late->timer, free_timer);
    late->timer = NULL;
}

/* -- Writes ------------------------------------------------------------------------------------ */

static int64_t table_add(struct store *store, const struct stored_table *table)
{
    struct late *late = late_of(store);
    struct stored_table added = *table;
    added.id = late->next_table++;
    late_add_table(&late->open, &added, true);
    return added.id;
}

static void table_update(struct store *store, const struct stored_table *table)
{
    late_add_table(&late_of(store)->open, table, false);
}

static void line_add(struct store *store, const struct stored_line *line)
{
    late_add_line(&late_of(store)->open, line);
}

static void lines_cut(struct store *store, int64_t table, uint32_t n)
{
    late_add_cut(&late_of(store)->open, table, n);
}

static void value_set(struct store *store, const char *scope, const char *key, const char *value)
{
    late_add_value(&late_of(store)->open, scope, key, value);
}

static void scopes_forget(struct store *store, const char *beginning, const char *key)
{
    late_add_scopes(&late_of(store)->open, beginning, key);
}

static void change_add(struct store *store, const struct stored_change *change)
{
    late_add_change(&late_of(store)->open, change);
}

static void result_add(struct store *store, const struct stored_result *result, store_rate *rate)
{
    late_add_result(&late_of(store)->open, result, rate);
}

static void person_forget(struct store *store, const char *network, const char *identity,
                          const char *name)
{
    late_add_person(&late_of(store)->open, network, identity, name);
}

static void commit(struct store *store, store_committed *committed, void *context)
{
    struct late *late = late_of(store);
    struct late_turn *turn = memory_new(sizeof *turn);
    turn->writes = late->open.writes;
    turn->committed = committed;
    turn->context = context;
    late->open.writes = NULL;
    DL_APPEND(late->turns, turn);
    wind(late);
}

static void undo(struct store *store)
{
    late_drop_writes(&late_of(store)->open);
}

static bool is_dirty(const struct store *store)
{
    return late_of(store)->open.writes != NULL;
}

/* -- Reads ------------------------------------------------------------------------------------- */

/* Says in one line what is read. */
#define QUESTION(...) ask(inquiry, (const char *const[]){__func__, __VA_ARGS__, NULL})

static struct question *find(struct question *list, const struct store_inquiry *inquiry,
                             const char *asked)
{
    struct question *question;
    DL_FOREACH (list, question)
        if (question->inquiry == inquiry && strcmp(question->asked, asked) == 0)
            return question;
    return NULL;
}

static void forget_question(struct question **list, struct question *question)
{
    DL_DELETE(*list, question);
    free(question);
}

static bool fail(struct store_inquiry *inquiry, struct question *question)
{
    struct question *kept = inquiry->kept;
    struct text error = TEXT_IN(inquiry->error);
    text_add(&error, "cannot read: the late store was told to fail");
    forget_question(&kept, question);
    inquiry->kept = kept;
    return false;
}

/* Whether the question has been answered; if not, it is asked. */
static bool ask(struct store_inquiry *inquiry, const char *const *words)
{
    struct late *late = late_of(inquiry->store);
    char asked[QUESTION_BYTES];
    struct text text = TEXT_IN(asked);
    for (; *words != NULL; words++) {
        text_add(&text, *words);
        text_add_char(&text, '\n');
    }
    struct question *question = find(inquiry->kept, inquiry, asked);
    if (question != NULL)
        return question->failed ? fail(inquiry, question) : true;
    if (find(late->questions, inquiry, asked) == NULL) {
        question = memory_new(sizeof *question);
        question->inquiry = inquiry;
        memcpy(question->asked, asked, sizeof asked);
        DL_APPEND(late->questions, question);
        inquiry->awaited++;
        wind(late);
    }
    return false;
}

/* The inquiry goes to the store behind for one read, and comes back with its result. */
static struct store *pass_on(struct store_inquiry *inquiry)
{
    struct store *store = inquiry->store;
    inquiry->store = late_of(store)->behind;
    return store;
}

static bool come_back(struct store_inquiry *inquiry, struct store *store, bool read)
{
    inquiry->store = store;
    return read;
}

static void forget(struct store_inquiry *inquiry)
{
    struct late *late = late_of(inquiry->store);
    struct question *question, *next, *kept = inquiry->kept;
    DL_FOREACH_SAFE (late->questions, question, next)
        if (question->inquiry == inquiry)
            forget_question(&late->questions, question);
    while (kept != NULL)
        forget_question(&kept, kept);
    inquiry->kept = NULL;
}

static bool read_live(struct store_inquiry *inquiry, const struct store_reader *reader)
{
    if (!QUESTION(""))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store, store_read_live(inquiry, reader));
}

static bool read_table(struct store_inquiry *inquiry, int64_t id, const struct store_reader *reader)
{
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)id);
    if (!QUESTION(number))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store, store_read_table(inquiry, id, reader));
}

static bool read_ended(struct store_inquiry *inquiry, const char *network, const char *place,
                       void *context, store_take_ended *table)
{
    if (!QUESTION(network, place))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store, store_read_ended(inquiry, network, place, context, table));
}

static bool read_archived(struct store_inquiry *inquiry, const char *network, const char *place,
                          const char *identity, void *context, store_take_ended *table)
{
    if (!QUESTION(network, place, identity))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store,
                     store_read_archived(inquiry, network, place, identity, context, table));
}

static bool read_value(struct store_inquiry *inquiry, const char *scope, const char *key,
                       char *value, size_t value_size)
{
    value[0] = '\0';
    if (!QUESTION(scope, key))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store, store_read_value(inquiry, scope, key, value, value_size));
}

static bool read_values(struct store_inquiry *inquiry, const char *scope, void *context,
                        store_take_value *value)
{
    if (!QUESTION(scope))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store, store_read_values(inquiry, scope, context, value));
}

static bool read_all_values(struct store_inquiry *inquiry, const char *beginning, void *context,
                            store_take_scoped_value *value)
{
    if (!QUESTION(beginning))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store, store_read_all_values(inquiry, beginning, context, value));
}

static bool read_scopes(struct store_inquiry *inquiry, const char *beginning, const char *key,
                        void *context, store_take_value *value)
{
    if (!QUESTION(beginning, key))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store, store_read_scopes(inquiry, beginning, key, context, value));
}

static bool read_changes(struct store_inquiry *inquiry, const char *const *scopes,
                         size_t scope_count, void *context, store_take_change *change)
{
    const char *words[STORE_CHANGE_SCOPES + 2] = {__func__};
    for (size_t i = 0; i < scope_count && i < STORE_CHANGE_SCOPES; i++)
        words[i + 1] = scopes[i];
    if (!ask(inquiry, words))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store,
                     store_read_changes(inquiry, scopes, scope_count, context, change));
}

static bool read_changes_by(struct store_inquiry *inquiry, const char *network,
                            const char *identity, void *context, store_take_change *change)
{
    if (!QUESTION(network, identity))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store,
                     store_read_changes_by(inquiry, network, identity, context, change));
}

static bool read_top(struct store_inquiry *inquiry, const char *server, const char *season,
                     const char *game, void *context, store_take_rating *rating)
{
    if (!QUESTION(server, season, game))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store,
                     store_read_top(inquiry, server, season, game, context, rating));
}

static bool read_ratings_of(struct store_inquiry *inquiry, const char *network,
                            const char *identity, void *context, store_take_own_rating *rating)
{
    if (!QUESTION(network, identity))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store,
                     store_read_ratings_of(inquiry, network, identity, context, rating));
}

static bool read_stats(struct store_inquiry *inquiry, const char *server, const char *season,
                       const char *network, const char *identity, void *context,
                       store_take_stats *stats)
{
    if (!QUESTION(server, season, network, identity))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store,
                     store_read_stats(inquiry, server, season, network, identity, context, stats));
}

static bool find_player(struct store_inquiry *inquiry, const char *server, const char *name,
                        char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX])
{
    if (!QUESTION(server, name))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store, store_find_player(inquiry, server, name, network, identity));
}

static bool read_tables_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context, store_take_table *table)
{
    if (!QUESTION(network, identity))
        return false;
    struct store *store = pass_on(inquiry);
    return come_back(inquiry, store,
                     store_read_tables_of(inquiry, network, identity, context, table));
}

/* -- The store --------------------------------------------------------------------------------- */

static const char *folder_of(const struct store *store)
{
    return store_folder(late_of(store)->behind);
}

static const uint8_t *generation_of(const struct store *store)
{
    return store_generation(late_of(store)->behind);
}

/* What is not answered yet is lost, as if the process had died. */
static void close_store(struct store *store)
{
    struct late *late = late_of(store);
    late_drop_writes(&late->open);
    while (late->turns != NULL) {
        struct late_turn *turn = late->turns;
        DL_DELETE(late->turns, turn);
        late_drop_writes(turn);
        free(turn);
    }
    store_close(late->behind);
    free(late);
}

static struct store_copy *copy_begin(struct store *store, const char *file, char *error,
                                     size_t error_size)
{
    return store_copy_begin(late_of(store)->behind, file, error, error_size);
}

static const struct store_class class = {.folder = folder_of,
                                         .generation = generation_of,
                                         .close = close_store,
                                         .attach = attach,
                                         .detach = detach,
                                         .forget = forget,
                                         .table_add = table_add,
                                         .table_update = table_update,
                                         .line_add = line_add,
                                         .lines_cut = lines_cut,
                                         .value_set = value_set,
                                         .scopes_forget = scopes_forget,
                                         .change_add = change_add,
                                         .result_add = result_add,
                                         .person_forget = person_forget,
                                         .commit = commit,
                                         .undo = undo,
                                         .is_dirty = is_dirty,
                                         .read_live = read_live,
                                         .read_table = read_table,
                                         .read_ended = read_ended,
                                         .read_archived = read_archived,
                                         .read_value = read_value,
                                         .read_values = read_values,
                                         .read_all_values = read_all_values,
                                         .read_scopes = read_scopes,
                                         .read_changes = read_changes,
                                         .read_changes_by = read_changes_by,
                                         .read_top = read_top,
                                         .read_ratings_of = read_ratings_of,
                                         .read_stats = read_stats,
                                         .find_player = find_player,
                                         .read_tables_of = read_tables_of,
                                         .copy_begin = copy_begin};

/* Ids go on where the store behind has arrived. */
static int64_t find_next_table(struct store *behind)
{
    const struct stored_table any = {.owner = "",
                                     .game = "",
                                     .options = "",
                                     .setup = "",
                                     .opener_network = "",
                                     .opener_identity = ""};
    int64_t next = store_table_add(behind, &any);
    store_undo(behind);
    return next;
}

struct late_plan late_plan_read(const char *text)
{
    struct late_plan plan = {0};
    char *rest;
    plan.seed = strtoull(text, &rest, 10);
    if (*rest == ':')
        plan.failing_commits = (unsigned)strtoul(rest + 1, &rest, 10);
    if (*rest == ':')
        plan.failing_reads = (unsigned)strtoul(rest + 1, &rest, 10);
    return plan;
}

void late_follow(struct store *store, const struct late_plan *plan)
{
    late_of(store)->plan = *plan;
}

struct store *late_open(struct store *behind, const struct late_plan *plan)
{
    struct late *late = memory_new(sizeof *late);
    late->base.class = &class;
    late->behind = behind;
    late->plan = *plan;
    late->next_table = find_next_table(behind);
    return &late->base;
}
