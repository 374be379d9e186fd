#include "bot/turn/exposition.h"

#include <string.h>

static const double nanoseconds = 1e9;

void exposition_family(struct text *out, const char *name, const char *type, const char *help)
{
    text_add_format(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void add_label(struct text *out, const struct sample_label *label)
{
    text_add(out, label->name);
    text_add(out, "=\"");
    for (const char *c = label->value; *c != '\0'; c++) {
        if (*c == '\n')
            text_add(out, "\\n");
        else if (*c == '"' || *c == '\\')
            text_add_format(out, "\\%c", *c);
        else
            text_add_bytes(out, c, 1);
    }
    text_add(out, "\"");
}

void exposition_sample_labelled(struct text *out, const char *name, double value,
                                const struct sample_label *labels, size_t count)
{
    text_add(out, name);
    for (size_t i = 0; i < count; i++) {
        text_add(out, i == 0 ? "{" : ",");
        add_label(out, &labels[i]);
    }
    text_add_format(out, "%s %.15g\n", count > 0 ? "}" : "", value);
}

void exposition_single(struct text *out, const char *name, const char *type, const char *help,
                       double value)
{
    exposition_family(out, name, type, help);
    exposition_sample_labelled(out, name, value, NULL, 0);
}

/* Prometheus buckets are cumulative: each counts everything up to its bound. */
static uint64_t add_buckets(struct text *out, const char *name, const struct histogram *histogram)
{
    uint64_t count = 0;
    for (size_t i = 0; i <= HISTOGRAM_BOUNDS; i++) {
        char bound[32];
        struct text written = TEXT_IN(bound);
        if (i < HISTOGRAM_BOUNDS)
            text_add_format(&written, "%.15g", (double)histogram_bounds[i] / nanoseconds);
        else
            text_add(&written, "+Inf");
        count += histogram->buckets[i];
        exposition_sample(out, name, count, {"le", written.bytes});
    }
    return count;
}

void exposition_histogram(struct text *out, const char *name, const char *help,
                          const struct histogram *histogram)
{
    char buffer[128];
    struct text part = TEXT_IN(buffer);
    exposition_family(out, name, "histogram", help);
    text_add_format(&part, "%s_bucket", name);
    uint64_t count = add_buckets(out, part.bytes, histogram);
    text_clear(&part);
    text_add_format(&part, "%s_sum", name);
    exposition_sample_labelled(out, part.bytes, (double)histogram->sum / nanoseconds, NULL, 0);
    text_clear(&part);
    text_add_format(&part, "%s_count", name);
    exposition_sample_labelled(out, part.bytes, (double)count, NULL, 0);
}
