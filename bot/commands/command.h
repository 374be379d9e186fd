/* Running commands: the command table (bot/commands/command_table.h) at work.
 *
 * A line passes a ladder of refusals, cheapest first, each with its own answer: unknown command,
 * wrong place, not allowed, no table, wrong moment, not seated. Then the command runs; a move can
 * still be refused: not your turn, not understood, not legal.
 */
#ifndef BELFRY_BOT_COMMANDS_COMMAND_H
#define BELFRY_BOT_COMMANDS_COMMAND_H

#include "bot/commands/answer.h"
#include "bot/commands/coach.h"
#include "bot/commands/command_table.h"
#include "bot/commands/pager.h"
#include "bot/tables/season.h"
#include "bot/tables/session.h"

/* What commands work with. The creator sets the members before the pager, and they outlive it. */
struct commands {
    struct sessions *sessions;
    struct store *store;
    struct outbox *outbox;
    struct settings *settings;
    const struct styles *styles;
    const struct networks *networks;
    const struct clock *clock;
    struct catalog *catalog;
    struct cooldowns *cooldowns;
    const struct coach *coach;
    struct pager pager;
    struct pager lessons;      /* of people in a tutorial: the game and the step */
    struct held_command *held; /* in order */
    /* Where the store is shared: those that were handled in the open turn, in order. If another
     * process is first, they are judged again. */
    struct held_command *handled;
};

void commands_clear(struct commands *commands);

/* One typed command while it is handled. */
struct call {
    struct commands *commands;
    const struct inbound *inbound;
    const struct command *command;
    bool bare;                     /* a move without the word `play` before it */
    const char *arguments;         /* without surrounding blanks, fixed words in English */
    struct table *table;           /* NULL when there is none and the command needs none */
    int seat;                      /* of the person at the table, or -1 */
    enum person_rank rank;         /* of the person here (bot/commands/permission.h) */
    struct store_inquiry *inquiry; /* call_inquiry() */
    struct coach_task *coached;    /* what the command asked the coach before it began again */
    struct coach_task *task;       /* what it waits for now; call_ask_coach() */
    unsigned tries;                /* see struct held_command */
};

/* Handles what somebody typed. `held`: the same command, when it was held; else NULL. */
void command_receive(struct commands *commands, const struct inbound *inbound,
                     struct held_command *held);
/* Answers that the command waits for the store. */
void command_waits(const struct commands *commands, struct outbox *outbox,
                   const struct inbound *inbound);
/* Tells somebody who types too much that the bot ignores them for a while. */
void command_flooding(struct commands *commands, const struct inbound *inbound);
/* Tells the person, through another outbox, that nothing of what they asked for could be saved. */
void command_unsaved(const struct commands *commands, struct outbox *unsaved,
                     const struct inbound *inbound);

/* Lists how a line that is being typed can continue; see adapter_listener.complete. */
size_t command_complete(struct commands *commands, const struct inbound *inbound,
                        struct outbound_choice choices[CHOICES_MAX]);

/* Gives the person back one command of their limit. */
void command_forgive(const struct call *call);
/* Finds the next word of `*rest` in place: returns its length, and moves *rest past it and the
 * blanks after it. */
size_t command_next_word(const char **rest, const char **word);

/* held.c: see bot/commands/held.h. */
/* Returns what the command asks of the store. After its reads, and before it has changed or said
 * anything, the command returns if call_waits(): it will begin again when the answers are there. */
struct store_inquiry *call_inquiry(struct call *call);
/* Reads the tables of the person that this process does not hold (bot/tables/session.h). Returns
 * false while the store has not answered: then call_waits(). */
bool call_fetch_own(struct call *call);
bool call_waits(const struct call *call);
/* Asks the coach. The command returns then, and begins again when there is news, with `coached`.
 * Returns false, with an answer, when too many ask. */
bool call_ask_coach(struct call *call, const struct coach_look *looks, size_t count);
/* Waits for more news of `coached`. */
void call_await_coach(struct call *call);
/* Returns what the same command of the same person has asked the coach and waits for; NULL:
 * nothing. */
const struct coach_task *call_find_asked(const struct call *call);

