#include "bot/core/record_page.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bot/base/memory.h"
#include "bot/core/record_data.h"
#include "bot/core/record_parts.h"

enum { TOKEN_BYTES = 64, MESSAGE_BYTES = 2048, POLICY_BYTES = 512 };

struct writing {
    const struct record_page *page;
    const struct record_data *data;
    FILE *out;
};

const char *record_part_find(const char *folder, const char *file)
{
    size_t length = strlen(folder);
    for (const struct record_part *part = record_parts; part->name != NULL; part++)
        if (strncmp(part->name, folder, length) == 0 && part->name[length] == '/' &&
            strcmp(part->name + length + 1, file) == 0)
            return part->text;
    return NULL;
}

static const char *page_part(const char *file)
{
    return record_part_find("record-page", file);
}

/* -- Escaping ---------------------------------------------------------------------------------- */

static void write_escaped(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
}

/* -- The pieces that are not fixed ------------------------------------------------------------- */

static const char *deal_script(const struct writing *writing)
{
    const char *script = record_part_find(writing->data->game->id, "deal.js");
    return script != NULL ? script : "";
}

static void add_hash(struct text *policy, const char *part)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    char written[sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL)];
    crypto_hash_sha256(hash, (const uint8_t *)part, strlen(part));
    sodium_bin2base64(written, sizeof written, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    text_add_format(policy, " 'sha256-%s'", written);
}

/* Only the scripts and the style of this page, and no network. */
static void write_policy(const struct writing *writing)
{
    char buffer[POLICY_BYTES];
    struct text policy = TEXT_IN(buffer);
    text_add(&policy, "default-src 'none'; base-uri 'none'; form-action 'none'; style-src");
    add_hash(&policy, page_part("page.css"));
    text_add(&policy, "; script-src");
    add_hash(&policy, page_part("check.js"));
    add_hash(&policy, deal_script(writing));
    add_hash(&policy, page_part("review.js"));
    add_hash(&policy, page_part("page.js"));
    fputs(policy.bytes, writing->out);
}

static void write_message(const struct writing *writing, const char *key)
{
    char buffer[MESSAGE_BYTES];
    struct text message = TEXT_IN(buffer);
    /* Where the page's script puts something in, the message keeps its marks. */
    words_say(writing->page->words, &message, key, SAY_TEXT("{0}"), SAY_TEXT("{1}"),
              SAY_TEXT("{2}"), SAY_TEXT("{3}"));
    write_escaped(writing->out, message.bytes);
}

static void write_game(const struct writing *writing)
{
    char buffer[TOKEN_BYTES];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "%s.name", writing->data->game->id);
    write_message(writing, key.bytes);
}

static void write_people(const struct writing *writing)
{
    size_t seat;
    const json_t *name;
    json_array_foreach (json_object_get(writing->data->json, "seats"), seat, name) {
        fputs(seat > 0 ? ", " : "", writing->out);
        write_escaped(writing->out, json_string_value(name));
    }
}

static void write_language(const struct writing *writing)
{
    write_escaped(writing->out, writing->page->language);
}

static void write_style(const struct writing *writing)
{
    fputs(page_part("page.css"), writing->out);
}

static void write_check_script(const struct writing *writing)
{
    fputs(page_part("check.js"), writing->out);
}

static void write_deal_script(const struct writing *writing)
{
    fputs(deal_script(writing), writing->out);
}

static void write_review_script(const struct writing *writing)
{
    fputs(page_part("review.js"), writing->out);
}

static void write_page_script(const struct writing *writing)
{
    fputs(page_part("page.js"), writing->out);
}

/* Returns it in base64, free() it. */
static char *write_packed(const uint8_t *packed, size_t size)
{
    size_t room = sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL);
    return sodium_bin2base64(memory_new(room), room, packed, size, sodium_base64_VARIANT_ORIGINAL);
}

/* Packed (RFC 1950), since it repeats itself much: games of any length make small pages. */
static void write_data(const struct writing *writing)
{
    char *json = json_dumps(writing->data->json, JSON_COMPACT);
    uLong length = strlen(json);
    uLongf size = compressBound(length);
    uint8_t *packed = memory_new(size);
    compress(packed, &size, (const uint8_t *)json, length); /* can't fail: there is room */
    char *written = write_packed(packed, size);
    fputs(written, writing->out);
    free(written);
    free(packed);
    free(json);
}

/* -- The template ------------------------------------------------------------------------------ */

static const struct {
    const char *token;
    void (*write)(const struct writing *writing);
} tokens[] = {
    {"language", write_language},  {"policy", write_policy},    {"game", write_game},
    {"people", write_people},      {"style", write_style},      {"data", write_data},
    {"check", write_check_script}, {"deal", write_deal_script}, {"review", write_review_script},
    {"script", write_page_script}};

/* Writes what {{token}} stands for; any other token is the key of a message. */
static void write_token(const struct writing *writing, const char *token)
{
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
        if (strcmp(tokens[i].token, token) == 0) {
            tokens[i].write(writing);
            return;
        }
    write_message(writing, token);
}

static void write_page(const struct writing *writing)
{
    const char *rest = page_part("page.html");
    for (const char *mark; (mark = strstr(rest, "{{")) != NULL;) {
        char buffer[TOKEN_BYTES];
        struct text token = TEXT_IN(buffer);
        size_t length = strcspn(mark + 2, "}");
        fwrite(rest, 1, (size_t)(mark - rest), writing->out);
        text_add_bytes(&token, mark + 2, length);
        write_token(writing, token.bytes);
        rest = mark + 2 + length + 2;
    }
    fputs(rest, writing->out);
}

bool record_page_write(const struct record_page *page, FILE *out, struct text *error)
{
    struct record_data data;
    if (!record_data_make(page, &data, error))
        return false;
    write_page(&(struct writing){page, &data, out});
    json_decref(data.json);
    return true;
}
