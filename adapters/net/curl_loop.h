/* Transfers of libcurl in a libuv loop. It knows nothing of Discord.
 *
 * Four rules avoid known crashes and hangs. A poll handle is on the heap, one per socket, and is
 * freed in its close callback, since libcurl closes the socket right after it tells us to stop. No
 * function of curl_multi is called from inside curl_multi's callbacks. Finished transfers are
 * collected after every action. Signals are left alone.
 *
 * Every handle gets CURLOPT_NOSIGNAL and CURLOPT_QUICK_EXIT: without the latter, a transfer that
 * ends while its host name is looked up waits for the resolver, and the loop waits with it.
 */
#ifndef BELFRY_ADAPTERS_NET_CURL_LOOP_H
#define BELFRY_ADAPTERS_NET_CURL_LOOP_H

#include <curl/curl.h>
#include <stdbool.h>
#include <uv.h>

struct curl_loop;

/* Called from the loop. `easy` has been removed and may be cleaned up or added again. */
typedef void curl_loop_done(void *context, CURL *easy, CURLcode result);

/* Keeps at most `connections` to one host at a time. Returns NULL when libcurl can't be started. */
struct curl_loop *curl_loop_new(uv_loop_t *loop, long connections, curl_loop_done *done,
                                void *context);
/* Begins a transfer. Returns false, with nothing done, when libcurl refuses the handle. */
bool curl_loop_add(struct curl_loop *curl_loop, CURL *easy);
/* Ends a transfer without calling `done`. Not for handles for which `done` was called. */
void curl_loop_remove(struct curl_loop *curl_loop, CURL *easy);
/* Every handle must have been removed or done. `closed` is called from the loop, after everything
 * is freed. May be called inside `done`. */
void curl_loop_close(struct curl_loop *curl_loop, void (*closed)(void *context), void *context);

#endif
