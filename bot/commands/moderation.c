/* What hosts do about people who harm: they remove them from a table. */
#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"
#include "bot/core/settings.h"
#include "games/shared/canvas.h"

enum { REASON_COLUMNS = 120, REASON_BYTES = 4 * REASON_COLUMNS };

/* Whether `typed` is this name, alone or with more words behind it. */
static bool begins_with_name(const char *typed, const char *name)
{
    size_t length = strlen(name);
    return length > 0 && strncasecmp(typed, name, length) == 0 &&
           (typed[length] == '\0' || typed[length] == ' ');
}

/* Names may contain blanks, and one may begin like another: the longest counts. */
int command_read_seated(const struct call *call, const char **rest)
{
    const struct table *table = call->table;
    int found = -1;
    size_t longest = 0;
    for (int seat = 0; table != NULL && seat < table->seat_count; seat++) {
        const char *name = table->seats[seat].name;
        if (table->seats[seat].identity == NULL || strlen(name) <= longest ||
            !begins_with_name(*rest, name))
            continue;
        found = seat;
        longest = strlen(name);
    }
    *rest += longest;
    *rest += strspn(*rest, " ");
    return found;
}

/* Where the person decides: the place where they type, in private that of the table. */
static struct setting_scope deciding_place(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    return inbound->place[0] == '\0' && call->table != NULL
               ? table_setting_scope(call->table)
               : setting_in_place(inbound->network, inbound->place);
}

static void record_removal(const struct call *call, const char *name, const char *reason)
{
    char buffer[NAME_MAX_BYTES + REASON_BYTES + 4];
    struct text about = TEXT_IN(buffer);
    const struct setting_scope scope = deciding_place(call);
    text_add_format(&about, "%s%s%s", name, reason[0] != '\0' ? ": " : "", reason);
    setting_record(call->commands->settings, SETTING_AT_CHANNEL, &scope, call->command->name,
                   about.bytes, &call->inbound->person);
}

void command_remove(struct call *call)
{
    const char *rest = call->arguments;
    char name_buffer[NAME_MAX_BYTES], reason_buffer[REASON_BYTES];
    struct text name = TEXT_IN(name_buffer), reason = TEXT_IN(reason_buffer);
    int seat = command_read_seated(call, &rest);
    if (seat < 0) {
        char people[512];
        struct text seated = TEXT_IN(people);
        table_list_seats(call->table, table_people(call->table), &seated);
        answer(call, "refusal.kick-whom", SAY_TEXT(seated.bytes));
        return;
    }
    text_add(&name, call->table->seats[seat].name);
    display_fit(rest, REASON_COLUMNS, false, &reason);
    session_refusal refusal = session_remove(call->commands->sessions, call->table, (unsigned)seat,
                                             call->inbound->person.name, reason.bytes);
    if (refusal == NULL)
        record_removal(call, name.bytes, reason.bytes);
    command_refuse(call, refusal);
}
