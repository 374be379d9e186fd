/* Transfers of libcurl in a libuv loop. It knows nothing of Discord.
 *
 * What is done here because it went wrong elsewhere: a poll handle is on the heap, one a socket,
 * and freed in its close callback, since libcurl closes the socket right after it told us to stop;
 * nothing of curl_multi is called from inside its own callbacks; finished transfers are looked for
 * after every action; signals are left alone. Every handle gets CURLOPT_NOSIGNAL and
 * CURLOPT_QUICK_EXIT: without the latter a transfer that ends while its host name is looked up
 * waits for the resolver, and the loop with it.
 */
#ifndef BELFRY_ADAPTERS_NET_CURL_LOOP_H
#define BELFRY_ADAPTERS_NET_CURL_LOOP_H

#include <curl/curl.h>
#include <stdbool.h>
#include <uv.h>

struct curl_loop;

/* From the loop; `easy` is removed already and may be cleaned up or added again. */
typedef void curl_loop_done(void *context, CURL *easy, CURLcode result);

/* At most `connections` to one host at a time. NULL when libcurl can't be started. */
struct curl_loop *curl_loop_new(uv_loop_t *loop, long connections, curl_loop_done *done,
                                void *context);
/* Begins a transfer. False, and nothing done, when libcurl refuses the handle. */
bool curl_loop_add(struct curl_loop *curl_loop, CURL *easy);
/* Ends a transfer without `done`; not for handles that `done` was called for. */
void curl_loop_remove(struct curl_loop *curl_loop, CURL *easy);
/* Every handle must have been removed or done. `closed` comes from the loop; all is gone then. May
 * be called inside `done`. */
void curl_loop_close(struct curl_loop *curl_loop, void (*closed)(void *context), void *context);

#endif
