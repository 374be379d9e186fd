/* The mechanisms of SASL: which one to try, and what we say in it. */
#include <sodium.h>
#include <string.h>

#include "adapters/irc/session/session_private.h"

/* In order of preference: the strongest first. */
static const char *const mechanisms[IRC_SASL_MECHANISMS] = {[IRC_SASL_EXTERNAL] = "EXTERNAL",
                                                            [IRC_SASL_SCRAM] = "SCRAM-SHA-256",
                                                            [IRC_SASL_PLAIN] = "PLAIN"};

const char *irc_sasl_name(enum irc_sasl mechanism)
{
    return mechanisms[mechanism];
}

const char *irc_sasl_account(const struct irc_session *session)
{
    return *session->settings->account ? session->settings->account : session->settings->nick;
}

static bool is_offered(const struct irc_session *session, enum irc_sasl mechanism)
{
    const struct irc_capabilities *capabilities = &session->registration.capabilities;
    return irc_capabilities_mechanism(capabilities, mechanisms[mechanism]);
}

/* Whether we can do our part of it. */
static bool is_possible(const struct irc_session *session, enum irc_sasl mechanism)
{
    const struct irc_settings *settings = session->settings;
    switch (mechanism) {
    case IRC_SASL_EXTERNAL:
        return session->secure && *settings->certificate_file;
    case IRC_SASL_SCRAM:
        /* Servers that name no mechanism are old ones, which have PLAIN. */
        return *session->registration.capabilities.mechanisms && irc_password_allowed(session) &&
               irc_scram_suits(irc_sasl_account(session), settings->password);
    default:
        return irc_password_allowed(session);
    }
}

bool irc_sasl_begin(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    struct irc_login *login = &registration->login;
    irc_sasl_stop(session);
    if (registration->logged_in || !irc_session_capable(session, IRC_CAP_SASL))
        return false;
    for (enum irc_sasl next = IRC_SASL_IDLE + 1; next < IRC_SASL_MECHANISMS; next++) {
        if ((login->failed >> next) & 1 || !is_offered(session, next) ||
            !is_possible(session, next))
            continue;
        login->mechanism = next;
        login->deadline = session->now + session->settings->sasl_timeout;
        irc_send(session, SENDER_URGENT, "", "AUTHENTICATE %s", mechanisms[next]);
        return true;
    }
    return false;
}

void irc_sasl_stop(struct irc_session *session)
{
    struct irc_login *login = &session->registration.login;
    *login = (struct irc_login){
        .failed = login->failed, .distrusted = login->distrusted, .deadline = IRC_NEVER};
}

bool irc_sasl_unproven(const struct irc_session *session)
{
    const struct irc_login *login = &session->registration.login;
    return login->distrusted ||
           (login->mechanism == IRC_SASL_SCRAM && login->scram.stage != IRC_SCRAM_PROVEN);
}

/* Saying it */

static void send_encoded(struct irc_session *session, const char *encoded)
{
    size_t length = strlen(encoded);
    for (size_t at = 0; at < length; at += IRC_SASL_CHUNK)
        irc_send(session, SENDER_URGENT, "", "AUTHENTICATE %.*s", (int)IRC_SASL_CHUNK,
                 encoded + at);
    /* A full last chunk means that more follows. */
    if (length % IRC_SASL_CHUNK == 0)
        irc_send(session, SENDER_URGENT, "", "AUTHENTICATE +");
}

static void send_password(struct irc_session *session)
{
    char encoded[2 * IRC_SASL_MAX];
    if (irc_sasl_plain(irc_sasl_account(session), session->settings->password, encoded,
                       sizeof encoded))
        send_encoded(session, encoded);
    else
        irc_send(session, SENDER_URGENT, "", "AUTHENTICATE *");
    sodium_memzero(encoded, sizeof encoded);
}

static void send_scram(struct irc_session *session, const struct text *reply)
{
    char encoded[2 * IRC_SCRAM_TEXT_MAX];
    sodium_bin2base64(encoded, sizeof encoded, (const unsigned char *)reply->bytes, reply->length,
                      sodium_base64_VARIANT_ORIGINAL);
    send_encoded(session, encoded);
}

/* Hearing it */

/* Adds a chunk to the message of the server. False when it is too long. */
static bool collect(struct irc_login *login, const char *chunk)
{
    size_t length = strlen(chunk);
    if (length > IRC_SASL_CHUNK || length >= sizeof login->heard - login->heard_length)
        return false;
    memcpy(login->heard + login->heard_length, chunk, length + 1);
    login->heard_length += length;
    return true;
}

static bool decode(const char *encoded, char message[IRC_SCRAM_TEXT_MAX])
{
    size_t length;
    if (sodium_base642bin((unsigned char *)message, IRC_SCRAM_TEXT_MAX - 1, encoded,
                          strlen(encoded), NULL, &length, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0)
        return false;
    message[length] = '\0';
    return strlen(message) == length;
}

/* The nonce comes from the seed, which then is another. */
static void draw_nonce(struct irc_session *session, char *nonce, size_t size)
{
    uint8_t random[IRC_SCRAM_NONCE_BYTES + IRC_SEED_BYTES];
    randombytes_buf_deterministic(random, sizeof random, session->seed);
    memcpy(session->seed, random + IRC_SCRAM_NONCE_BYTES, IRC_SEED_BYTES);
    sodium_bin2base64(nonce, size, random, IRC_SCRAM_NONCE_BYTES, sodium_base64_VARIANT_ORIGINAL);
}

static const char *begin_scram(struct irc_session *session, const char *message)
{
    char nonce[64], buffer[IRC_SCRAM_TEXT_MAX];
    struct text reply = TEXT_IN(buffer);
    if (*message)
        return "it speaks before we do";
    draw_nonce(session, nonce, sizeof nonce);
    if (!irc_scram_begin(&session->registration.login.scram, irc_sasl_account(session), nonce,
                         &reply))
        return "our account's name is too long";
    send_scram(session, &reply);
    return NULL;
}

static const char *hear_scram(struct irc_session *session, const char *chunk)
{
    struct irc_login *login = &session->registration.login;
    char message[IRC_SCRAM_TEXT_MAX], buffer[IRC_SCRAM_TEXT_MAX];
    struct text reply = TEXT_IN(buffer);
    if (!collect(login, strcmp(chunk, "+") == 0 ? "" : chunk))
        return "its message is too long";
    if (strlen(chunk) == IRC_SASL_CHUNK)
        return NULL;
    login->heard_length = 0;
    if (!decode(login->heard, message))
        return "its message is no base64 of a text";
    if (login->scram.stage == IRC_SCRAM_IDLE)
        return begin_scram(session, message);
    /* The numeric that follows ends the login. */
    if (irc_scram_refused(message))
        return NULL;
    const char *complaint =
        irc_scram_answer(&login->scram, session->settings->password, message, &reply);
    if (!complaint)
        send_scram(session, &reply);
    return complaint;
}

const char *irc_sasl_hear(struct irc_session *session, const char *chunk)
{
    struct irc_login *login = &session->registration.login;
    if (login->mechanism == IRC_SASL_SCRAM)
        return hear_scram(session, chunk);
    if (login->mechanism == IRC_SASL_IDLE || login->answered || strcmp(chunk, "+") != 0)
        return NULL;
    login->answered = true;
    if (login->mechanism == IRC_SASL_EXTERNAL)
        irc_send(session, SENDER_URGENT, "", "AUTHENTICATE +");
    else
        send_password(session);
    return NULL;
}
