/* Threads for what may take long. */
#include "server/http/pool.h"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { QUICK_MS = 20, MOST_THREADS = 16 };

typedef struct task_queue {
    vt_pool_task *first, *last;
    size_t count;
} task_queue;

typedef struct lane {
    task_queue queue;
    pthread_cond_t filled;
    size_t running;
} lane;

typedef struct pool_thread {
    vt_pool *pool;
    pthread_t thread;
    vitals_worker *worker;
    bool slow;
    int64_t until_ms; /* of the task in the quick lane */
} pool_thread;

struct vt_pool {
    vt_pool_options options;
    vitals_allocator allocator;
    pthread_mutex_t mutex;
    lane lanes[2]; /* quick, slow */
    task_queue finished;
    size_t busy;
    int wake;
    bool stopping;
    pool_thread threads[MOST_THREADS];
    size_t thread_count;
};

static void push(task_queue *queue, vt_pool_task *task) {
    task->next = NULL;
    *(queue->last ? &queue->last->next : &queue->first) = task;
    queue->last = task;
    queue->count++;
}

static vt_pool_task *pop(task_queue *queue) {
    vt_pool_task *task = queue->first;
    if (!task) return NULL;
    queue->first = task->next;
    if (!queue->first) queue->last = NULL;
    queue->count--;
    return task;
}

/* Asked by scripts and expressions while they run. */
static bool is_over(void *user) {
    const pool_thread *self = user;
    const vt_pool *pool = self->pool;
    if (__atomic_load_n(&pool->stopping, __ATOMIC_RELAXED)) return true;
    return !self->slow && pool->options.monotonic_ms(pool->options.clock_user) > self->until_ms;
}

static bool is_stopping(const vt_pool *pool) {
    return __atomic_load_n(&pool->stopping, __ATOMIC_RELAXED);
}

/* A finished task goes to the loop; one that was too slow goes to the other lane. With the mutex. */
static void finish(pool_thread *self, vt_pool_task *task) {
    vt_pool *pool = self->pool;
    if (task->status == VITALS_ESTOPPED && !self->slow && !is_stopping(pool)) {
        task->slow = true;
        push(&pool->lanes[1].queue, task);
        pthread_cond_signal(&pool->lanes[1].filled);
        return;
    }
    const uint64_t one = 1;
    const bool first = pool->finished.first == NULL;
    push(&pool->finished, task);
    /* An eventfd that is full wakes as well. */
    if (first && write(pool->wake, &one, sizeof one) < 0) return;
}

static void *work(void *user) {
    pool_thread *self = user;
    vt_pool *pool = self->pool;
    lane *own = &pool->lanes[self->slow];
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (!own->queue.first && !is_stopping(pool))
            pthread_cond_wait(&own->filled, &pool->mutex);
        if (is_stopping(pool)) break;
        vt_pool_task *task = pop(&own->queue);
        own->running++;
        pthread_mutex_unlock(&pool->mutex);
        self->until_ms = pool->options.monotonic_ms(pool->options.clock_user) + QUICK_MS;
        task->status = task->run(task, self->worker, is_over, self);
        pthread_mutex_lock(&pool->mutex);
        own->running--;
        finish(self, task);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static void take_finished(void *user, int descriptor, unsigned ready) {
    vt_pool *pool = user;
    uint64_t count;
    (void)ready;
    if (read(descriptor, &count, sizeof count) < 0) return;
    pthread_mutex_lock(&pool->mutex);
    vt_pool_task *task = pool->finished.first;
    pool->finished = (task_queue){ NULL, NULL, 0 };
    pthread_mutex_unlock(&pool->mutex);
    while (task) {
        vt_pool_task *next = task->next;
        pool->busy--;
        task->done(task, task->status);
        task = next;
    }
}

static bool start_thread(vt_pool *pool, bool slow) {
    pool_thread *self = &pool->threads[pool->thread_count];
    *self = (pool_thread){ .pool = pool, .slow = slow };
    if (vitals_worker_new(pool->options.engine, &self->worker) != VITALS_OK) return false;
    if (pthread_create(&self->thread, NULL, work, self) != 0) {
        vitals_worker_free(self->worker);
        return false;
    }
    pool->thread_count++;
    return true;
}

vt_pool *vt_pool_new(const vt_pool_options *options) {
    vt_pool *pool = vt_allocate_zeroed(options->allocator, sizeof *pool);
    if (!pool) return NULL;
    pool->options = *options;
    pool->allocator = *options->allocator;
    pthread_mutex_init(&pool->mutex, NULL);
    for (int i = 0; i < 2; i++) pthread_cond_init(&pool->lanes[i].filled, NULL);
    pool->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    bool made = vt_poller_watch(options->loop, pool->wake, VT_POLLER_READABLE, take_finished, pool);
    for (unsigned i = 0; made && i < options->quick_threads; i++) made = start_thread(pool, false);
    for (unsigned i = 0; made && i < options->slow_threads; i++) made = start_thread(pool, true);
    if (made) return pool;
    vt_pool_free(pool);
    return NULL;
}

static void drop_all(vt_pool *pool, task_queue *queue) {
    vt_pool_task *task;
    while ((task = pop(queue))) {
        pool->busy--;
        task->done(task, VITALS_ESTOPPED);
    }
}

void vt_pool_free(vt_pool *pool) {
    if (!pool) return;
    __atomic_store_n(&pool->stopping, true, __ATOMIC_RELAXED);
    pthread_mutex_lock(&pool->mutex);
    for (int i = 0; i < 2; i++) pthread_cond_broadcast(&pool->lanes[i].filled);
    pthread_mutex_unlock(&pool->mutex);
    for (size_t i = 0; i < pool->thread_count; i++) {
        pthread_join(pool->threads[i].thread, NULL);
        vitals_worker_free(pool->threads[i].worker);
    }
    drop_all(pool, &pool->finished);
    for (int i = 0; i < 2; i++) {
        drop_all(pool, &pool->lanes[i].queue);
        pthread_cond_destroy(&pool->lanes[i].filled);
    }
    pthread_mutex_destroy(&pool->mutex);
    if (pool->wake >= 0) {
        vt_poller_watch(pool->options.loop, pool->wake, 0, NULL, NULL);
        close(pool->wake);
    }
    const vitals_allocator allocator = pool->allocator;
    vt_release(&allocator, pool, sizeof *pool);
}

void vt_pool_submit(vt_pool *pool, vt_pool_task *task) {
    lane *to = &pool->lanes[task->slow];
    pool->busy++;
    pthread_mutex_lock(&pool->mutex);
    push(&to->queue, task);
    pthread_cond_signal(&to->filled);
    pthread_mutex_unlock(&pool->mutex);
}

size_t vt_pool_busy(const vt_pool *pool) {
    return pool->busy;
}

size_t vt_pool_slow(vt_pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    const size_t count = pool->lanes[1].queue.count + pool->lanes[1].running;
    pthread_mutex_unlock(&pool->mutex);
    return count;
}
