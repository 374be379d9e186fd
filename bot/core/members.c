#include "bot/core/members.h"

#include <string.h>

#include "bot/record/json_record.h"

void members_separate(struct text *out)
{
    if (out->length > 0 && strchr("{[", out->bytes[out->length - 1]) == NULL)
        text_add_char(out, ',');
}

void members_add_key(struct text *out, const char *key)
{
    members_separate(out);
    json_record_add_string(out, key);
    text_add_char(out, ':');
}

void members_add_string(struct text *out, const char *key, const char *value)
{
    members_add_key(out, key);
    json_record_add_string(out, value);
}

void members_add_number(struct text *out, const char *key, long long value)
{
    members_add_key(out, key);
    text_add_number(out, value);
}
