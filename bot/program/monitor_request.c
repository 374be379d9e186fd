#include "bot/program/monitor_request.h"

#include <curl/curl.h>

enum { TIMEOUT_MS = 5000 };

static size_t take(char *bytes, size_t size, size_t count, void *context)
{
    text_add_bytes(context, bytes, size * count);
    return size * count;
}

long monitor_request(const char *address, const char *path, struct text *answer)
{
    char url[128];
    struct text written = TEXT_IN(url);
    long status = 0;
    CURL *curl = curl_easy_init();
    if (curl == NULL)
        return 0;
    text_add_format(&written, "http://%s%s", address, path);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)TIMEOUT_MS);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
    CURLcode result = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_cleanup(curl);
    if (result == CURLE_OK)
        return status;
    text_clear(answer);
    text_add_format(answer, "%s: %s", address, curl_easy_strerror(result));
    return 0;
}
