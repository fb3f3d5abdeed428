#pragma once
#include <stddef.h>
/*
** The CPU time between the questions that a call asks its host.
**
** A call asks at the same places each time that it runs. So the least of several runs is kept for each
** place: what a busy machine adds to a run, it adds at other places of the next one. Runs that ask
** another number of times are not the same call: then only the last one counts.
*/
typedef struct gaps {
    double *now_ms, *least_ms; /* of this run; of all runs before it */
    size_t now, capacity;      /* places of this run, and the room of both */
    size_t places;             /* of all runs; 0: there was none */
    double asked_ms;
} gaps;

/*
** A question is due every 20 ms on a quiet machine of today. A test accepts twice that: what it looks
** for is work that is not asked about at all, and that takes hundreds of milliseconds.
*/
enum { GAPS_MOST_MS = 40, GAPS_TRIES = 6 };

/* CPU time of this thread, in milliseconds. */
double thread_ms(void);

/*
** How many times slower than a quiet machine of today this one is now, at least 1: measured by reading
** bytes and by filling fresh memory. Bounds of CPU time are multiplied by it.
*/
double slowness(void);

/* A run begins. `*g` is zeroed before the first. */
void gaps_begin(gaps *g);
/* The call asks, or is over. */
void gaps_note(gaps *g);
/* What was done since the last question is not of the call. */
void gaps_skip(gaps *g);
/* The run is over: the longest gap, in milliseconds. */
double gaps_end(gaps *g);
void gaps_done(gaps *g);
