#include "adapters/net/requests/request.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

void request_free(struct request *request)
{
    free((char *)request->file.part);
    free((char *)request->file.name);
    free((char *)request->file.type);
    free((void *)request->file.bytes);
    request_transfer_free(request->transfer);
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

static void copy_file(struct request *request, const struct request_file *file)
{
    if (file == NULL)
        return;
    request->file = (struct request_file){memory_copy(file->part), memory_copy(file->name),
                                          memory_copy(file->type),
                                          copy_bytes(file->bytes, file->size), file->size};
    request->content.file = &request->file;
    request->item.bytes += file->size;
}

static bool is_well_formed(const struct request_service *service, const struct request_call *call)
{
    return call->route < service->route_count && call->path != NULL &&
           strlen(call->path) < REQUEST_PATH_MAX && strlen(call->key) < REQUEST_KEY_MAX &&
           call->deadline >= 0 && call->priority <= REQUEST_LOW;
}

static bool fill(struct request *request, const struct request_service *service,
                 const struct request_call *call)
{
    if (!is_well_formed(service, call))
        return false;
    const struct request_route *route = &service->routes[call->route];
    request->path = memory_copy(call->path);
    request->json = memory_copy(call->json);
    if (request->json != NULL)
        request->item.bytes = strlen(request->json);
    copy_file(request, call->file);
    request->harmless = call->harmless || route->repeatable;
    request->content.route = route;
    request->content.path = request->path;
    request->content.json = request->json;
    request->content.once = !request->harmless;
    return request->item.bytes <= service->bytes_max;
}

struct request *request_new(const struct request_service *service, const struct request_call *call,
                            int64_t patience, int64_t now, bool *well_formed)
{
    struct request *request = memory_new(sizeof *request);
    request->done = call->done;
    request->context = call->context;
    request->item.route = call->route;
    request->item.priority = (int)call->priority;
    request->item.deadline = now + (call->deadline ? call->deadline : patience);
    *well_formed = fill(request, service, call);
    return request;
}
