/* Linked places, and places that a table moves to or loses. */
#include "bot/tables/session_private.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/settings.h"

#define LINKS_SCOPE "links"
/* Only where the store is shared. */
#define CODES_SCOPE "codes"

enum { LINKS_MAX = STORE_PLACES_MAX - 1, LINK_PATIENCE_MS = 10 * MINUTE };

/* -- Links ------------------------------------------------------------------------------------- */

bool session_is_linked(const struct table_place *place, const struct table_place *other)
{
    for (const struct place_link *link = place->links; link != NULL; link = link->next)
        if (link->other == other)
            return true;
    return false;
}

static void add_link(struct table_place *place, struct table_place *other)
{
    struct place_link *link = memory_new(sizeof *link);
    link->other = other;
    LL_APPEND(place->links, link);
}

static void remove_link(struct table_place *place, const struct table_place *other)
{
    for (struct place_link **at = &place->links; *at != NULL; at = &(*at)->next) {
        struct place_link *link = *at;
        if (link->other == other) {
            *at = link->next;
            free(link);
            return;
        }
    }
}

/* Writes the keys of all places that a place is linked with, one per line. */
static void save_links(struct sessions *sessions, const struct table_place *place)
{
    char buffer[LINKS_MAX * (NETWORK_NAME_MAX + PLACE_MAX + 2)];
    struct text keys = TEXT_IN(buffer);
    for (const struct place_link *link = place->links; link != NULL; link = link->next) {
        text_separate(&keys, "\n");
        text_add(&keys, link->other->key);
    }
    store_value_set(sessions->store, LINKS_SCOPE, place->key, keys.length > 0 ? keys.bytes : NULL);
    store_value_publish(sessions->store, LINKS_SCOPE, place->key);
    sessions->links_changed = true;
}

static size_t count_links(const struct table_place *place)
{
    size_t count = 0;
    for (const struct place_link *link = place->links; link != NULL; link = link->next)
        count++;
    return count;
}

static struct table_place *place_of_key(struct sessions *sessions, const char *key)
{
    char network[NETWORK_NAME_MAX];
    struct text name = TEXT_IN(network);
    const char *blank = strchr(key, ' ');
    if (blank == NULL)
        return NULL;
    text_add_bytes(&name, key, (size_t)(blank - key));
    return session_place_made(sessions, network, blank + 1);
}

/* `value` has the keys of the places that the place is linked with. */
static void take_links(struct sessions *sessions, struct table_place *place, const char *value)
{
    char *keys = memory_copy(value), *rest = keys;
    for (char *other; place != NULL && (other = strsep(&rest, "\n")) != NULL;) {
        struct table_place *linked = place_of_key(sessions, other);
        if (linked != NULL && !session_is_linked(place, linked))
            add_link(place, linked);
    }
    free(keys);
}

static bool recover_links(void *context, const char *key, const char *value)
{
    struct sessions *sessions = context;
    take_links(sessions, place_of_key(sessions, key), value);
    return true;
}

bool session_recover_links(struct sessions *sessions, struct store_inquiry *inquiry)
{
    return store_read_values(inquiry, LINKS_SCOPE, sessions, recover_links);
}

static void drop_links(struct table_place *place)
{
    while (place->links != NULL) {
        struct place_link *link = place->links;
        place->links = link->next;
        free(link);
    }
}

static void keep_code(struct table_place *place, const char *code)
{
    struct text kept = TEXT_IN(place->code);
    text_add(&kept, code);
    place->code_at = clock_steady(NULL);
}

void session_follow_links(struct sessions *sessions, const char *scope, const char *key,
                          const char *value)
{
    if (strcmp(scope, CODES_SCOPE) == 0) {
        struct table_place *offered = place_of_key(sessions, key);
        if (offered != NULL)
            keep_code(offered, value != NULL ? value : "");
        return;
    }
    if (strcmp(scope, LINKS_SCOPE) != 0 || sessions->links_changed || sessions->links_in_flight > 0)
        return;
    struct table_place *place = place_of_key(sessions, key);
    if (place == NULL)
        return;
    drop_links(place);
    if (value != NULL)
        take_links(sessions, place, value);
}

static bool is_any(void *context, const char *key, const char *value)
{
    (void)context;
    (void)key;
    (void)value;
    return false;
}

static void restore_links(void *context, struct store_inquiry *inquiry)
{
    struct sessions *sessions = context;
    if (!store_read_values(inquiry, LINKS_SCOPE, NULL, is_any))
        return;
    for (struct table_place *place = sessions->by_place; place != NULL; place = place->hh.next)
        drop_links(place);
    session_recover_links(sessions, inquiry);
}

void session_restore_links(struct sessions *sessions)
{
    store_ask(sessions->store, restore_links, NULL, sessions);
}

