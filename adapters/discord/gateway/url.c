#include "adapters/discord/gateway/url.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool skip(const char **text, const char *prefix)
{
    size_t length = strlen(prefix);

    if (strncmp(*text, prefix, length) != 0)
        return false;
    *text += length;
    return true;
}

/* Reads the host without brackets and moves `*text` behind it. */
static bool read_host(const char **text, char host[256])
{
    bool bracketed = skip(text, "[");
    size_t length = strcspn(*text, bracketed ? "]" : ":/?#");

    if (length == 0 || length >= 256)
        return false;
    memcpy(host, *text, length);
    host[length] = '\0';
    *text += length;
    return !bracketed || skip(text, "]");
}

static bool read_port(const char **text, uint16_t *port)
{
    unsigned number = 0;

    if (!skip(text, ":"))
        return true;
    for (; **text >= '0' && **text <= '9'; ++*text) {
        number = number * 10 + (unsigned)(**text - '0');
        if (number > UINT16_MAX)
            return false;
    }
    *port = (uint16_t)number;
    return number > 0;
}

static bool is_printable(const char *text)
{
    for (; *text; text++) {
        if (*text <= ' ' || *text > '~' || *text == '#' || *text == '@')
            return false;
    }
    return true;
}

bool gateway_url_parse(const char *text, bool compress, struct gateway_url *url)
{
    int length;

    memset(url, 0, sizeof(*url));
    if (!is_printable(text))
        return false;
    url->secure = skip(&text, "wss://");
    if (!url->secure && !skip(&text, "ws://"))
        return false;
    url->port = url->secure ? 443 : 80;
    if (!read_host(&text, url->host) || !read_port(&text, &url->port))
        return false;
    if (*text != '\0' && *text != '/' && *text != '?')
        return false;
    length = snprintf(url->path, sizeof(url->path), "%s%s%cv=10&encoding=json%s",
                      *text == '/' ? "" : "/", text, strchr(text, '?') ? '&' : '?',
                      compress ? "&compress=zlib-stream" : "");
    return length > 0 && (size_t)length < sizeof(url->path);
}
