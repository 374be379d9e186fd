#include "bot/core/sender.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/duration.h"
#include "bot/base/memory.h"
#include "games/shared/text.h"

/* Limits that keep the bucket's arithmetic far from overflow. */
enum { BURST_MOST = 1000, REFILL_MOST_MS = HOUR };

/* Parts of the pace for priorities that have lines waiting. */
static const int64_t shares[SENDER_PRIORITIES] = {
    [SENDER_ANSWER] = 3, [SENDER_EVENT] = 6, [SENDER_PICTURE] = 2, [SENDER_GUEST] = 1};

enum {
    SHARES_MULTIPLE =
        6,            /* of every share, so that what a line costs by its share is a whole number */
    RESERVED_PART = 4 /* of a burst, for events */
};

/* The lines of one sender_put. */
struct sender_group {
    struct sender_group *prev, *next;
    enum sender_priority priority;
    uint64_t replaces;
    uint64_t joins; /* struct sender_joint.key; 0: none */
    size_t lines;   /* not yet sent */
    const char *next_line;
    char text[]; /* the lines, each with its terminator */
};

struct sender_target {
    struct sender_target *prev, *next;
    struct sender_group *groups[SENDER_PRIORITIES]; /* not begun, oldest first */
    struct sender_group *begun;                     /* partly sent; not in a list */
    uint64_t served[SENDER_PRIORITIES]; /* value of sender.turn when it was last served */
    size_t waiting;                     /* lines */
    char name[];
};

struct sender {
    struct sender_pace pace; /* within the bounds above */
    int64_t credit;          /* in milliseconds of refilling: a token is pace.refill_ms */
    int64_t last;            /* when credit was last computed */
    /* Start-time fair queueing (Goyal, Vin, Cheng 1996): what each priority had, by its share, and
     * where the one served last began. */
    int64_t had[SENDER_PRIORITIES], began;
    uint64_t turn;
    struct sender_target *targets;
    struct sender_group *urgent;
    size_t urgent_lines;
    struct sender_counts counts;
    char line[SENDER_LINE_MAX + 1]; /* the line that sender_next returned */
};

static int64_t within(int64_t number, int64_t least, int64_t most)
{
    return number < least ? least : number > most ? most : number;
}

static struct sender_pace pace_within_bounds(const struct sender_pace *pace)
{
    return (struct sender_pace){
        .burst = within(pace->burst, 1, BURST_MOST),
        .refill_ms = within(pace->refill_ms, 1, REFILL_MOST_MS),
        .bytes_per_token = pace->bytes_per_token < 0 ? 0 : pace->bytes_per_token,
        .unlimited = pace->unlimited,
    };
}

static int64_t full_credit(const struct sender *sender)
{
    return sender->pace.burst * sender->pace.refill_ms;
}

static int64_t credit_at(const struct sender *sender, int64_t now)
{
    if (now <= sender->last)
        return sender->credit;
    uint64_t passed = (uint64_t)now - (uint64_t)sender->last;
    uint64_t missing = (uint64_t)(full_credit(sender) - sender->credit);
    return passed >= missing ? full_credit(sender) : sender->credit + (int64_t)passed;
}

static void refill(struct sender *sender, int64_t now)
{
    sender->credit = credit_at(sender, now);
    sender->last = now;
}

static int64_t cost(const struct sender *sender, size_t length)
{
    const struct sender_pace *pace = &sender->pace;
    int64_t by_bytes = 0;

    if (pace->bytes_per_token > 0)
        by_bytes = ((int64_t)length + 2) * pace->refill_ms / pace->bytes_per_token;
    return by_bytes > pace->refill_ms ? by_bytes : pace->refill_ms;
}

struct sender *sender_new(const struct sender_pace *pace, int64_t now)
{
    struct sender *sender = memory_new(sizeof(*sender));

    sender->pace = pace_within_bounds(pace);
    sender->credit = full_credit(sender);
    sender->last = now;
    return sender;
}

