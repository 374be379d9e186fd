#include "bot/turn/leases.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/clock.h"
#include "games/shared/text.h"

enum { LEAVE_MS = 2000 };

static bool is_known(const struct lease *lease)
{
    return lease->state == LEASE_HELD || lease->state == LEASE_ENDING;
}

static struct lease *find(const struct leases *leases, const char *name)
{
    for (size_t i = 0; i < leases->count; i++)
        if (strcmp(leases->leases[i].name, name) == 0)
            return &leases->leases[i];
    return NULL;
}

static struct lease *find_part(const struct leases *leases, const char *network, unsigned part)
{
    for (size_t i = 0; i < leases->count; i++)
        if (leases->leases[i].part.number == part &&
            strcmp(leases->leases[i].network, network) == 0)
            return &leases->leases[i];
    return NULL;
}

static struct lease_division *division_of(const struct leases *leases, const char *network)
{
    for (size_t i = 0; i < leases->division_count; i++)
        if (strcmp(leases->divisions[i].network, network) == 0)
            return &leases->divisions[i];
    return NULL;
}

/* -- Questions of others ----------------------------------------------------------------------- */

bool leases_knows(const struct leases *leases, const char *network)
{
    return find_part(leases, network, 0) != NULL;
}

static bool is_lost(const struct lease *lease)
{
    return lease->state == LEASE_ENDING && !lease->gives;
}

static bool is_held_now(const struct leases *leases, const struct lease *lease)
{
    return is_known(lease) && !is_lost(lease) && clock_steady(NULL) < leases->held_until;
}

static bool holds_any(const struct leases *leases, const char *network)
{
    bool held = false;
    for (size_t i = 0; i < leases->count; i++)
        held |= strcmp(leases->leases[i].network, network) == 0 &&
                is_held_now(leases, &leases->leases[i]);
    return held;
}

bool leases_holds(const struct leases *leases, const char *network, int part)
{
    if (!leases_knows(leases, network))
        return true;
    if (part == LEASE_ANY_PART)
        return holds_any(leases, network);
    const struct lease *lease = find_part(leases, network, (unsigned)part);
    return lease != NULL && is_held_now(leases, lease);
}

bool leases_guard(const struct leases *leases, const char *network, unsigned part)
{
    const struct lease *lease = find_part(leases, network, part);
    if (lease == NULL)
        return true;
    if (!is_known(lease) || is_lost(lease))
        return false;
    store_lease_guard(leases->store, lease->name, lease->epoch);
    return true;
}

bool leases_gives(const struct leases *leases, const char *network, unsigned part)
{
    const struct lease *lease = find_part(leases, network, part);
    return lease != NULL && lease->state == LEASE_ENDING && lease->gives;
}

bool leases_is_alone(const struct leases *leases)
{
    return leases->leases == NULL ||
           (leases->alone && clock_steady(NULL) - leases->ticked_at < leases->term);
}

int64_t leases_epoch(const struct leases *leases, size_t lease)
{
    bool held = lease < leases->count && leases->leases[lease].state == LEASE_HELD;
    return held ? leases->leases[lease].epoch : 0;
}

int64_t leases_part_epoch(const struct leases *leases, const char *network, unsigned part)
{
    const struct lease *lease = find_part(leases, network, part);
    return lease != NULL ? leases_epoch(leases, (size_t)(lease - leases->leases)) : 0;
}

size_t leases_held(const struct leases *leases)
{
    size_t held = 0;
    for (size_t i = 0; i < leases->count; i++)
        held += leases->leases[i].state == LEASE_HELD;
    return held;
}

/* -- Coming and going -------------------------------------------------------------------------- */

static void end(struct leases *leases, struct lease *lease, bool gives)
{
    log_info(gives ? "lease.given" : "lease.lost", "network", lease->name);
    lease->state = LEASE_ENDING;
    lease->gives = gives;
    leases->listener.lost(leases->listener.context, (size_t)(lease - leases->leases), gives);
}

static void give_back(const struct leases *leases, struct lease *lease)
{
    lease->state = LEASE_GIVEN;
    lease->since = clock_steady(NULL);
    store_lease_release(leases->store, lease->name);
}

static void begin(struct leases *leases, struct lease *lease)
{
    log_info("lease.taken", "network", lease->name, "epoch", LOG_NUMBER(lease->told_epoch));
    lease->state = LEASE_HELD;
    lease->epoch = lease->told_epoch;
    lease->gives = false;
    leases->listener.gained(leases->listener.context, (size_t)(lease - leases->leases));
}

void leases_refuse(struct leases *leases, size_t refused, bool for_good)
{
    leases->leases[refused].refused = for_good;
    give_back(leases, &leases->leases[refused]);
}

