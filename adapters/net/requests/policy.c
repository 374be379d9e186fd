#include "adapters/net/requests/policy.h"

#include "adapters/net/backoff.h"

/* A service may answer 429 with "wait 0 s" again and again. */
enum { WAIT_LEAST = 100 };

static struct request_verdict end(enum request_outcome outcome)
{
    return (struct request_verdict){.outcome = outcome};
}

static struct request_verdict again(const struct request_settings *settings,
                                    const struct request_try *try, uint32_t random)
{
    return (struct request_verdict){.repeat = true,
                                    .counts = true,
                                    .pause =
                                        backoff_pause((unsigned)try->tries, settings->retry_first,
                                                      settings->retry_most, random)};
}

/* It is unknown whether the service handled the request. */
static struct request_verdict unknown(const struct request_settings *settings,
                                      const struct request_try *try, uint32_t random)
{
    if (!try->harmless || try->tries >= settings->tries)
        return end(REQUEST_FAILED);
    return again(settings, try, random);
}

static struct request_verdict wait_for(int64_t wait)
{
    return (struct request_verdict){.repeat = true, .pause = wait > WAIT_LEAST ? wait : WAIT_LEAST};
}

static struct request_verdict answered(const struct request_settings *settings,
                                       const struct request_try *try,
                                       const struct request_facts *facts, uint32_t random)
{
    switch (facts->meaning) {
    case REQUEST_MEANS_DONE:
        return end(REQUEST_DONE);
    case REQUEST_MEANS_DONE_BEFORE: /* by our first try, whose answer got lost */
        return end(try->tries > 1 ? REQUEST_DONE : REQUEST_REFUSED);
    case REQUEST_MEANS_LIMITED:
        return wait_for(facts->retry_after);
    case REQUEST_MEANS_BLOCKED: /* the limits know the wait */
        return wait_for(WAIT_LEAST);
    case REQUEST_MEANS_FAILED:
        return unknown(settings, try, random);
    case REQUEST_MEANS_UNAUTHORIZED:
        return end(REQUEST_STOPPED);
    case REQUEST_MEANS_REFUSED:
    case REQUEST_MEANS_FORBIDDEN:
    case REQUEST_MEANS_DEAD:
        break;
    }
    return end(REQUEST_REFUSED);
}

struct request_verdict request_policy(const struct request_settings *settings,
                                      const struct request_try *try,
                                      const struct request_facts *facts, uint32_t random)
{
    switch (try->arrival) {
    case REQUEST_ANSWERED:
        return answered(settings, try, facts, random);
    case REQUEST_UNSENT:
    case REQUEST_WITHHELD:
        return again(settings, try, random);
    case REQUEST_UNANSWERED:
        break;
    }
    return unknown(settings, try, random);
}
