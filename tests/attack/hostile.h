/* Hostile text, made from a row of a table. */
#ifndef TESTS_ATTACK_HOSTILE_H
#define TESTS_ATTACK_HOSTILE_H

#include <vitals/vitals.h>

#include "base/memory/buffer.h"

/* `head`, `count` times `item` with %zu replaced by 0, 1 ..., and `tail`; or what `make` appends. */
typedef struct hostile_text {
    const char *head, *item;
    size_t count;
    const char *tail;
    void (*make)(vt_buffer *out);
} hostile_text;

#define HOSTILE(head, count, item, tail)                                                           \
    { (head), (item), (count), (tail), NULL }
#define HOSTILE_MADE(make)                                                                         \
    { "", "", 0, "", (make) }

/* The text, to be freed with hostile_free. */
vitals_text hostile_make(const hostile_text *from);
void hostile_free(vitals_text text);

/* For functions that make text. */
void hostile_repeat(vt_buffer *out, const char *item, size_t count);

/* A Pod that is Healthy, and the check that a worker assesses it so: what a row does last. */
void hostile_assess_good(vitals_worker *worker);

#endif