void sender_free(struct sender *sender)
{
    if (sender) {
        sender_clear(sender);
        free(sender);
    }
}

void sender_set_pace(struct sender *sender, const struct sender_pace *pace, int64_t now)
{
    int64_t old_refill = sender->pace.refill_ms;

    refill(sender, now);
    sender->pace = pace_within_bounds(pace);
    sender->credit = sender->credit * sender->pace.refill_ms / old_refill;
    if (sender->credit > full_credit(sender))
        sender->credit = full_credit(sender);
}

static bool line_is_valid(const char *line)
{
    size_t length = strnlen(line, SENDER_LINE_MAX + 1);

    return length > 0 && length <= SENDER_LINE_MAX && !strpbrk(line, "\r\n");
}

static struct sender_group *group_new(enum sender_priority priority, uint64_t replaces,
                                      const char *const *lines, size_t count)
{
    struct sender_group *group;
    size_t size = 0;
    char *end;

    for (size_t i = 0; i < count; i++)
        size += strlen(lines[i]) + 1;
    group = memory_new(sizeof(*group) + size);
    group->priority = priority;
    group->replaces = replaces;
    group->lines = count;
    group->next_line = end = group->text;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(lines[i]) + 1;
        memcpy(end, lines[i], length);
        end += length;
    }
    return group;
}

static struct sender_target *target_find(const struct sender *sender, const char *name)
{
    for (struct sender_target *target = sender->targets; target; target = target->next) {
        if (strcmp(target->name, name) == 0)
            return target;
    }
    return NULL;
}

static struct sender_target *target_new(struct sender *sender, const char *name)
{
    size_t size = strlen(name) + 1;
    struct sender_target *target = memory_new(sizeof(*target) + size);

    memcpy(target->name, name, size);
    sender->turn++;
    for (int i = 0; i < SENDER_PRIORITIES; i++)
        target->served[i] = sender->turn;
    DL_APPEND(sender->targets, target);
    return target;
}

static void target_free_if_empty(struct sender *sender, struct sender_target *target)
{
    if (target->waiting == 0) {
        DL_DELETE(sender->targets, target);
        free(target);
    }
}

/* Takes a group that has not begun out of its list and frees it; its lines are added to `*unsent`.
 */
static void group_discard(struct sender *sender, struct sender_target *target,
                          struct sender_group *group, uint64_t *unsent)
{
    DL_DELETE(target->groups[group->priority], group);
    target->waiting -= group->lines;
    sender->counts.waiting -= group->lines;
    *unsent += group->lines;
    free(group);
}

static bool is_replaced_by(const struct sender_group *old, const struct sender_group *group)
{
    return group->replaces != 0 && old != group && old->replaces == group->replaces;
}

/* Puts the group in front of the first one that it replaces, else at the end. Events are always
 * told in the order in which they happened. */
static void group_insert(struct sender *sender, struct sender_target *target,
                         struct sender_group *group)
{
    struct sender_group *place =
        group->priority == SENDER_EVENT ? NULL : target->groups[group->priority];

    while (place && !is_replaced_by(place, group))
        place = place->next;
    if (place)
        DL_PREPEND_ELEM(target->groups[group->priority], place, group);
    else
        DL_APPEND(target->groups[group->priority], group);
    target->waiting += group->lines;
    sender->counts.waiting += group->lines;
}

static bool discard_replaced(struct sender *sender, struct sender_target *target,
                             const struct sender_group *group)
{
    uint64_t before = sender->counts.replaced;
    struct sender_group *old, *after;

    for (int i = 0; i < SENDER_PRIORITIES; i++) {
        for (old = target->groups[i]; old; old = after) {
            after = old->next;
            if (is_replaced_by(old, group))
                group_discard(sender, target, old, &sender->counts.replaced);
        }
    }
    return sender->counts.replaced > before;
}

