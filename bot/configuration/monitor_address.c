#include "bot/configuration/monitor_address.h"

#include <arpa/inet.h>
#include <string.h>

#include "games/shared/text.h"

static bool parse_port(const char *digits, uint16_t *port)
{
    uint32_t number = 0;
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length > 5 || digits[length] != '\0')
        return false;
    for (; *digits != '\0'; digits++)
        number = number * 10 + (uint32_t)(*digits - '0');
    *port = (uint16_t)number;
    return number > 0 && number <= UINT16_MAX;
}

static bool parse_host(struct monitor_address *address)
{
    struct in_addr four;
    struct in6_addr sixteen;
    if (address->six) {
        bool is_number = inet_pton(AF_INET6, address->host, &sixteen) == 1;
        address->loopback = is_number && IN6_IS_ADDR_LOOPBACK(&sixteen);
        return is_number;
    }
    bool is_number = inet_pton(AF_INET, address->host, &four) == 1;
    address->loopback = is_number && ntohl(four.s_addr) >> 24 == IN_LOOPBACKNET;
    return is_number;
}

bool monitor_address_parse(const char *written, struct monitor_address *address)
{
    *address = (struct monitor_address){.six = *written == '['};
    struct text host = TEXT_IN(address->host);
    const char *begin = written + address->six;
    const char *end = strchr(begin, address->six ? ']' : ':');
    if (end == NULL)
        return false;
    text_add_bytes(&host, begin, (size_t)(end - begin));
    end += address->six;
    return !host.truncated && *end == ':' && parse_port(end + 1, &address->port) &&
           parse_host(address);
}
