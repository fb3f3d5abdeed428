/* A ring of batches that threads work on; the main thread fills and empties it in order, and works
** on batches itself when the other threads have enough.
**
** Few batches are in flight most of the time, and the one emptied last is filled next, so that what
** threads pass to each other stays in their caches. The ring has room for more, so that a thread
** that is not scheduled for a while does not stop the others. */
#include "assess/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

enum {
    BATCH_ITEMS = 32,
    BATCH_BYTES = 64 * 1024,
    READY_PER_THREAD = 4, /* with this many waiting, the threads have enough */
    BATCHES_PER_THREAD = 16
};

typedef struct cli_batch {
    bool done; /* guarded by the pool's lock */
    size_t count, bytes;
    char *items;
    struct cli_batch *next; /* among the empty ones */
} cli_batch;

struct cli_pool {
    pool_work work;
    cli_batch **ring; /* from the oldest to the one being filled */
    size_t ring_size;
    cli_batch *empty;
    size_t filling;     /* the batch that the main thread fills */
    size_t oldest;      /* the next one to be taken; only the main thread's */
    size_t starting;    /* the next one for a thread to work on; guarded by the lock */
    size_t ready_count; /* from that one on; guarded by the lock */
    pthread_t *threads;
    unsigned thread_count; /* beside the main thread */
    bool stopping;
    void *own_scratch; /* of the main thread */
    pthread_mutex_t lock;
    pthread_cond_t ready, finished;
};

static void *item_at(const cli_pool *pool, const cli_batch *batch, size_t index) {
    return batch->items + index * pool->work.item_bytes;
}

/* ------------------------------------------------------- working, in any thread */

/* Take the next ready batch, or NULL. The lock is held. */
static cli_batch *start_batch(cli_pool *pool) {
    if (pool->ready_count == 0) return NULL;
    cli_batch *batch = pool->ring[pool->starting];
    pool->starting = (pool->starting + 1) % pool->ring_size;
    pool->ready_count--;
    return batch;
}

/* Called with the lock held; releases it while working. */
static void work_on(cli_pool *pool, void *scratch, cli_batch *batch) {
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < batch->count; i++) {
        pool->work.work(pool->work.user, scratch, item_at(pool, batch, i));
    }
    pthread_mutex_lock(&pool->lock);
    batch->done = true;
    pthread_cond_signal(&pool->finished);
}

static void *run_thread(void *argument) {
    cli_pool *pool = argument;
    void *scratch = pool->work.start(pool->work.user);
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        cli_batch *batch = start_batch(pool);
        if (batch) {
            work_on(pool, scratch, batch);
        } else if (pool->stopping) {
            break;
        } else {
            pthread_cond_wait(&pool->ready, &pool->lock);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    pool->work.stop(pool->work.user, scratch);
    return NULL;
}

/* Threads make it faster and nothing else, so those that cannot be started are not missed: WASI has none. */
static void start_threads(cli_pool *pool) {
    pool->threads = memory_new(pool->thread_count, sizeof *pool->threads);
    unsigned started = 0;
    while (started < pool->thread_count &&
           pthread_create(&pool->threads[started], NULL, run_thread, pool) == 0) {
        started++;
    }
    pool->thread_count = started;
}

/* ------------------------------------------------------- the pushing thread */

static void put_back(cli_pool *pool, cli_batch *batch) {
    batch->next = pool->empty;
    pool->empty = batch;
}

static cli_batch *new_batch(const cli_pool *pool) {
    cli_batch *batch = memory_new(1, sizeof *batch);
    batch->items = memory_new(BATCH_ITEMS, pool->work.item_bytes);
    for (size_t i = 0; pool->work.make && i < BATCH_ITEMS; i++) {
        pool->work.make(item_at(pool, batch, i));
    }
    return batch;
}

/* Start filling an empty batch. */
static void fill_next(cli_pool *pool) {
    cli_batch *batch = pool->empty;
    if (batch) {
        pool->empty = batch->next;
    } else {
        batch = new_batch(pool);
    }
    pool->ring[pool->filling] = batch;
}

static unsigned thread_count(unsigned wanted) {
    const long cores = wanted ? (long)wanted : sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > 64 && !wanted ? 64 : (unsigned)cores;
}

cli_pool *pool_new(const pool_work *work, unsigned wanted) {
    const unsigned threads = thread_count(wanted);
    cli_pool *pool = memory_new(1, sizeof *pool);
    pool->work = *work;
    pool->thread_count = threads > 1 ? threads - 1 : 0;
    pool->ring_size = pool->thread_count ? (size_t)threads * BATCHES_PER_THREAD : 1;
    pool->ring = memory_new(pool->ring_size, sizeof *pool->ring);
    fill_next(pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->ready, NULL);
    pthread_cond_init(&pool->finished, NULL);
    pool->own_scratch = work->start(work->user);
    start_threads(pool);
    return pool;
}

static void take_all(cli_pool *pool, cli_batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        pool->work.take(pool->work.user, item_at(pool, batch, i));
    }
    batch->count = batch->bytes = 0;
}