void leases_ended(struct leases *leases, size_t ended)
{
    struct lease *lease = &leases->leases[ended];
    if (lease->gives)
        give_back(leases, lease);
    else
        lease->state = LEASE_AWAY;
}

/* Ends what another process has taken over. */
static void end_replaced(struct leases *leases, struct lease *lease)
{
    bool was_replaced = !lease->is_mine || lease->told_epoch != lease->epoch;
    if (lease->state == LEASE_HELD && was_replaced)
        end(leases, lease, false);
    else if (lease->state == LEASE_ENDING)
        lease->gives = lease->gives && !was_replaced;
}

/* Does what else follows from the store's answer. */
static void follow(struct leases *leases, struct lease *lease)
{
    if (lease->state == LEASE_AWAY && lease->is_mine && !lease->refused)
        begin(leases, lease);
    else if (lease->state == LEASE_GIVEN && !lease->is_mine)
        lease->state = LEASE_AWAY;
    else if (lease->state == LEASE_GIVEN && leases->asked_at - lease->since > leases->term)
        give_back(leases, lease); /* that could not be saved */
}

/* -- The number of parts ----------------------------------------------------------------------- */

static void name_lease(struct lease *lease, const char *network, struct network_part part)
{
    *lease = (struct lease){.network = network, .part = part};
    struct text name = TEXT_IN(lease->name);
    text_add(&name, network);
    if (part.count > 0)
        text_add_format(&name, " %u", part.number);
}

/* Gives back what is held of the network. True when nothing is left. */
static bool clear_network(struct leases *leases, const char *network)
{
    bool cleared = true;
    for (size_t i = 0; i < leases->count; i++) {
        struct lease *lease = &leases->leases[i];
        if (strcmp(lease->network, network) != 0)
            continue;
        if (lease->state == LEASE_HELD)
            end(leases, lease, true);
        cleared &= lease->state == LEASE_AWAY;
    }
    return cleared;
}

/* Leases keep their places in the array. */
static void make_parts(struct leases *leases, const struct lease_division *division)
{
    struct network_part part = {.count = division->told};
    for (size_t i = 0; i < leases->count; i++)
        if (strcmp(leases->leases[i].network, division->network) == 0) {
            name_lease(&leases->leases[i], division->network, part);
            part.number++;
        }
    size_t more = part.count - part.number;
    leases->leases =
        memory_resize(leases->leases, (leases->count + more + 1) * sizeof *leases->leases);
    for (; part.number < part.count; part.number++)
        name_lease(&leases->leases[leases->count++], division->network, part);
}

static bool others_serve(const struct leases *leases, const char *network)
{
    for (size_t i = 0; i < leases->count; i++) {
        const struct lease *lease = &leases->leases[i];
        if (strcmp(lease->network, network) == 0 && !lease->is_mine && !lease->is_free &&
            !lease->has_lapsed)
            return true;
    }
    return false;
}

/* Follows the number that the last beat told. To whoever has just come any number is the first one,
 * while others may still act on an older one. */
static void divide(struct leases *leases, struct lease_division *division, int64_t now)
{
    if (division->looks && !others_serve(leases, division->network))
        division->settled_at = now;
    division->looks = false;
    if (division->told == division->parts || !clear_network(leases, division->network))
        return;
    log_info("lease.divided", "network", division->network, "parts", LOG_NUMBER(division->told));
    make_parts(leases, division);
    division->looks = division->parts == 0;
    division->settled_at = now + leases->term;
    division->parts = division->told;
}

/* Numbers only grow. */
static bool take_agreed(void *context, const char *name, const char *value)
{
    const struct leases *leases = context;
    struct lease_division *division = division_of(leases, name);
    unsigned long told = strtoul(value, NULL, 10);
    if (division != NULL && told > division->parts && told <= LEASE_PARTS_MAX)
        division->told = (unsigned)told;
    return true;
}

void leases_agree(const struct leases *leases, const char *network, unsigned part, unsigned before,
                  unsigned parts)
{
    char old[16], new[16];
    struct text old_text = TEXT_IN(old), new_text = TEXT_IN(new);
    const struct lease_division *division = division_of(leases, network);
    if (division == NULL || division->told != before || parts <= before ||
        parts > LEASE_PARTS_MAX || !leases_guard(leases, network, part))
        return;
    text_add_format(&old_text, "%u", before);
    text_add_format(&new_text, "%u", parts);
    store_value_replace(leases->store, STORE_AGREED, network, before > 0 ? old : NULL, new);
}

/* -- A fair share ------------------------------------------------------------------------------ */

static bool is_settled(const struct leases *leases, const struct lease *lease, int64_t now)
{
    const struct lease_division *division = division_of(leases, lease->network);
    return division == NULL ||
           (division->told == division->parts && !division->looks && now >= division->settled_at);
}