static bool has_live_table(const struct table_place *place)
{
    return place->table != NULL && table_is_live(place->table);
}

/* The deal of the day is for one person alone. */
static bool may_be_shared(const struct table_place *place)
{
    return has_live_table(place) && place->table->daily == NULL;
}

static bool is_free(const struct table_place *place)
{
    return !has_live_table(place) && place->refused == 0;
}

void session_show_linked(struct sessions *sessions, struct table *table,
                         const struct table_place *home)
{
    for (const struct place_link *link = home->links; link != NULL; link = link->next)
        if (is_free(link->other))
            session_attach(sessions, table, link->other->network, link->other->place);
}

/* -- Making and ending links ------------------------------------------------------------------- */

bool session_link_is_asked(const struct table_place *place, const struct table_place *other)
{
    return place->asked != NULL && strcmp(place->asked, other->key) == 0 &&
           clock_steady(NULL) - place->asked_at < LINK_PATIENCE_MS;
}

void session_ask_link(struct table_place *place, const struct table_place *other)
{
    free(place->asked);
    place->asked = memory_copy(other->key);
    place->asked_at = clock_steady(NULL);
}

/* Whoever types the code may be heard by another process. */
static void tell_processes(const struct sessions *sessions, const struct table_place *place)
{
    if (!store_is_shared(sessions->store))
        return;
    store_value_set(sessions->store, CODES_SCOPE, place->key,
                    place->code[0] != '\0' ? place->code : NULL);
    store_value_publish(sessions->store, CODES_SCOPE, place->key);
}

void session_offer_link(const struct sessions *sessions, struct table_place *place)
{
    table_draw_code(place->code);
    place->code_at = clock_steady(NULL);
    tell_processes(sessions, place);
}

struct table_place *session_find_offered(const struct sessions *sessions, const char *code)
{
    struct table_place *found = NULL;
    if (strlen(code) != TABLE_CODE_LETTERS)
        return NULL;
    for (struct table_place *place = sessions->by_place; place != NULL; place = place->hh.next)
        if (clock_steady(NULL) - place->code_at < LINK_PATIENCE_MS &&
            sodium_memcmp(place->code, code, TABLE_CODE_LETTERS) == 0)
            found = place;
    return found;
}

void session_use_offered(const struct sessions *sessions, struct table_place *place)
{
    place->code[0] = '\0';
    tell_processes(sessions, place);
}

static void take_back_asked(struct table_place *place, const struct table_place *other)
{
    if (place->asked == NULL || strcmp(place->asked, other->key) != 0)
        return;
    free(place->asked);
    place->asked = NULL;
}

static void say_at(struct sessions *sessions, const struct table_place *place, const char *key,
                   const struct table_place *other)
{
    char name[PLACE_MAX];
    networks_place_name(sessions->networks, other->network, other->place, place->network, name);
    const struct word_argument arguments[] = {SAY_TEXT(name)};
    session_announce_at(sessions, &(const struct table){.id = 0}, place, key, arguments, 1);
}

static void tell_shared(struct sessions *sessions, const struct table *table,
                        const struct table_place *place)
{
    char name_buffer[64], situation_buffer[256];
    struct text name = TEXT_IN(name_buffer), situation = TEXT_IN(situation_buffer);
    struct voice voice;
    const struct setting_scope reader = setting_in_place(place->network, place->place);
    const struct telling *telling = session_voice(sessions, table, &reader, &voice);
    text_add_format(&name, "%s.name", table->game->id);
    if (table->state != NULL) {
        union game_view_block view;
        table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
        table->game->text->situation(GAME_VIEW(&view), telling, &situation);
    }
    const struct word_argument arguments[] = {
        SAY_MESSAGE(name.bytes), SAY_NUMBER(table->state != NULL), SAY_TEXT(situation.bytes)};
    session_announce_at(sessions, table, place, "event.shared", arguments, 3);
}

/* Shows a table that runs in one of the two places in the other from now on. */
static void share_table(struct sessions *sessions, struct table_place *place,
                        struct table_place *other)
{
    struct table *table = place->table;
    size_t places = 0;
    for (const struct table_place *at = table->places; at != NULL; at = at->next)
        places++;
    if (places == STORE_PLACES_MAX)
        return;
    session_attach(sessions, table, other->network, other->place);
    session_save(sessions, table);
    tell_shared(sessions, table, other);
    session_watch_bots(sessions, table);
}

session_refusal session_link(struct sessions *sessions, struct table_place *place,
                             struct table_place *other)
{
    if (count_links(place) == LINKS_MAX || count_links(other) == LINKS_MAX)
        return "refusal.links-many";
    add_link(place, other);
    add_link(other, place);
    save_links(sessions, place);
    save_links(sessions, other);
    log_info("places.linked", "place", place->key, "other", other->key);
    say_at(sessions, place, "event.linked", other);
    say_at(sessions, other, "event.linked", place);
    if (may_be_shared(place) && is_free(other))
        share_table(sessions, place, other);
    else if (may_be_shared(other) && is_free(place))
        share_table(sessions, other, place);
    return NULL;
}

