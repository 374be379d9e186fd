#include "adapters/discord/rest/request.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

void rest_request_free(struct rest_request *request)
{
    for (size_t i = 0; i < request->content.file_count; i++) {
        free((char *)request->files[i].name);
        free((char *)request->files[i].type);
        free((void *)request->files[i].bytes);
    }
    rest_transfer_free(request->transfer);
    free(request->path);
    free(request->json);
    free(request);
}

static const void *copy_bytes(const void *bytes, size_t size)
{
    void *copy = memory_new(size ? size : 1);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

static void copy_files(struct rest_request *request, const struct rest_call *call)
{
    for (size_t i = 0; i < call->file_count; i++) {
        const struct rest_file *file = &call->files[i];
        request->files[i] = (struct rest_file){memory_copy(file->name), memory_copy(file->type),
                                               copy_bytes(file->bytes, file->size), file->size};
        request->item.bytes += file->size;
    }
    request->content.files = request->files;
    request->content.file_count = call->file_count;
}

/* With the nonce, where there is one. */
static char *json_of(const struct rest_call *call)
{
    if (call->nonce == NULL)
        return call->body ? json_dumps(call->body, JSON_COMPACT) : NULL;
    /* A shallow copy; jansson counts references even where nothing changes. */
    json_t *body = call->body ? json_copy((json_t *)call->body) : json_object();
    json_object_set_new(body, "nonce", json_string(call->nonce));
    json_object_set_new(body, "enforce_nonce", json_true());
    char *json = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    return json;
}

static bool is_well_formed(const struct rest_call *call)
{
    if ((unsigned)call->route >= REST_ROUTES || call->file_count > REST_FILES_MAX)
        return false;
    if (call->nonce && (!rest_routes[call->route].posts_message || *call->nonce == '\0' ||
                        strlen(call->nonce) > REST_NONCE_MAX))
        return false;
    return call->deadline >= 0 && call->priority <= REST_LOW;
}

static bool fill(struct rest_request *request, const struct rest_call *call)
{
    char buffer[REST_PATH_MAX];
    struct text path = TEXT_IN(buffer);
    if (!is_well_formed(call) ||
        !rest_route_path(call->route, call->parameters, call->query, &path))
        return false;
    request->path = memory_copy(path.bytes);
    request->json = json_of(call);
    if (request->json == NULL && (call->body || call->nonce))
        return false;
    request->item.bytes = request->json ? strlen(request->json) : 0;
    copy_files(request, call);
    request->content.route = call->route;
    request->content.path = request->path;
    request->content.json = request->json;
    request->content.once = !rest_routes[call->route].repeatable && !request->guarded;
    return request->item.bytes <= REST_REQUEST_BYTES_MAX;
}

struct rest_request *rest_request_new(const struct rest_call *call, int64_t patience, int64_t now,
                                      bool *well_formed)
{
    struct rest_request *request = memory_new(sizeof *request);
    request->done = call->done;
    request->context = call->context;
    request->guarded = call->nonce != NULL || call->harmless;
    request->item.route = call->route;
    request->item.priority = (int)call->priority;
    request->item.deadline = now + (call->deadline ? call->deadline : patience);
    *well_formed = fill(request, call);
    return request;
}