/* Makes the target's lines fit its limit by dropping groups that are not more important than
 * `group`. When that is not enough, returns false and drops nothing. */
static bool make_room(struct sender *sender, struct sender_target *target,
                      const struct sender_group *group)
{
    size_t needed = target->waiting;
    struct sender_group *old, *after;

    for (int i = group->priority; i < SENDER_PRIORITIES; i++) {
        for (old = target->groups[i]; old; old = old->next)
            needed -= old == group ? 0 : old->lines;
    }
    if (needed > SENDER_TARGET_LINES)
        return false;
    for (int i = SENDER_PRIORITIES - 1; i >= (int)group->priority; i--) {
        for (old = target->groups[i]; old; old = after) {
            after = old->next;
            if (target->waiting <= SENDER_TARGET_LINES)
                return true;
            if (old != group)
                group_discard(sender, target, old, &sender->counts.dropped);
        }
    }
    return true;
}

static enum sender_result put_urgent(struct sender *sender, const char *const *lines, size_t count)
{
    struct sender_group *group;

    if (sender->urgent_lines + count > SENDER_URGENT_LINES) {
        sender->counts.dropped += count;
        return SENDER_DROPPED;
    }
    group = group_new(SENDER_URGENT, 0, lines, count);
    DL_APPEND(sender->urgent, group);
    sender->urgent_lines += count;
    sender->counts.waiting += count;
    return SENDER_QUEUED;
}

static enum sender_result put_group(struct sender *sender, struct sender_target *target,
                                    struct sender_group *group)
{
    bool replaced;

    group_insert(sender, target, group);
    replaced = discard_replaced(sender, target, group);
    if (!make_room(sender, target, group) || sender->counts.waiting > SENDER_WAITING_LINES) {
        group_discard(sender, target, group, &sender->counts.dropped);
        target_free_if_empty(sender, target);
        return SENDER_DROPPED;
    }
    return replaced ? SENDER_REPLACED : SENDER_QUEUED;
}

enum sender_result sender_put(struct sender *sender, enum sender_priority priority,
                              const char *target, uint64_t replaces, const char *const *lines,
                              size_t count)
{
    struct sender_target *at;
    struct sender_group *group;

    if (count == 0 || strnlen(target, SENDER_TARGET_MAX) == SENDER_TARGET_MAX)
        return SENDER_INVALID;
    for (size_t i = 0; i < count; i++) {
        if (!line_is_valid(lines[i]))
            return SENDER_INVALID;
    }
    if (priority == SENDER_URGENT)
        return put_urgent(sender, lines, count);
    group = group_new(priority, replaces, lines, count);
    at = target_find(sender, target);
    if (!at)
        at = target_new(sender, target);
    return put_group(sender, at, group);
}

/* Adds the line to the target's newest group if they may share a line. */
static bool join_newest(struct sender_target *target, enum sender_priority priority,
                        const struct sender_joint *joint, const char *line)
{
    struct sender_group *first = target->groups[priority], *newest = first ? first->prev : NULL;
    char buffer[SENDER_LINE_MAX + 1];
    struct text joined = TEXT_IN(buffer);
    const char *whole = buffer;

    if (!newest || newest->joins != joint->key || newest->lines != 1)
        return false;
    text_add(&joined, newest->next_line);
    text_add_char(&joined, ' ');
    text_add(&joined, line + joint->lead);
    if (joined.truncated || joined.length > joint->most)
        return false;
    struct sender_group *group = group_new(priority, newest->replaces, &whole, 1);
    group->joins = joint->key;
    DL_REPLACE_ELEM(target->groups[priority], newest, group);
    free(newest);
    return true;
}

