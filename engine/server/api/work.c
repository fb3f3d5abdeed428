/* What the live has to do: assessments as jobs on threads, the rest here in slices. */
#include "server/feed/events.h"
#include "server/feed/timings.h"
#include "server/history/history.h"
#include "server/notify/notify.h"

enum {
    SLICE_ROWS = 128,    /* worked on here before the loop looks at sockets again */
    MOST_JOBS = 256,     /* out at once in the quick lane */
    MOST_SLOW = 1024,    /* and in the slow lane */
    PUBLISH_MS = 20,     /* between two looks at the feeds */
    KEEP_OPEN_MS = 15000 /* between two comments in a stream */
};

typedef struct live_job {
    vt_pool_task task;
    vt_server *server;
    vitals_live_job *job;
    uint64_t ns; /* that it took */
} live_job;

struct vt_work {
    int64_t publish_ms, keep_open_ms;
    int64_t relief_ms; /* rules were slow: until then their rows are left to the threads */
    uint64_t job_ns;   /* of the job that is given back; 0: not measured */
};

static uint64_t thread_ns(const vt_server *server) {
    return server->options.thread_ns ? server->options.thread_ns(server->options.user) : 0;
}

static live_job *job_of(vt_pool_task *task) {
    return (live_job *)(void *)task;
}

static vitals_status run_job(vt_pool_task *task, vitals_worker *worker,
                             vitals_interrupt_fn interrupt, void *user) {
    live_job *job = job_of(task);
    const uint64_t before = thread_ns(job->server);
    const vitals_status status = vitals_live_job_run(job->job, worker, interrupt, user);
    job->ns = thread_ns(job->server) - before;
    return status;
}

static void note_assessed(void *user, vitals_live_id source, const vitals_document *document,
                          vitals_verdict *verdict) {
    const vt_server *server = user;
    (void)source, (void)document;
    vt_timings_note(server->timings, vitals_verdict_source(verdict), vitals_verdict_rule(verdict),
                    !vt_text_is_absent(vitals_verdict_error(verdict)), server->work->job_ns);
}

static void job_done(vt_pool_task *task, vitals_status status) {
    live_job *job = job_of(task);
    vt_server *server = job->server;
    (void)status; /* what did not run is queued again */
    server->work->job_ns = job->ns;
    if (vitals_live_give(server->live, job->job, vt_server_wall_ms(server)) != VITALS_OK) {
        vt_server_log(server, "out of memory: a row is assessed again later");
    }
    server->work->job_ns = 0;
    vt_release(&server->allocator, job, sizeof *job);
    vt_work_soon(server);
}

/* Send one row's assessment to the threads. false: there is none, or there is no memory. */
static bool send_job(vt_server *server) {
    live_job *job = vt_allocate_zeroed(&server->allocator, sizeof *job);
    if (!job) return false;
    job->task = (vt_pool_task){ .run = run_job, .done = job_done };
    job->server = server;
    if (vitals_live_take(server->live, vt_server_wall_ms(server), &job->job) != VITALS_OK) {
        vt_release(&server->allocator, job, sizeof *job);
        return false;
    }
    vt_pool_submit(server->pool, &job->task);
    return true;
}

/* Whether more jobs may be sent. Scripts that are too slow for the quick lane wait in the slow one. */
static bool has_room(vt_server *server) {
    const size_t slow = vt_pool_slow(server->pool);
    return slow < MOST_SLOW && vt_pool_busy(server->pool) - slow < MOST_JOBS;
}

bool vt_work_is_idle(const vt_server *server) {
    vitals_live_stats stats;
    vitals_live_stats_of(server->live, &stats, sizeof stats);
    return stats.queued == 0 && vt_pool_busy(server->pool) == 0;
}

/* Do a slice. Returns whether more is due at once. What is done here, row by row, can never be a job: the row looks at
** other objects, or only views have to show it. A rule of the user's would hold up everything else. */
static bool do_slice(vt_server *server) {
    for (int rows = 0; rows < SLICE_ROWS; rows++) {
        if (!has_room(server)) return false; /* a job that comes back goes on */
        if (send_job(server)) continue;
        if (vitals_live_run(server->live, server->worker, vt_server_wall_ms(server), 1) !=
            VITALS_EAGAIN) {
            return false;
        }
    }
    return true;
}

static void publish_all(vt_server *server) {
    for (vt_audience *each = server->audiences; each; each = each->next) {
        vt_events_publish(each->events);
    }
}

/* Nothing reports silence: it is looked for. */
static void note_silence(vt_server *server) {
    const int64_t now = vt_server_wall_ms(server);
    for (vt_source *each = server->sources; each; each = each->next) {
        if (each->silent == vt_source_is_silent(each, now)) continue;
        each->silent = !each->silent;
        vt_events_sources(server);
    }
}