/* Instead of sleeping, the main thread works on ready batches. */
static void wait_until_done(cli_pool *pool, const cli_batch *batch) {
    pthread_mutex_lock(&pool->lock);
    while (!batch->done) {
        cli_batch *other = start_batch(pool);
        if (other) {
            work_on(pool, pool->own_scratch, other);
        } else {
            pthread_cond_wait(&pool->finished, &pool->lock);
        }
    }
    pthread_mutex_unlock(&pool->lock);
}

static void take_oldest(cli_pool *pool) {
    cli_batch *batch = pool->ring[pool->oldest];
    wait_until_done(pool, batch);
    take_all(pool, batch); /* nobody else touches a batch that is done */
    put_back(pool, batch);
    pool->oldest = (pool->oldest + 1) % pool->ring_size;
}

static bool is_done(cli_pool *pool, const cli_batch *batch) {
    pthread_mutex_lock(&pool->lock);
    const bool done = batch->done;
    pthread_mutex_unlock(&pool->lock);
    return done;
}

/* The batch being filled is ready and goes to the end of the queue. When the threads have enough to
** do, the main thread works on the first of the queue. */
static void hand_over(cli_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->ring[pool->filling]->done = false;
    pool->ready_count++;
    const bool enough = pool->ready_count > (size_t)pool->thread_count * READY_PER_THREAD;
    if (enough) work_on(pool, pool->own_scratch, start_batch(pool));
    pthread_mutex_unlock(&pool->lock);
    /* Signal after unlocking, so that the woken thread can take the lock at once. */
    if (!enough) pthread_cond_signal(&pool->ready);
}

static void submit(cli_pool *pool) {
    hand_over(pool);
    pool->filling = (pool->filling + 1) % pool->ring_size;
    if (pool->filling == pool->oldest) take_oldest(pool);
    while (pool->oldest != pool->filling && is_done(pool, pool->ring[pool->oldest])) {
        take_oldest(pool);
    }
    fill_next(pool);
}

bool pool_is_alone(const cli_pool *pool) {
    return pool->thread_count == 0;
}

bool pool_is_empty(const cli_pool *pool) {
    return pool->oldest == pool->filling && pool->ring[pool->filling]->count == 0;
}

void *pool_next(cli_pool *pool) {
    const cli_batch *batch = pool->ring[pool->filling];
    return item_at(pool, batch, batch->count);
}

void pool_push(cli_pool *pool, size_t bytes) {
    cli_batch *batch = pool->ring[pool->filling];
    if (pool_is_alone(pool)) {
        pool->work.work(pool->work.user, pool->own_scratch, batch->items);
        pool->work.take(pool->work.user, batch->items);
        return;
    }
    batch->count++;
    batch->bytes += bytes;
    if (batch->count == BATCH_ITEMS || batch->bytes >= BATCH_BYTES) submit(pool);
}

void pool_drain(cli_pool *pool) {
    if (pool->ring[pool->filling]->count) submit(pool);
    while (pool->oldest != pool->filling) take_oldest(pool);
}

static void stop_threads(cli_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->ready);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->thread_count; i++) pthread_join(pool->threads[i], NULL);
    free(pool->threads);
}

static void free_batch(const cli_pool *pool, cli_batch *batch) {
    for (size_t i = 0; i < BATCH_ITEMS; i++) pool->work.done(item_at(pool, batch, i));
    free(batch->items);
    free(batch);
}

void pool_free(cli_pool *pool) {
    stop_threads(pool);
    pool->work.stop(pool->work.user, pool->own_scratch);
    put_back(pool, pool->ring[pool->filling]);
    for (cli_batch *batch; (batch = pool->empty);) {
        pool->empty = batch->next;
        free_batch(pool, batch);
    }
    free(pool->ring);
    pthread_cond_destroy(&pool->ready);
    pthread_cond_destroy(&pool->finished);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
