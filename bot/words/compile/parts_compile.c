/* Part of the build: writes the parts of the page of a record as a table in C.
 *
 *     parts_compile OUTPUT FILE...
 *
 * A part is called FOLDER/NAME, with `-` for `_` in FOLDER: goats/deal.js.
 */
#include <string.h>

#include "bot/words/compile/embed.h"

static bool write_parts(FILE *out, char **paths, int count)
{
    fprintf(out, "#include \"bot/core/record_parts.h\"\n");
    for (int i = 0; i < count; i++)
        if (!embed_bytes(out, paths[i], "part", i))
            return false;
    fprintf(out, "const struct record_part record_parts[] = {\n");
    for (int i = 0; i < count; i++) {
        fprintf(out, "{\"");
        embed_folder(out, paths[i]);
        fprintf(out, "/%s\", part_%d},\n", embed_after_slash(paths[i], paths[i] + strlen(paths[i])),
                i);
    }
    fprintf(out, "{0}};\n");
    return true;
}

int main(int count, char **arguments)
{
    FILE *out = count > 2 ? fopen(arguments[1], "wb") : NULL;
    if (!out)
        return 1;
    bool written = write_parts(out, arguments + 2, count - 2);
    return fclose(out) == 0 && written ? 0 : 1;
}
