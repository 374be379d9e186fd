#include "bot/adapter.h"

#include <stdlib.h>

#include "bot/base/memory.h"

const struct outbound_image *outbound_image_copy(const struct outbound_image *image)
{
    if (image == NULL)
        return NULL;
    struct outbound_image *copy = memory_new(sizeof *copy);
    *copy = (struct outbound_image){memory_copy(image->drawing), memory_copy(image->description),
                                    image->alone};
    return copy;
}

void outbound_image_free(const struct outbound_image *copy)
{
    if (copy == NULL)
        return;
    free((char *)copy->drawing);
    free((char *)copy->description);
    free((void *)copy);
}
