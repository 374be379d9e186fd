#include "adapters/net/painter/letters.h"

#include <stdio.h>
#include <stdlib.h>

#include "bot/base/hash.h"
#include "bot/base/memory.h"

#define FONTS "/usr/share/fonts/truetype/dejavu/"

enum {
    FONT_SIZE = 40,     /* pixels: an advance of 24 */
    BASELINE = 37,      /* of a cell; the font rises 37 pixels and descends 10 */
    LETTERS_MOST = 1000 /* people's names may hold any letter */
};

struct known_letter {
    uint32_t key; /* code, and the bit BOLD */
    struct painter_letter letter;
    UT_hash_handle hh;
};

#define BOLD (UINT32_C(1) << 31)

struct painter_letters {
    const struct painter_libraries *libraries;
    FT_Library library;
    FT_Face faces[2]; /* regular and bold */
    struct known_letter *known;
};

static bool open_faces(struct painter_letters *letters)
{
    static const char *const files[] = {FONTS "DejaVuSansMono.ttf",
                                        FONTS "DejaVuSansMono-Bold.ttf"};
    const struct painter_libraries *libraries = letters->libraries;
    if (libraries->init_freetype(&letters->library) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        if (libraries->new_face(letters->library, files[i], 0, &letters->faces[i]) != 0 ||
            libraries->set_pixel_sizes(letters->faces[i], 0, FONT_SIZE) != 0)
            return false;
    return true;
}

struct painter_letters *painter_letters_open(const struct painter_libraries *libraries, char *error,
                                             size_t error_size)
{
    struct painter_letters *letters = memory_new(sizeof *letters);
    letters->libraries = libraries;
    if (open_faces(letters))
        return letters;
    snprintf(error, error_size, "fonts-dejavu-core is not installed");
    painter_letters_close(letters);
    return NULL;
}

static void forget_letters(struct painter_letters *letters)
{
    struct known_letter *letter, *next;
    HASH_ITER (hh, letters->known, letter, next) {
        HASH_DEL(letters->known, letter); // NOLINT(clang-analyzer-*): see hash.h
        free(letter);
    }
}

void painter_letters_close(struct painter_letters *letters)
{
    forget_letters(letters);
    if (letters->library != NULL)
        letters->libraries->done_freetype(letters->library); /* with its faces */
    free(letters);
}

static void copy_bitmap(const struct FT_GlyphSlotRec_ *glyph, struct painter_letter *letter)
{
    const FT_Bitmap *bitmap = &glyph->bitmap;
    for (int y = 0; y < (int)bitmap->rows; y++)
        for (int x = 0; x < (int)bitmap->width; x++) {
            int row = BASELINE - glyph->bitmap_top + y, column = glyph->bitmap_left + x;
            if (row >= 0 && row < PAINTER_CELL_HEIGHT && column >= 0 && column < PAINTER_CELL_WIDTH)
                letter->ink[row][column] = bitmap->buffer[y * bitmap->pitch + x];
        }
}

const struct painter_letter *painter_letters_find(struct painter_letters *letters, uint32_t code,
                                                  bool bold)
{
    struct known_letter *known;
    uint32_t key = code | (bold ? BOLD : 0);
    FT_Face face = letters->faces[bold];
    HASH_FIND(hh, letters->known, &key, sizeof key, known);
    if (known != NULL)
        return &known->letter;
    if (letters->libraries->load_char(face, code, FT_LOAD_RENDER) != 0)
        return NULL;
    if (HASH_COUNT(letters->known) >= LETTERS_MOST)
        forget_letters(letters);
    known = memory_new(sizeof *known);
    known->key = key;
    copy_bitmap(face->glyph, &known->letter);
    HASH_ADD(hh, letters->known, key, sizeof known->key, known);
    return &known->letter;
}