static bool may_be_taken(const struct leases *leases, const struct lease *lease, int64_t now)
{
    if (lease->state != LEASE_AWAY || lease->refused || !is_settled(leases, lease, now))
        return false;
    return lease->is_free || (lease->has_lapsed && now - leases->steady_since >= leases->term);
}

static size_t count_taken(const struct leases *leases)
{
    size_t taken = 0;
    for (size_t i = 0; i < leases->count; i++)
        taken += is_known(&leases->leases[i]) && !leases->leases[i].gives;
    return taken;
}

/* What nobody has taken for long, though others have room for it, one takes all the same, and keeps
 * until processes come or go. */
static void note_free(struct lease *lease, bool is_free, unsigned term, int64_t now)
{
    enum { LONG_TERMS = 4 };
    if (!is_free)
        lease->free_since = 0;
    else if (lease->free_since == 0)
        lease->free_since = now;
    if (lease->state == LEASE_AWAY)
        lease->stays = is_free && now - lease->free_since > (int64_t)LONG_TERMS * term;
}

/* Each process begins elsewhere, so that they seldom want the same. */
static bool choose(struct leases *leases, size_t share, int64_t now)
{
    size_t taken = count_taken(leases);
    bool any = false;
    for (size_t k = 0; k < leases->count; k++) {
        struct lease *lease = &leases->leases[(leases->position * share + k) % leases->count];
        bool takes = may_be_taken(leases, lease, now);
        note_free(lease, takes, leases->term, now);
        lease->wanted = takes && (taken < share || lease->stays);
        taken += lease->wanted;
        any |= lease->wanted;
    }
    return any;
}

/* Gives one back when another process that has come to stay has room for it. */
static void give_surplus(struct leases *leases, size_t share, int64_t now)
{
    enum { TERMS = 2 };
    size_t taken = count_taken(leases);
    if (taken <= share || now - leases->living_since < (int64_t)TERMS * leases->term)
        return;
    for (size_t i = leases->count; i-- > 0;) {
        struct lease *lease = &leases->leases[i];
        if (lease->state == LEASE_HELD && !lease->stays) {
            end(leases, lease, true);
            return;
        }
    }
}

/* -- Beats ------------------------------------------------------------------------------------- */

static bool take_lease(void *context, const struct stored_lease *stored)
{
    const struct leases *leases = context;
    struct lease *lease = find(leases, stored->name);
    if (lease == NULL)
        return true;
    lease->is_mine = stored->is_mine;
    lease->is_free = stored->holder[0] == '\0';
    lease->has_lapsed = stored->lapsed;
    lease->told_epoch = stored->epoch;
    return true;
}

static bool take_process(void *context, const struct stored_process *process)
{
    struct leases *leases = context;
    if (process->is_self)
        leases->told_position = leases->told_living;
    leases->told_living += process->lives;
    return true;
}

static bool take_wanted(const struct leases *leases, struct store_inquiry *inquiry)
{
    bool taken = true;
    for (size_t i = 0; i < leases->count; i++)
        if (leases->leases[i].wanted)
            taken &= store_lease_take(inquiry, leases->leases[i].name, leases->term);
    return taken;
}

static void beat(void *context, struct store_inquiry *inquiry)
{
    struct leases *leases = context;
    const struct store_lease_reader reader = {leases, take_lease, take_process, take_agreed};
    if (!take_wanted(leases, inquiry))
        return;
    for (size_t i = 0; i < leases->count; i++) {
        struct lease *lease = &leases->leases[i];
        lease->is_mine = lease->has_lapsed = false;
        lease->is_free = true; /* unless there is a row of it */
    }
    leases->told_living = leases->told_position = 0;
    leases->answered = store_lease_beat(inquiry, leases->process, leases->term, &reader);
    if (leases->answered)
        leases->asked_at = store_inquiry_sent(inquiry);
}

/* Whoever has come may want what nobody else wanted. */
static void note_living(struct leases *leases, int64_t now)
{
    leases->living = leases->told_living;
    leases->living_since = now;
    for (size_t i = 0; i < leases->count; i++)
        leases->leases[i].stays = false;
}

static void note_answer(struct leases *leases, int64_t now)
{
    if (now - leases->answered_at > leases->term)
        leases->steady_since = now;
    leases->answered_at = now;
    leases->held_until = leases->asked_at + leases->term;
    if (leases->living != leases->told_living)
        note_living(leases, now);
    leases->alone = leases->living <= 1 && now < leases->held_until;
    leases->position = leases->told_position;
}

static void ask(struct leases *leases);