static void publish(vt_server *server, int64_t now) {
    vt_work *work = server->work;
    if (now < work->publish_ms) {
        if (server->work_timer.due_ms > work->publish_ms) {
            server->work_timer.due_ms = work->publish_ms;
        }
        return;
    }
    work->publish_ms = now + PUBLISH_MS;
    if (now >= work->keep_open_ms) note_silence(server);
    publish_all(server);
    vt_history_tick(server);
    if (now < work->keep_open_ms) return;
    work->keep_open_ms = now + KEEP_OPEN_MS;
    for (vt_audience *each = server->audiences; each; each = each->next) {
        vt_events_keep_open(each->events);
    }
}

/* When the live has something to do, on the monotonic clock. */
static int64_t live_due_ms(const vt_server *server, int64_t now) {
    const int64_t due = vitals_live_next_ms(server->live);
    if (due == VITALS_LIVE_NEVER) return INT64_MAX;
    const int64_t wait = due - vt_server_wall_ms(server);
    return wait <= 0 ? now + PUBLISH_MS : now + wait;
}

static bool was_read(const vt_server *server, const vt_source *source) {
    vitals_live_source about;
    return vitals_live_source_of(server->audiences->view, source->id, &about, sizeof about) ==
               VITALS_OK &&
           about.scopes && about.synced;
}

/* Nothing waits to be assessed. What the feeds still hold is how a source was read: it is published before the source
** counts as whole. */
static void note_sources(vt_server *server) {
    bool published = false;
    for (vt_source *each = server->sources; each; each = each->next) {
        if (each->synced_ms || !was_read(server, each)) continue;
        if (!published) publish_all(server);
        published = true;
        each->synced_ms = vt_server_wall_ms(server);
        vt_notify_whole(server, each);
    }
}

/* ------------------------------------------------------------------ many at once */

/* How long the rows of one call may take here, where nothing else goes on meanwhile. */
typedef struct patience {
    const vt_server *server;
    uint64_t until_ns;
} patience;

/* CPU time of this thread, so that other programs do not shorten it; without that clock, of the wall. */
static uint64_t now_ns(const vt_server *server) {
    if (server->options.thread_ns) return thread_ns(server);
    return (uint64_t)vt_server_monotonic_ms(server) * 1000000;
}

static bool is_over(void *user) {
    const patience *self = user;
    return now_ns(self->server) > self->until_ns;
}

/* Assess some rows here. VITALS_ESTOPPED: their rules are slow, so that for a while they are left to the threads. */
static vitals_status run_patiently(vt_server *server, size_t rows) {
    enum { PATIENCE_NS = 100000000, PAUSE_MS = 1000 };
    if (vt_server_monotonic_ms(server) < server->work->relief_ms) return VITALS_ESTOPPED;
    patience self = { server, now_ns(server) + PATIENCE_NS };
    vitals_live_set_interrupt(server->live, is_over, &self);
    const vitals_status status =
        vitals_live_run(server->live, server->worker, vt_server_wall_ms(server), rows);
    vitals_live_set_interrupt(server->live, NULL, NULL);
    /* The pause begins here: on a busy machine the rows alone may have taken as long. */
    if (status == VITALS_ESTOPPED) {
        server->work->relief_ms = vt_server_monotonic_ms(server) + PAUSE_MS;
    }
    return status;
}

void vt_work_relieve(vt_server *server) {
    enum { MOST_WAITING = 4096, ROWS = 1024 };
    vitals_live_stats stats;
    vitals_live_stats_of(server->live, &stats, sizeof stats);
    /* Without memory it is tried again later. */
    if (stats.queued >= MOST_WAITING && run_patiently(server, ROWS) == VITALS_ENOMEM) return;
}

bool vt_work_make_room(vt_server *server) {
    enum { ROWS = 64 };
    return run_patiently(server, ROWS) == VITALS_EAGAIN;
}

static void work(void *user) {
    vt_server *server = user;
    const bool more = do_slice(server);
    const int64_t now = vt_server_monotonic_ms(server);
    publish(server, now);
    if (!more && vt_work_is_idle(server)) note_sources(server);
    int64_t due = more ? now : live_due_ms(server, now);
    if (due > server->work->keep_open_ms) due = server->work->keep_open_ms;
    if (server->work_timer.due_ms > due) server->work_timer.due_ms = due;
}

void vt_work_soon(vt_server *server) {
    const int64_t soon = vt_server_monotonic_ms(server) + 1;
    if (server->work_timer.due_ms > soon) server->work_timer.due_ms = soon;
}

bool vt_work_start(vt_server *server) {
    server->work = vt_allocate_zeroed(&server->allocator, sizeof *server->work);
    if (!server->work) return false;
    server->work_timer = (vt_poller_timer){ .due = work, .user = server, .due_ms = 0 };
    vt_poller_add_timer(server->loop, &server->work_timer);
    vitals_live_set_assessed(server->live, note_assessed, server);
    return true;
}

void vt_work_stop(vt_server *server) {
    vt_release(&server->allocator, server->work, sizeof *server->work);
    server->work = NULL;
}
