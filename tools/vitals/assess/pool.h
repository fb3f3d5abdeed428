/*
** Ordered work on all cores: the main thread pushes items, threads work on them in batches, and
** the main thread takes the results in the order of pushing. At most a fixed number of batches is
** under way, so memory stays bounded however long the input: pushing works too when enough is ready
** for the threads, and waits for the oldest when too much is under way.
*/
#ifndef CLI_ASSESS_POOL_H
#define CLI_ASSESS_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cli_pool cli_pool;

/* Everything about the work; `user` is handed to all of them. */
typedef struct pool_work {
    size_t item_bytes;
    /* Scratch memory of one thread. */
    void *(*start)(void *user);
    void (*stop)(void *user, void *scratch);
    /* In any thread. Items are zeroed once and then used again for later work. */
    void (*work)(void *user, void *scratch, void *item);
    /* In the thread that pushes, in the order of pushing. */
    void (*take)(void *user, void *item);
    /* At the end, for each item's own memory. */
    void (*done)(void *item);
    void *user;
} pool_work;

/* `threads` work, the one that pushes among them: with one everything happens in pool_push. 0 means
** all cores. Ends the program when threads cannot start. */
cli_pool *pool_new(const pool_work *work, unsigned threads);
/* The next item to be filled by the caller; it goes to work with the following call. `bytes` is
** what the item weighs: a batch is full after so many items or so many bytes. */
void *pool_next(cli_pool *pool);
void pool_push(cli_pool *pool, size_t bytes);
/* Wait for all work under way and take its results. */
void pool_drain(cli_pool *pool);
void pool_free(cli_pool *pool);

#endif
