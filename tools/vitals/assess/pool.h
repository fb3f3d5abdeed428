/*
** Ordered work on all cores: the main thread pushes items, threads work on them in batches, and
** the main thread takes the results in the order of pushing. A fixed number of batches is in
** flight at most, so memory is bounded however long the input is: pool_push works on a batch
** itself when the threads have enough, and waits for the oldest when too many are in flight.
*/
#ifndef CLI_ASSESS_POOL_H
#define CLI_ASSESS_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cli_pool cli_pool;

/* The callbacks; each is given `user`. */
typedef struct pool_work {
    size_t item_bytes;
    /* Scratch memory of one thread. */
    void *(*start)(void *user);
    void (*stop)(void *user, void *scratch);
    /* Make an item of zeroed bytes, which is then reused; NULL: zeroes are one. */
    void (*make)(void *item);
    /* In any thread. */
    void (*work)(void *user, void *scratch, void *item);
    /* In the thread that pushes, in the order of pushing. */
    void (*take)(void *user, void *item);
    /* At the end, to free what each item owns. */
    void (*done)(void *item);
    void *user;
} pool_work;

/* `threads` work, the one that pushes among them: with one everything happens in pool_push. 0 means
** all cores. Ends the program when threads cannot start. */
cli_pool *pool_new(const pool_work *work, unsigned threads);
/* The next item for the caller to fill; pool_push submits it. `bytes` is the size of its input: a
** batch is full after a number of items or of bytes. */
void *pool_next(cli_pool *pool);
void pool_push(cli_pool *pool, size_t bytes);
/* Whether each item is worked on and taken in pool_push. */
bool pool_is_alone(const cli_pool *pool);
/* Whether all that was pushed is taken. */
bool pool_is_empty(const cli_pool *pool);
/* Wait for all work in flight and take its results. */
void pool_drain(cli_pool *pool);
void pool_free(cli_pool *pool);

#endif