/* meant.c */
/* Fills in the live table that is meant, and the person's seat there. A place that is named first
 * is removed from `*typed`. */
void command_find_table(struct call *call, const char **typed);
/* The table that is meant; in its place also one that has ended. */
const struct table *call_table_meant(const struct call *call);

/* repeated.c */
/* Notes that the long answer was given: the same people do not get it again for a while. */
void command_printed(const struct call *call);
/* Whether they had it just now; then the person is told. */
bool command_refuse_repeated(const struct call *call);

/* options.c: reads KEY=VALUE pairs for a table. Returns false after an answer that refuses. */
bool command_read_options(struct call *call, const struct game *game, const char *rest,
                          struct table_choice *choice);
void command_announce_table(struct call *call, const struct table *table, const char *key);
/* lobby.c: answers with the refusal, if there is one. */
void command_refuse(struct call *call, session_refusal refusal);
/* config.c: says what is expected instead of `written`; NULL: nothing was written. */
void command_refuse_value(struct call *call, enum setting setting, const char *written);

/* lobby.c */
/* Whether the person may have a table opened where they type; returns false after an answer. */
bool command_may_open(struct call *call);
void command_new(struct call *call);
void command_join(struct call *call);
void command_leave(struct call *call);
void command_bots(struct call *call);
void command_options(struct call *call);
void command_seal(struct call *call);
void command_start(struct call *call);
void command_abort(struct call *call);
void command_again(struct call *call);
void command_claim(struct call *call);

/* hint.c */
void command_hint(struct call *call);
/* review.c */
void command_review(struct call *call);

/* absent.c */
/* The person agrees. Returns true when all do; otherwise asks the others: `key` is said with who
 * asks, whom it is about and how many still have to agree. */
bool command_agree(const struct call *call, enum matter matter, unsigned about, const char *key);
void command_kick(struct call *call);
void command_replace(struct call *call);
void command_pause(struct call *call);
void command_resume(struct call *call);
void command_undo(struct call *call);

/* moderation.c */
/* Finds the person at the table whose name `*rest` begins with, and moves `*rest` behind it;
 * returns the seat, or -1. */
int command_read_seated(const struct call *call, const char **rest);
/* A host removes a person who is there from the table: `kick PERSON [reason]`. */
void command_remove(struct call *call);

/* ban.c */
/* Whether the command leads to a seat, or the person has one, where they are barred; then they are
 * told, and have the seat no longer. */
bool command_refuse_barred(struct call *call);
void command_ban(struct call *call);
void command_bans(struct call *call);
void command_unban(struct call *call);

/* leaver.c */
/* Whether the person, who is about to sit down, has to wait because they left a game; then they are
 * told. */
bool command_refuse_leaver(struct call *call);
/* The same for somebody who is about to play again, whatever seats they have. */
bool command_refuse_waiting(struct call *call);
/* Appends, a line each, for whom something follows here from games that they left. */
void command_list_leavings(const struct call *call, const struct words *words, struct text *out);
/* Ends what follows for the person who was typed, or whom their network knows as `who` ("":
 * nobody). Returns false when nothing follows for them here; else they and the one who typed are
 * told. */
bool command_pardon(struct call *call, const char *who);

/* block.c */
void command_block(struct call *call);
void command_unblock(struct call *call);

/* guess.c */
/* Reads a game at the beginning of `*rest`, by its id, the beginning of one, or its title in any
 * language, with or without hyphens, and moves `*rest` behind it. NULL: there is none, and `*rest`
 * stays. */
const struct game *command_read_game(const struct call *call, const char **rest);
/* Says that there is no such game, and which one may be meant; "": none was named. */
void command_refuse_game(struct call *call, const char *typed);
/* Finds the command that a misspelt word is nearest to, and adds what to type instead; returns
 * false when none is close. */
bool command_guess(const struct call *call, const char *typed, size_t length, struct text *guess);
/* Asks whether the command nearest to the first word is meant; returns false when none is close. */
bool command_answer_guess(const struct call *call, const char *typed);

/* move_line.c */
/* Reads one move at the person's seat, as the state is for them. Moves can be typed in the table's
 * language and in the person's; canonical words always work. */
