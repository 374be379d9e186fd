/* The inside of struct gateway_shard, for the files shard*.c only. They are layers; each calls only
 * those below it:
 *
 * shard.c         life: connecting, pauses, time
 * shard_input.c   payloads of Discord
 * shard_output.c  payloads to Discord
 * shard_leave.c   giving up
 */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_SHARD_PRIVATE_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_SHARD_PRIVATE_H

#include "adapters/discord/gateway/inbox.h"
#include "adapters/discord/gateway/pace.h"
#include "adapters/discord/gateway/shard.h"
#include "adapters/discord/gateway/url.h"

enum gateway_stage {
    GATEWAY_STAGE_PAUSING,    /* until `deadline` */
    GATEWAY_STAGE_WAITING,    /* at the gate; asks again at `deadline` */
    GATEWAY_STAGE_CONNECTING, /* the transport limits the time */
    GATEWAY_STAGE_GREETING,   /* Hello until `deadline` */
    GATEWAY_STAGE_IDENTIFYING,
    GATEWAY_STAGE_RESUMING,
    GATEWAY_STAGE_READY,
    GATEWAY_STAGE_CLOSING, /* by us; the transport limits the time */
    GATEWAY_STAGE_STOPPED
};

struct gateway_session {
    char id[128];                     /* "": none */
    char resume_url[GATEWAY_URL_MAX]; /* "": the ordinary one */
    json_int_t sequence;              /* -1: none yet */
};

struct gateway_shard {
    const struct gateway_settings *settings;
    const struct gateway_port *port;
    unsigned number, count;
    enum gateway_stage stage;
    int64_t deadline;
    char url[GATEWAY_URL_MAX]; /* where it identified, or will */
    struct gateway_session session;
    bool deaf; /* it takes no events any more */
    /* Recent failures. */
    unsigned failures;       /* connections in a row without READY or RESUMED */
    unsigned short_sessions; /* sessions in a row that ended before `stable` */
    unsigned resume_failures;
    /* This connection. */
    bool resuming, entered, was_ready, refused;
    int64_t session_at;  /* when READY came */
    int64_t session_end; /* when that session last had a connection */
    bool measured;       /* the session has been counted as short or long */
    const char *dropped; /* why we closed the connection; NULL: we did not */
    int64_t interval;    /* of heartbeats */
    int64_t beat_at;     /* the next one */
    int64_t beaten_at;   /* the last scheduled one, … */
    bool acknowledged;   /* … whether it was answered, … */
    int64_t delay;       /* … and after how long, or the one before it; 0: none was yet */
    struct gateway_pace pace;
    struct gateway_inbox inbox;
    /* A ring of ids; 0 for none. */
    uint64_t recent[GATEWAY_RECENT_MAX];
    size_t recent_next;
};

/* shard_leave.c */
void gateway_shard_forget_session(struct gateway_shard *shard);
/* Gives a place at the gate back, if the shard has one. */
void gateway_shard_leave_gate(struct gateway_shard *shard);
/* Closes the connection and connects again later; `reason` is a literal. */
void gateway_shard_drop(struct gateway_shard *shard, const char *reason);
/* Ends the shard for good, because an operator must act. */
void gateway_shard_fail(struct gateway_shard *shard, const char *reason);

/* shard_output.c */
void gateway_shard_identify(struct gateway_shard *shard, int64_t now);
void gateway_shard_resume(struct gateway_shard *shard, int64_t now);
/* At once, as Discord has asked. */
void gateway_shard_beat_now(struct gateway_shard *shard, int64_t now);
/* The scheduled one, when shard->beat_at has come. */
void gateway_shard_beat(struct gateway_shard *shard, int64_t now);

/* shard_input.c */
void gateway_shard_read(struct gateway_shard *shard, const char *text, size_t length, int64_t now);

#endif