static void answered(void *context)
{
    struct leases *leases = context;
    int64_t now = clock_steady(NULL);
    leases->asks = false;
    for (size_t i = 0; i < leases->count; i++)
        leases->leases[i].wanted = false;
    if (!leases->answered || leases->left != NULL)
        return;
    /* First, since the answer renews what is held. */
    for (size_t i = 0; i < leases->count; i++)
        end_replaced(leases, &leases->leases[i]);
    note_answer(leases, now);
    for (size_t i = 0; i < leases->count; i++)
        follow(leases, &leases->leases[i]);
    for (size_t i = 0; i < leases->division_count; i++)
        divide(leases, &leases->divisions[i], now);
    unsigned living = leases->living > 0 ? leases->living : 1;
    size_t share = (leases->count + living - 1) / living;
    give_surplus(leases, share, now);
    if (choose(leases, share, now))
        ask(leases);
}

static void ask(struct leases *leases)
{
    leases->asks = true;
    leases->answered = false;
    leases->asked_at = clock_steady(NULL);
    store_ask(leases->store, beat, answered, leases);
}

/* Others may have taken over what this process can't hear of for long. */
static void drop_unknown(struct leases *leases)
{
    enum { TERMS = 2 };
    if (leases_is_alone(leases) ||
        clock_steady(NULL) < leases->held_until + (int64_t)TERMS * leases->term)
        return;
    for (size_t i = 0; i < leases->count; i++)
        if (leases->leases[i].state == LEASE_HELD)
            end(leases, &leases->leases[i], false);
}

static void tick(uv_timer_t *timer)
{
    struct leases *leases = timer->data;
    int64_t now = clock_steady(NULL);
    if (now - leases->ticked_at >= leases->term)
        leases->alone = false;
    leases->ticked_at = now;
    if (leases->asks)
        drop_unknown(leases);
    else
        ask(leases);
}

/* -- Life -------------------------------------------------------------------------------------- */

void leases_open(struct leases *leases, uv_loop_t *loop)
{
    *leases = (struct leases){.term = LEASE_TERM_MS};
    uv_timer_init(loop, &leases->timer);
    leases->timer.data = leases;
}

static void name_process(struct leases *leases)
{
    char machine[64] = "";
    struct text name = TEXT_IN(leases->process);
    gethostname(machine, sizeof machine - 1);
    text_add_format(&name, "%s %ld", machine, (long)getpid());
}

static size_t count_leases(const struct lease_offer *offers, size_t count)
{
    size_t leases = 0;
    for (size_t i = 0; i < count; i++)
        leases += offers[i].parts > 0 ? offers[i].parts : 1;
    return leases;
}

static void add_leases(struct leases *leases, const struct lease_offer *offer)
{
    for (unsigned part = 0; part == 0 || part < offer->parts; part++)
        name_lease(&leases->leases[leases->count++], offer->network,
                   (struct network_part){part, offer->parts});
    if (offer->agrees)
        leases->divisions[leases->division_count++] =
            (struct lease_division){.network = offer->network};
}

void leases_start(struct leases *leases, struct store *store, const struct lease_offer *offers,
                  size_t count, const struct leases_listener *listener)
{
    leases->store = store;
    leases->listener = *listener;
    leases->leases = memory_new((count_leases(offers, count) + 1) * sizeof *leases->leases);
    leases->divisions = memory_new((count + 1) * sizeof *leases->divisions);
    for (size_t i = 0; i < count; i++)
        add_leases(leases, &offers[i]);
    name_process(leases);
    uv_timer_start(&leases->timer, tick, 0, leases->term / LEASE_BEATS);
}

static void end_leaving(struct leases *leases)
{
    void (*left)(void *context) = leases->left;
    leases->left = NULL;
    uv_timer_stop(&leases->timer);
    if (left != NULL)
        left(leases->left_context);
}

static void has_left(void *context, enum store_end end, const char *error)
{
    if (end != STORE_SAVED)
        log_warning("lease.not-given", "reason", error);
    end_leaving(context);
}

static void give_up_leaving(uv_timer_t *timer)
{
    end_leaving(timer->data);
}

void leases_leave(struct leases *leases, void (*left)(void *context), void *context)
{
    if (leases->leases == NULL) {
        left(context);
        return;
    }
    leases->left = left;
    leases->left_context = context;
    uv_timer_start(&leases->timer, give_up_leaving, LEAVE_MS, 0);
    store_process_leave(leases->store);
    store_commit(leases->store, has_left, leases);
}

void leases_close(struct leases *leases)
{
    uv_close((uv_handle_t *)&leases->timer, NULL);
}

void leases_clear(struct leases *leases)
{
    free(leases->leases);
    free(leases->divisions);
    leases->leases = NULL;
    leases->divisions = NULL;
    leases->count = leases->division_count = 0;
}
