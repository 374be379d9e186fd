#include "tests/unit/page_data.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>
#include <zlib.h>

#include "bot/base/memory.h"

enum { DATA_BYTES_MAX = 1024 * 1024 };

json_t *page_data_of(const char *page)
{
    static const char begin[] = "<script type=\"text/plain\" id=\"record\">";
    uint8_t *packed = memory_new(PAGE_BYTES_MAX);
    char *data = memory_new(DATA_BYTES_MAX);
    size_t packed_length;
    uLongf length = DATA_BYTES_MAX - 1;
    const char *from = strstr(page, begin), *end;
    assert_non_null(from);
    from += sizeof begin - 1;
    assert_int_equal(sodium_base642bin(packed, PAGE_BYTES_MAX, from, strcspn(from, "<"), NULL,
                                       &packed_length, &end, sodium_base64_VARIANT_ORIGINAL),
                     0);
    assert_int_equal(strncmp(end, "</script>", strlen("</script>")), 0);
    assert_int_equal(uncompress((uint8_t *)data, &length, packed, packed_length), Z_OK);
    json_t *json = json_loads(data, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    free(packed);
    free(data);
    return json;
}
