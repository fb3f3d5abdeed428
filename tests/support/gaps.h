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

/* CPU time of this thread, in milliseconds. */
double thread_ms(void);

/* A run begins. `*g` is zeroed before the first. */
void gaps_begin(gaps *g);
/* The call asks, or is over. */
void gaps_note(gaps *g);
/* What was done since the last question is not of the call. */
void gaps_skip(gaps *g);
/* The run is over: the longest gap, in milliseconds. */
double gaps_end(gaps *g);
void gaps_done(gaps *g);
