/* Prometheus' text format, version 0.0.4:
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 *
 * A family is begun once, and all its samples follow.
 */
#ifndef BELFRY_BOT_TURN_EXPOSITION_H
#define BELFRY_BOT_TURN_EXPOSITION_H

#include "bot/core/counters.h"
#include "games/shared/text.h"

#define EXPOSITION_TYPE "text/plain; version=0.0.4; charset=utf-8"

struct sample_label {
    const char *name, *value;
};

/* `type`: "counter" (the name ends with _total), "gauge" or "histogram"; `help` is one line. */
void exposition_family(struct text *out, const char *name, const char *type, const char *help);
void exposition_sample_labelled(struct text *out, const char *name, double value,
                                const struct sample_label *labels, size_t count);
#define exposition_sample(out, name, value, ...)                                                   \
    exposition_sample_labelled(                                                                    \
        (out), (name), (double)(value), (const struct sample_label[]){__VA_ARGS__},                \
        sizeof((const struct sample_label[]){__VA_ARGS__}) / sizeof(struct sample_label))
/* Writes a family of one sample without labels. */
void exposition_single(struct text *out, const char *name, const char *type, const char *help,
                       double value);
/* Writes a family of one histogram, in seconds. */
void exposition_histogram(struct text *out, const char *name, const char *help,
                          const struct histogram *histogram);

#endif
