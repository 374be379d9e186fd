#include "adapters/discord/translation/message.h"

#include <string.h>

enum {
    COMPONENT_ROW = 1,
    COMPONENT_BUTTON = 2,
    COMPONENT_MENU = 3,
    STYLE_MAIN = 1,
    STYLE_QUIET = 2
};

/* -- Choices ----------------------------------------------------------------------------------- */

static bool print_id(const struct discord_choices *choices, const struct outbound_choice *choice,
                     char id[DISCORD_CUSTOM_ID_BYTES])
{
    struct discord_press press = {.kind = choice->asks ? PRESS_QUESTION : PRESS_BUTTON,
                                  .table = choices->table,
                                  .line = choices->line};
    struct text command = TEXT_IN(press.command);
    text_add(&command, choice->command);
    return command.length > 0 && choice->label[0] != '\0' &&
           discord_press_print(&press, &choices->seal, id);
}

static bool is_repeated(const struct discord_choices *choices, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(choices->choices[i].command, choices->choices[index].command) == 0)
            return true;
    return false;
}

static json_t *new_label(const char *label, size_t units)
{
    char buffer[CHOICE_LABEL_BYTES];
    struct text text = TEXT_IN(buffer);
    discord_content_add_label(&text, label, units);
    return json_string(text.bytes);
}

/* NULL when Discord could not carry it: ids are unique in a message and at most 100 long. */
static json_t *new_button(const struct discord_choices *choices, size_t index)
{
    char id[DISCORD_CUSTOM_ID_BYTES];
    const struct outbound_choice *choice = &choices->choices[index];
    if (is_repeated(choices, index) || !print_id(choices, choice, id))
        return NULL;
    return json_pack("{s:i, s:i, s:o, s:s}", "type", COMPONENT_BUTTON, "style",
                     choice->main ? STYLE_MAIN : STYLE_QUIET, "label",
                     new_label(choice->label, DISCORD_BUTTON_LABEL_UNITS), "custom_id", id);
}

static json_t *new_row(void)
{
    return json_pack("{s:i, s:[]}", "type", COMPONENT_ROW, "components");
}

static json_t *row_components(json_t *rows)
{
    return json_object_get(json_array_get(rows, json_array_size(rows) - 1), "components");
}

static void add_button(json_t *rows, size_t first_row, json_t *button)
{
    bool needs_row = json_array_size(rows) == first_row ||
                     json_array_size(row_components(rows)) == DISCORD_ROW_BUTTONS;
    if (needs_row && json_array_size(rows) == DISCORD_ROWS) {
        json_decref(button);
        return;
    }
    if (needs_row)
        json_array_append_new(rows, new_row());
    json_array_append_new(row_components(rows), button);
}

static size_t rows_of(size_t buttons)
{
    return (buttons + DISCORD_ROW_BUTTONS - 1) / DISCORD_ROW_BUTTONS;
}

/* -- Menus ------------------------------------------------------------------------------------- */

/* Moves are pressed as long as all buttons fit. */
static bool needs_menu(const struct discord_choices *choices)
{
    size_t moves = 0;
    for (size_t i = 0; i < choices->count; i++)
        moves += choices->choices[i].move;
    size_t others = choices->count - moves;
    return rows_of(moves) + rows_of(others) > DISCORD_ROWS;
}

static json_t *new_menu_options(const struct discord_choices *choices)
{
    _Static_assert((int)CHOICES_MAX <= (int)DISCORD_SELECT_OPTIONS, "a menu holds all choices");
    json_t *options = json_array();
    for (size_t i = 0; i < choices->count; i++) {
        const struct outbound_choice *choice = &choices->choices[i];
        if (choice->move && !is_repeated(choices, i) && choice->label[0] != '\0' &&
            choice->command[0] != '\0')
            json_array_append_new(options,
                                  json_pack("{s:o, s:s}", "label",
                                            new_label(choice->label, DISCORD_SELECT_LABEL_UNITS),
                                            "value", choice->command));
    }
    return options;
}

static void add_menu(json_t *rows, const struct discord_choices *choices)
{
    char id[DISCORD_CUSTOM_ID_BYTES];
    const struct discord_press press = {
        .kind = PRESS_MENU, .table = choices->table, .line = choices->line};
    if (!discord_press_print(&press, &choices->seal, id))
        return;
    json_t *menu = json_pack("{s:i, s:s, s:o}", "type", COMPONENT_MENU, "custom_id", id, "options",
                             new_menu_options(choices));
    if (choices->menu_hint != NULL && choices->menu_hint[0] != '\0')
        json_object_set_new(menu, "placeholder",
                            new_label(choices->menu_hint, DISCORD_SELECT_LABEL_UNITS));
    json_array_append_new(rows, new_row());
    json_array_append_new(row_components(rows), menu);
}

static void add_buttons(json_t *rows, const struct discord_choices *choices, bool moves)
{
    size_t first_row = json_array_size(rows);
    for (size_t i = 0; i < choices->count; i++) {
        json_t *button = choices->choices[i].move == moves ? new_button(choices, i) : NULL;
        if (button != NULL)
            add_button(rows, first_row, button);
    }
}

json_t *discord_message_components(const struct discord_choices *choices)
{
    json_t *rows = json_array();
    if (choices == NULL)
        return rows;
    if (needs_menu(choices))
        add_menu(rows, choices);
    else
        add_buttons(rows, choices, true);
    add_buttons(rows, choices, false);
    return rows;
}

/* -- Bodies ------------------------------------------------------------------------------------ */

void discord_message_add_rings(struct text *content, const char *const *ids, size_t count)
{
    for (size_t i = 0; i < count && i < DISCORD_MENTIONS; i++)
        text_add_format(content, " <@%s>", ids[i]);
}

static json_t *new_mentions(const char *const *ids, size_t count)
{
    json_t *users = json_array();
    for (size_t i = 0; i < count && i < DISCORD_MENTIONS; i++)
        json_array_append_new(users, json_string(ids[i]));
    return json_pack("{s:[], s:o}", "parse", "users", users);
}

json_t *discord_message_body(const struct discord_message *message)
{
    return json_pack("{s:s, s:o, s:o, s:I}", "content", message->content, "allowed_mentions",
                     new_mentions(message->rings, message->ring_count), "components",
                     discord_message_components(message->choices), "flags",
                     (json_int_t)(message->flags | DISCORD_FLAG_NO_EMBEDS));
}