bool command_parse_move(const struct call *call, const struct game_state *state, const char *typed,
                        game_move *move, struct text *expected);
/* Returns the seat whose whole name stands there, of several the one with the longest name, and its
 * length; GAME_SPECTATOR when there is none. */
unsigned command_name_at(const struct table *table, const char *typed, size_t *length);
/* Whether others can see what was typed. */
bool command_is_seen(const struct call *call);
/* Whether the person, who may act, has typed a move. */
bool command_is_move(const struct call *call, const char *typed);
void command_play(struct call *call);

/* plan.c */
void command_plan(struct call *call);
void command_plans(struct call *call);

/* play.c */
bool command_may_act(const struct call *call);
/* Says whose turn it is instead. */
void command_answer_not_your_turn(struct call *call);
/* Says why the move was refused and what is possible; to the person alone, since both depend on
 * their cards. */
void command_answer_illegal(struct call *call, game_refusal refusal);
void command_moves(struct call *call);
void command_why(struct call *call);
void command_hand(struct call *call);
void command_recap(struct call *call);
void command_show(struct call *call);
void command_status(struct call *call);

/* link.c */
/* Writes a linked place's name as people in `here` read and type it: its key where another linked
 * place has the same name. */
void command_link_name(const struct networks *networks, const struct table_place *here,
                       const struct table_place *other, char name[PLACE_MAX]);
void command_link(struct call *call);
void command_unlink(struct call *call);

/* daily.c */
void command_daily(struct call *call);

/* league.c */
void command_league(struct call *call);
/* Another process was first: this one may not have heard yet what it has made of the leagues of the
 * place's server. Reads them; where the store has not answered yet, call_waits(). */
void command_follow_leagues(struct call *call);

/* press.c: whether the button was offered for a position that has passed. The call is for a seat at
 * a running table. */
bool command_is_stale(const struct call *call);
/* Tells the person alone what has happened since, and what they can do now. */
void command_answer_stale(struct call *call);
/* config.c */
void command_config(struct call *call);

/* person.c */
void command_lang(struct call *call);
void command_style(struct call *call);

/* record.c */
struct finished;
/* Reads the finished table whose number was typed, else the last one of the place; or answers why
 * it can't be shown to this person. The caller calls finished_free() in either case. */
bool command_open_finished(struct call *call, struct finished *finished);
/* Returns the table that ended last in the place where it was asked; 0: none, or asked in private.
 */
int64_t command_last_table(struct call *call);
void command_verify(struct call *call);
void command_replay(struct call *call);
void command_export(struct call *call);
void command_report(struct call *call);

/* tutorial.c */
void command_tutorial(struct call *call);
/* Whether what was typed in private belongs to the tutorial that the person is in; then it is
 * answered. */
bool command_in_tutorial(struct call *call, const char *typed);
/* Whether the person who typed is in a tutorial. */
bool command_is_learning(const struct call *call);
/* At a terminal: shows the prompt of the person's tutorial again; nothing if they are in none. */
void command_prompt_lesson(const struct call *call);

/* notify.c */
void command_notify(struct call *call);

/* watch.c */
void command_watch(struct call *call);

/* seek.c */
extern const char *const command_paces[];
void command_seek(struct call *call);

/* results.c */
void command_stats(struct call *call);

/* top.c */
void command_top(struct call *call);
/* Tells how ratings are worked out, if that is what the word asks for. */
bool command_explain_ranking(struct call *call, const char *word, size_t length);
/* Writes the season that it is where the call was made; "": there are none. */
void command_season(const struct call *call, char season[SEASON_BYTES]);

/* person_data.c */
void command_forget(struct call *call);
/* Returns what is stored about the person who asks, as JSON; the caller frees it. */
char *command_person_data(struct call *call);

/* overview.c */
/* Appends a command's usage and what it does. */
void command_explain(const struct call *call, const struct words *words,
                     const struct command *command, struct text *out);
/* Answers `help` alone (""), `help all` or `help GROUP` in any language; returns false for any
 * other word. */
bool command_overview(struct call *call, const char *word, size_t length);

/* help.c */
void command_help(struct call *call);
void command_games(struct call *call);

/* rules.c */
void command_rules(struct call *call);

#endif
