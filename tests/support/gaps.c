#include "support/gaps.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double thread_ms(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) abort();
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
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