enum sender_result sender_put_joined(struct sender *sender, enum sender_priority priority,
                                     const char *target, const struct sender_joint *joint,
                                     const char *line)
{
    struct sender_target *at = target_find(sender, target);
    enum sender_result result;

    if (at && line_is_valid(line) && join_newest(at, priority, joint, line))
        return SENDER_QUEUED;
    result = sender_put(sender, priority, target, 0, &line, 1);
    at = target_find(sender, target);
    if (result == SENDER_QUEUED && at)
        at->groups[priority]->prev->joins = joint->key;
    return result;
}

static size_t pass_line(struct sender *sender, struct sender_group *group)
{
    size_t length = strlen(group->next_line);

    group->next_line += length + 1;
    group->lines--;
    sender->counts.sent++;
    sender->counts.waiting--;
    return length;
}

/* Copies the group's next line to sender->line and returns its length. */
static size_t take_line(struct sender *sender, struct sender_group *group)
{
    memcpy(sender->line, group->next_line, strlen(group->next_line) + 1);
    return pass_line(sender, group);
}

static void take_urgent(struct sender *sender)
{
    struct sender_group *group = sender->urgent;
    int64_t price = cost(sender, take_line(sender, group));

    sender->urgent_lines--;
    if (sender->credit > 0)
        sender->credit -= price < sender->credit ? price : sender->credit;
    if (group->lines == 0) {
        DL_DELETE(sender->urgent, group);
        free(group);
    }
}

/* What a target has to send counts at the priority of the most important part of it. */
static int priority_of(const struct sender_target *target)
{
    int priority = SENDER_ANSWER;

    while (!target->groups[priority] &&
           !(target->begun && (int)target->begun->priority == priority))
        priority++;
    return priority;
}

/* Returns the target whose turn it is at a priority: the one served longest ago. */
static struct sender_target *target_in_turn(const struct sender *sender, int priority)
{
    struct sender_target *best = NULL;

    for (struct sender_target *target = sender->targets; target; target = target->next) {
        if (priority_of(target) == priority &&
            (!best || target->served[priority] < best->served[priority]))
            best = target;
    }
    return best;
}

static struct sender_group *begin_group(struct sender_target *target, int priority)
{
    if (!target->begun) {
        target->begun = target->groups[priority];
        DL_DELETE(target->groups[priority], target->begun);
    }
    return target->begun;
}

/* Updates the counts after a line of the target's begun group was taken. */
static void count_line(struct sender *sender, struct sender_target *target, int priority)
{
    struct sender_group *group = target->begun;

    target->waiting--;
    /* The rest of a less important group does not hold up the other targets of this priority. */
    if (group->lines == 0 || (int)group->priority != priority)
        target->served[priority] = ++sender->turn;
    if (group->lines == 0) {
        target->begun = NULL;
        free(group);
        target_free_if_empty(sender, target);
    }
}

/* A priority that had nothing to send begins where the others are: it saves nothing up. */
static int64_t start_of(const struct sender *sender, int priority)
{
    return sender->had[priority] > sender->began ? sender->had[priority] : sender->began;
}

/* Returns the priority whose turn it is, or SENDER_PRIORITIES when nothing waits. */
static int priority_in_turn(const struct sender *sender)
{
    int best = SENDER_PRIORITIES;

    for (int priority = SENDER_ANSWER; priority < SENDER_PRIORITIES; priority++) {
        if (target_in_turn(sender, priority) &&
            (best == SENDER_PRIORITIES || start_of(sender, priority) < start_of(sender, best)))
            best = priority;
    }
    return best;
}

/* The credit with which a line of this priority may go. */
static int64_t credit_needed(const struct sender *sender, int priority)
{
    bool reserved = priority != SENDER_EVENT && !target_in_turn(sender, SENDER_EVENT);
    int64_t tokens = 1 + (reserved ? sender->pace.burst / RESERVED_PART : 0);

    return tokens * sender->pace.refill_ms;
}

static void take_from(struct sender *sender, int priority)
{
    struct sender_target *target = target_in_turn(sender, priority);
    struct sender_group *group = begin_group(target, priority);
    int64_t price = cost(sender, take_line(sender, group));

    sender->credit -= price;
    sender->began = start_of(sender, priority);
    sender->had[priority] = sender->began + price * SHARES_MULTIPLE / shares[priority];
    count_line(sender, target, priority);
}

