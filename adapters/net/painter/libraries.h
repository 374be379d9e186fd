/* FreeType and libpng, loaded when they are needed. */
#ifndef BELFRY_ADAPTERS_NET_PAINTER_LIBRARIES_H
#define BELFRY_ADAPTERS_NET_PAINTER_LIBRARIES_H

#include <ft2build.h>
#include <png.h>
#include <stdbool.h>

#include FT_FREETYPE_H

struct painter_libraries {
    void *freetype, *png; /* handles */
    __typeof__(FT_Init_FreeType) *init_freetype;
    __typeof__(FT_Done_FreeType) *done_freetype;
    __typeof__(FT_New_Face) *new_face;
    __typeof__(FT_Set_Pixel_Sizes) *set_pixel_sizes;
    __typeof__(FT_Load_Char) *load_char;
    __typeof__(png_image_write_to_memory) *write_png;
};

/* Returns false, with one line in `error`, when one of them is not installed. */
bool painter_libraries_load(struct painter_libraries *libraries, char *error, size_t error_size);
void painter_libraries_unload(struct painter_libraries *libraries);

#endif
