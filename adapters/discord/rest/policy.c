#include "adapters/discord/rest/policy.h"

enum {
    EDITS_RATIONED = 30046, /* of this message, which is old; waiting helps it little */
    ALREADY_ACKNOWLEDGED = 40060,
    JITTER_PERCENT = 20,
    /* A 429 that says "0 s" again and again. */
    WAIT_LEAST = 100
};

static int64_t backoff(const struct rest_settings *settings, int64_t tries, uint32_t random)
{
    int64_t pause = settings->retry_first;
    for (int64_t i = 1; i < tries && pause < settings->retry_most; i++)
        pause *= 2;
    if (pause > settings->retry_most)
        pause = settings->retry_most;
    int64_t jitter = pause * JITTER_PERCENT / 100;
    return pause - jitter + (int64_t)random * 2 * jitter / UINT32_MAX;
}

static struct rest_verdict end(enum rest_outcome outcome)
{
    return (struct rest_verdict){.outcome = outcome};
}

/* Nobody knows whether it happened. */
static struct rest_verdict unknown(const struct rest_settings *settings, const struct rest_try *try,
                                   uint32_t random)
{
    bool harmless = rest_routes[try->route].repeatable || try->guarded;
    if (!harmless || try->tries >= settings->tries)
        return end(REST_FAILED);
    return (struct rest_verdict){
        .repeat = true, .counts = true, .pause = backoff(settings, try->tries, random)};
}

static struct rest_verdict limited(const struct rest_facts *facts)
{
    int64_t wait = facts->retry_after > WAIT_LEAST ? facts->retry_after : WAIT_LEAST;
    /* After Cloudflare's page rest_limits knows how long. */
    if (rest_facts_blocked(facts))
        wait = WAIT_LEAST;
    return (struct rest_verdict){.repeat = true, .pause = wait};
}

static struct rest_verdict answered(const struct rest_settings *settings,
                                    const struct rest_try *try, const struct rest_facts *facts,
                                    uint32_t random)
{
    bool interaction = rest_routes[try->route].interaction;
    if (facts->status >= 200 && facts->status < 300)
        return end(REST_DONE);
    if (facts->status == 429 && facts->code == EDITS_RATIONED)
        return end(REST_REFUSED);
    if (facts->status == 429 || rest_facts_blocked(facts))
        return limited(facts);
    if (facts->status >= 500)
        return unknown(settings, try, random);
    if (facts->status == 401 && !interaction)
        return end(REST_STOPPED);
    if (try->route == REST_INTERACTION_ANSWER && facts->code == ALREADY_ACKNOWLEDGED &&
        try->tries > 1)
        return end(REST_DONE);
    return end(REST_REFUSED);
}

struct rest_verdict rest_policy(const struct rest_settings *settings, const struct rest_try *try,
                                const struct rest_facts *facts, uint32_t random)
{
    switch (try->arrival) {
    case REST_ANSWERED:
        return answered(settings, try, facts, random);
    case REST_UNSENT:
        return (struct rest_verdict){
            .repeat = true, .counts = true, .pause = backoff(settings, try->tries, random)};
    case REST_UNANSWERED:
        break;
    }
    return unknown(settings, try, random);
}