/* What a target sends next. */
static struct sender_group *next_group(const struct sender_target *target)
{
    return target->begun ? target->begun : target->groups[priority_of(target)];
}

const char *sender_peek(const struct sender *sender)
{
    if (sender->urgent)
        return sender->urgent->next_line;
    int priority = priority_in_turn(sender);
    return priority < SENDER_PRIORITIES ? next_group(target_in_turn(sender, priority))->next_line
                                        : NULL;
}

bool sender_take_same(struct sender *sender, const char *target, const char *line)
{
    struct sender_target *found = target_find(sender, target);
    struct sender_group *group = found ? next_group(found) : NULL;

    if (!group || strcmp(group->next_line, line) != 0)
        return false;
    pass_line(sender, begin_group(found, (int)group->priority));
    count_line(sender, found, (int)group->priority);
    return true;
}

int64_t sender_delay(const struct sender *sender, int64_t now, const char *const *lines,
                     size_t count)
{
    int64_t credit = credit_at(sender, now);
    int64_t needed = (int64_t)sender->counts.waiting * sender->pace.refill_ms;

    if (sender->pace.unlimited)
        return 0;
    for (size_t i = 0; i < count; i++)
        needed += cost(sender, strlen(lines[i]));
    return needed > credit ? needed - credit : 0;
}

const char *sender_next(struct sender *sender, int64_t now, int64_t *wait_ms)
{
    int64_t ignored;

    if (!wait_ms)
        wait_ms = &ignored;
    *wait_ms = 0;
    refill(sender, now);
    if (sender->urgent) {
        take_urgent(sender);
        return sender->line;
    }
    int priority = priority_in_turn(sender);
    if (priority == SENDER_PRIORITIES) {
        *wait_ms = -1;
        return NULL;
    }
    int64_t needed = credit_needed(sender, priority);
    if (sender->pace.unlimited) {
        sender->credit = full_credit(sender);
    } else if (sender->credit < needed) {
        *wait_ms = needed - sender->credit;
        return NULL;
    }
    take_from(sender, priority);
    return sender->line;
}

/* Forgets the target and everything that waits for it, including the rest of a begun group. */
static void target_drop(struct sender *sender, struct sender_target *target)
{
    struct sender_group *group, *after;

    for (int i = 0; i < SENDER_PRIORITIES; i++) {
        for (group = target->groups[i]; group; group = after) {
            after = group->next;
            group_discard(sender, target, group, &sender->counts.dropped);
        }
    }
    sender->counts.waiting -= target->waiting;
    sender->counts.dropped += target->waiting;
    target->waiting = 0;
    free(target->begun);
    target_free_if_empty(sender, target);
}

size_t sender_drop_target(struct sender *sender, const char *target)
{
    struct sender_target *found = target_find(sender, target);
    size_t waiting = found ? found->waiting : 0;

    if (found)
        target_drop(sender, found);
    return waiting;
}

void sender_clear(struct sender *sender)
{
    struct sender_target *target, *next_target;
    struct sender_group *group, *next_group;

    for (target = sender->targets; target; target = next_target) {
        next_target = target->next;
        target_drop(sender, target);
    }
    for (group = sender->urgent; group; group = next_group) {
        next_group = group->next;
        DL_DELETE(sender->urgent, group);
        free(group);
    }
    sender->counts.dropped += sender->urgent_lines;
    sender->counts.waiting -= sender->urgent_lines;
    sender->urgent_lines = 0;
}

struct sender_counts sender_counts(const struct sender *sender)
{
    return sender->counts;
}

size_t sender_waiting(const struct sender *sender, const char *target)
{
    const struct sender_target *found = target_find(sender, target);

    return found ? found->waiting : 0;
}