static bool has_people_of(const struct table *table, const char *network)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].identity != NULL && strcmp(table->seats[seat].network, network) == 0)
            return true;
    return false;
}

void session_unlink(struct sessions *sessions, struct table_place *place, struct table_place *other)
{
    remove_link(place, other);
    remove_link(other, place);
    take_back_asked(place, other);
    take_back_asked(other, place);
    save_links(sessions, place);
    save_links(sessions, other);
    log_info("places.unlinked", "place", place->key, "other", other->key);
    say_at(sessions, place, "event.unlinked", other);
    say_at(sessions, other, "event.unlinked", place);
    struct table *table = place->table;
    if (table == NULL || other->table != table || !table_is_live(table))
        return;
    struct table_place *guest = table->places == place ? other : place;
    if (has_people_of(table, guest->network))
        return; /* they play the game to its end in both places */
    session_detach(table, guest);
    session_save(sessions, table);
}

void session_place_free_links(struct table_place *place)
{
    drop_links(place);
    free(place->asked);
}

/* -- Threads ----------------------------------------------------------------------------------- */

void session_want_thread(struct sessions *sessions, struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    if (networks_makes_threads(sessions->networks, table->places->network) &&
        setting_is_on(sessions->settings, SETTING_THREADS, &scope))
        table->thread = THREAD_WANTED;
}

void session_ask_thread(struct sessions *sessions, struct table *table)
{
    const struct table_place *home = table->places;
    if (table->thread != THREAD_WANTED || home == NULL || !home->open || !table_is_live(table))
        return;
    struct words words = style_place_words(sessions->styles, home->network, home->place);
    char name_buffer[64], title_buffer[128];
    struct text name = TEXT_IN(name_buffer), title = TEXT_IN(title_buffer);
    text_add_format(&name, "%s.name", table->game->id);
    words_say(&words, &title, "thread.title", SAY_MESSAGE(name.bytes),
              SAY_TEXT(table->seats[0].name), SAY_NUMBER(table->id));
    table->thread = THREAD_ASKED;
    networks_open_thread(sessions->networks, home->network, home->place, table->id, false,
                         title.bytes);
}

void session_thread_opened(struct sessions *sessions, const char *network, const char *place,
                           uint64_t id, const char *thread)
{
    struct table *table = session_by_id(sessions, (int64_t)id);
    struct table_place *parent = session_place(sessions, network, place);
    if (table == NULL || table->thread != THREAD_ASKED)
        return;
    table->thread = THREAD_NONE;
    sessions->leagues_stirred = true; /* the channel may be free now */
    if (thread != NULL && parent != NULL && parent->table == table && table_is_live(table)) {
        char name[PLACE_MAX];
        networks_place_name(sessions->networks, network, thread, network, name);
        const struct word_argument arguments[] = {SAY_TEXT(name)};
        session_announce_at(sessions, table, parent, "event.thread", arguments, 1);
        session_move_place(sessions, table, parent, thread);
    }
    session_save(sessions, table); /* shows the board now, in the thread or here */
}

/* -- Lost places ------------------------------------------------------------------------------- */

/* The table is shown nowhere any more: tells its people why. */
static void tell_people(struct sessions *sessions, const struct table *table, const char *why)
{
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    text_add_format(&name, "%s.name", table->game->id);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].identity == NULL)
            continue;
        char buffer[512];
        struct text text = TEXT_IN(buffer);
        const struct setting_scope reader = session_seat_reader(table, seat);
        struct words words = style_words(sessions->styles, &reader);
        words_say(&words, &text, "answer.place-lost", SAY_MESSAGE(name.bytes), SAY_MESSAGE(why));
        session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, NULL);
    }
}

void session_place_lost(struct sessions *sessions, const char *network, const char *place,
                        const char *why)
{
    struct table_place *lost = session_place(sessions, network, place);
    session_watch_thread_lost(sessions, network, place);
    session_place_closed(sessions, network, place);
    if (lost == NULL || lost->table == NULL || !table_is_live(lost->table))
        return;
    const struct table *table = lost->table;
    for (const struct table_place *at = table->places; at != NULL; at = at->next) {
        char name[PLACE_MAX];
        networks_place_name(sessions->networks, network, place, at->network, name);
        const struct word_argument arguments[] = {SAY_TEXT(name), SAY_MESSAGE(why)};
        session_announce_at(sessions, table, at, "event.place-lost", arguments, 2);
    }
    if (!table_is_shown(table))
        tell_people(sessions, table, why);
}
