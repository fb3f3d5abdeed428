#include "support/gaps.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double thread_ms(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) abort();
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/*
** On a quiet machine: 2 ms to fill so much fresh memory, and 2 ms to hash so many bytes of it. An
** allocation of so many bytes is always fresh: the C library keeps smaller ones.
*/
enum { FRESH_BYTES = 64 << 20, FILL_BYTES = 8 << 20, HASH_BYTES = 1536 << 10, QUIET_MS = 2 };

double slowness(void) {
    const double start_ms = thread_ms();
    unsigned char *bytes = malloc(FRESH_BYTES);
    if (!bytes) abort();
    for (volatile size_t i = 0; i < FILL_BYTES; i += 64) bytes[i] = 1;
    const double filled_ms = thread_ms();
    volatile uint32_t hash = 0;
    for (size_t i = 0; i < HASH_BYTES; i++) hash = (hash ^ bytes[i & ~(size_t)63]) * 16777619u;
    const double hashed_ms = thread_ms();
    free(bytes);
    double most_ms = QUIET_MS;
    if (filled_ms - start_ms > most_ms) most_ms = filled_ms - start_ms;
    if (hashed_ms - filled_ms > most_ms) most_ms = hashed_ms - filled_ms;
    return most_ms / QUIET_MS;
}

static double *grown(double *list, size_t count) {
    double *larger = realloc(list, count * sizeof *list);
    if (!larger) abort();
    return larger;
}

static void make_room(gaps *g) {
    if (g->now < g->capacity) return;
    g->capacity = g->capacity ? 2 * g->capacity : 1024;
    g->now_ms = grown(g->now_ms, g->capacity);
    g->least_ms = grown(g->least_ms, g->capacity);
}

void gaps_begin(gaps *g) {
    g->now = 0;
    gaps_skip(g);
}

void gaps_note(gaps *g) {
    const double gap_ms = thread_ms() - g->asked_ms;
    make_room(g);
    g->now_ms[g->now++] = gap_ms;
    gaps_skip(g);
}

void gaps_skip(gaps *g) {
    g->asked_ms = thread_ms();
}

double gaps_end(gaps *g) {
    double longest_ms = 0;
    const bool is_same = g->places == g->now;
    for (size_t i = 0; i < g->now; i++) {
        if (!is_same || g->now_ms[i] < g->least_ms[i]) g->least_ms[i] = g->now_ms[i];
        if (g->least_ms[i] > longest_ms) longest_ms = g->least_ms[i];
    }
    g->places = g->now;
    return longest_ms;
}

void gaps_done(gaps *g) {
    free(g->now_ms);
    free(g->least_ms);
    memset(g, 0, sizeof *g);
}
