#include "adapters/net/painter/libraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Writes the address of a function; C has no conversion from what dlsym returns. */
static bool find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool find_all(struct painter_libraries *libraries)
{
    return find(libraries->freetype, "FT_Init_FreeType", &libraries->init_freetype) &&
           find(libraries->freetype, "FT_Done_FreeType", &libraries->done_freetype) &&
           find(libraries->freetype, "FT_New_Face", &libraries->new_face) &&
           find(libraries->freetype, "FT_Set_Pixel_Sizes", &libraries->set_pixel_sizes) &&
           find(libraries->freetype, "FT_Load_Char", &libraries->load_char) &&
           find(libraries->png, "png_image_write_to_memory", &libraries->write_png);
}

bool painter_libraries_load(struct painter_libraries *libraries, char *error, size_t error_size)
{
    *libraries = (struct painter_libraries){.freetype = dlopen("libfreetype.so.6", RTLD_NOW),
                                            .png = dlopen("libpng16.so.16", RTLD_NOW)};
    if (libraries->freetype == NULL || libraries->png == NULL)
        snprintf(error, error_size, "%s is not installed",
                 libraries->freetype == NULL ? "libfreetype6" : "libpng16-16");
    else if (!find_all(libraries))
        snprintf(error, error_size, "libfreetype6 or libpng16-16 is of an unknown version");
    else
        return true;
    painter_libraries_unload(libraries);
    return false;
}

void painter_libraries_unload(struct painter_libraries *libraries)
{
    if (libraries->freetype != NULL)
        dlclose(libraries->freetype);
    if (libraries->png != NULL)
        dlclose(libraries->png);
    *libraries = (struct painter_libraries){0};
}
