#include "bot/store/sqlite/wal.h"

#include <string.h>

enum {
    HEADER_BYTES = 32,
    HEADER_SUMMED = 24, /* what its checksum covers */
    FRAME_SUMMED = 8,   /* of a frame's header, then the page */
    PAGE_MIN = 512,
    WORD_BITS = 32
};

#define MAGIC UINT32_C(0x377f0682) /* the lowest bit: checksums are of big-endian words */

/* -- Words and checksums ----------------------------------------------------------------------- */

static uint32_t big_word(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t summed_word(const struct wal *wal, const uint8_t *bytes)
{
    uint32_t word = big_word(bytes);
    return wal->big_endian ? word : __builtin_bswap32(word);
}

static void add_to_sum(const struct wal *wal, uint32_t sum[2], const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i += 8) {
        sum[0] += summed_word(wal, bytes + i) + sum[1];
        sum[1] += summed_word(wal, bytes + i + 4) + sum[0];
    }
}

static void sum_frame(const struct wal *wal, uint32_t sum[2])
{
    sum[0] = wal->before[0];
    sum[1] = wal->before[1];
    add_to_sum(wal, sum, wal->bytes, FRAME_SUMMED);
    add_to_sum(wal, sum, wal->bytes + WAL_FRAME_HEADER, wal->page_size);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool is_page_size(uint32_t size)
{
    return size >= PAGE_MIN && size <= WAL_PAGE_MAX && (size & (size - 1)) == 0;
}

static bool read_header(struct wal *wal)
{
    enum { USUAL_PAGE = 4096 };
    uint8_t header[HEADER_BYTES + WAL_FRAME_HEADER];
    uint32_t sum[2] = {0, 0};
    if (fread(header, 1, sizeof header, wal->file) != sizeof header)
        return false; /* no frame */
    wal->big_endian = header[3] & 1;
    wal->page_size = big_word(header + 8);
    add_to_sum(wal, sum, header, HEADER_SUMMED);
    wal->before[0] = big_word(header + 24);
    wal->before[1] = big_word(header + 28);
    wal->sound_header = (big_word(header) & ~UINT32_C(1)) == MAGIC &&
                        is_page_size(wal->page_size) && sum[0] == wal->before[0] &&
                        sum[1] == wal->before[1];
    const uint8_t *salts = wal->sound_header ? header + 16 : header + HEADER_BYTES + 8;
    wal->salts[0] = big_word(salts);
    wal->salts[1] = big_word(salts + 4);
    if (!wal->sound_header)
        wal->page_size = USUAL_PAGE;
    return fseek(wal->file, HEADER_BYTES, SEEK_SET) == 0;
}

void wal_close(struct wal *wal)
{
    if (wal->file != NULL)
        fclose(wal->file);
    wal->file = NULL;
}

bool wal_open(struct wal *wal, const char *path)
{
    wal->frame = 0;
    wal->file = fopen(path, "re");
    if (wal->file != NULL && !read_header(wal))
        wal_close(wal);
    return wal->file != NULL;
}

bool wal_next(struct wal *wal)
{
    uint32_t sum[2];
    size_t length = WAL_FRAME_HEADER + wal->page_size;
    if (wal->frame > 0) {
        wal->before[0] = big_word(wal->bytes + 16);
        wal->before[1] = big_word(wal->bytes + 20);
    }
    if (fread(wal->bytes, 1, length, wal->file) != length)
        return false;
    wal->frame++; /* NOLINT(clang-analyzer-unix.Stream): wal_close() closes the file */
    wal->page = big_word(wal->bytes);
    wal->pages_after = big_word(wal->bytes + 4);
    wal->is_of_log =
        big_word(wal->bytes + 8) == wal->salts[0] && big_word(wal->bytes + 12) == wal->salts[1];
    sum_frame(wal, sum);
    wal->is_sound = wal->is_of_log && wal->page > 0 && sum[0] == big_word(wal->bytes + 16) &&
                    sum[1] == big_word(wal->bytes + 20);
    return true;
}

/* -- One changed bit --------------------------------------------------------------------------- */

/* What a word adds to the checksum is linear. Going back from the last pair of words, `first` and
 * `second` are what 1 in the pair's words adds to each half of the sum at the end. */
struct weights {
    uint32_t first[2], second[2];
};

static void weigh_pair_before(uint32_t weight[2])
{
    uint32_t low = weight[0] + weight[1];
    weight[1] += low;
    weight[0] = low;
}

static bool bit_explains(uint32_t word, const uint32_t weight[2], const uint32_t missing[2])
{
    for (unsigned bit = 0; bit < WORD_BITS; bit++) {
        uint32_t power = UINT32_C(1) << bit;
        uint32_t change = word & power ? 0 - power : power;
        if (weight[0] * change == missing[0] && weight[1] * change == missing[1])
            return true;
    }
    return false;
}

static bool pairs_explain(const struct wal *wal, const uint8_t *bytes, size_t length,
                          const uint32_t missing[2], struct weights *weights)
{
    for (size_t at = length; at > 0; at -= 8) {
        if (bit_explains(summed_word(wal, bytes + at - 8), weights->first, missing) ||
            bit_explains(summed_word(wal, bytes + at - 4), weights->second, missing))
            return true;
        weigh_pair_before(weights->first);
        weigh_pair_before(weights->second);
    }
    return false;
}

static int bits_apart(const uint8_t *bytes, const uint32_t expected[2])
{
    return __builtin_popcount(big_word(bytes) ^ expected[0]) +
           __builtin_popcount(big_word(bytes + 4) ^ expected[1]);
}

/* Whether the frame that was read is a whole one of which a single bit has changed. */
static bool is_one_bit_off(const struct wal *wal)
{
    uint32_t sum[2];
    struct weights weights = {{1, 1}, {0, 1}};
    sum_frame(wal, sum);
    int salts_apart = bits_apart(wal->bytes + 8, wal->salts);
    int sums_apart = bits_apart(wal->bytes + 16, sum);
    if (salts_apart + sums_apart == 1)
        return true;
    const uint32_t missing[2] = {big_word(wal->bytes + 16) - sum[0],
                                 big_word(wal->bytes + 20) - sum[1]};
    return salts_apart == 0 &&
           (pairs_explain(wal, wal->bytes + WAL_FRAME_HEADER, wal->page_size, missing, &weights) ||
            pairs_explain(wal, wal->bytes, FRAME_SUMMED, missing, &weights));
}

/* -- The whole log ----------------------------------------------------------------------------- */

bool wal_is_damaged(const char *path, struct wal_damage *damage)
{
    static struct wal wal; /* only the loop's thread opens stores, and a frame is large */
    bool damaged = false, broken = false;
    *damage = (struct wal_damage){.frame = 0};
    if (wal_open(&wal, path)) {
        damaged = broken = !wal.sound_header;
        damage->mark = wal.salts[1];
        while (wal_next(&wal)) {
            if (!broken && !wal.is_sound) {
                broken = true;
                damage->frame = wal.frame;
                damaged = is_one_bit_off(&wal);
            } else if (broken && wal.is_of_log) {
                damaged = true;
            }
            if (wal.is_of_log)
                damage->frames = wal.frame;
            damage->commits += broken && wal.is_of_log && wal.pages_after > 0;
        }
    }
    wal_close(&wal);
    return damaged;
}
