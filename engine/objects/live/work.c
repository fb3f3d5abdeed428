/* Work: what is due is done for one row after another, here or as a job on another thread. */
#include "objects/live/check.h"

/* ---------------------------------------------------------------------- clock */

/* A verdict that another time would change: it holds for a while, or kstatus gave up waiting. */
static bool depends_on_clock(const vt_row *row) {
    return row->valid_until_ms != INT64_MAX || row->kstatus == VITALS_KSTATUS_FAILED;
}

/* The clock went back: what rests on it is assessed again, and nothing waits longer than it should. */
static void turn_back(vitals_live *live) {
    for (uint32_t i = 0; (i = vt_slab_next(&live->rows, i));) {
        vt_row *row = vt_row_at(live, i);
        if (row->gone || !row->assessed) continue;
        const vitals_live_settling rules = vt_row_settling(live, row);
        if (depends_on_clock(row)) vt_row_queue(live, i, VT_DUE_VERDICT);
        if (vt_settle_advance(&row->settle, &rules, live->now_ms)) {
            vt_row_count(live, row);
            row->stamp++;
            vt_row_queue(live, i, VT_DUE_VIEWS);
        }
        vt_row_schedule(live, i);
    }
}

/* Clocks are corrected by fractions of a second all the time: such a step back counts as none. */
static void set_now(vitals_live *live, int64_t now_ms) {
    enum { SMALL_STEP_MS = 1000 };
    bool back = live->started && now_ms < live->now_ms;
    if (back && live->now_ms - now_ms < SMALL_STEP_MS) return;
    live->now_ms = now_ms;
    live->started = true;
    if (back) turn_back(live);
}

static int64_t seconds_of(int64_t milliseconds) {
    return milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000);
}

/* A deadline of this row has come. */
static void fire(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    const vitals_live_settling rules = vt_row_settling(live, row);
    if (vt_settle_advance(&row->settle, &rules, live->now_ms)) {
        vt_row_count(live, row);
        row->stamp++;
        vt_row_queue(live, number, VT_DUE_VIEWS);
    }
    if (row->valid_until_ms <= live->now_ms) {
        row->valid_until_ms = INT64_MAX;
        vt_row_queue(live, number, VT_DUE_VERDICT);
    }
    vt_row_schedule(live, number);
}

int64_t vitals_live_next_ms(const vitals_live *live) {
    return live->queued || live->judge_again ? 0 : vt_timers_next_ms(&live->timers);
}

/* -------------------------------------------------------------------- documents */

/* Objects whose verdict looks at others. */
static bool looks_at_others(const vt_source_row *source, const vitals_document *document) {
    return source->set && vt_set_selection_of(document) != NULL;
}

static bool is_needed(const vitals_live *live, const vt_row *row, const vitals_document *document) {
    return live->keep == VITALS_LIVE_KEEP_ALL || row->valid_until_ms != INT64_MAX ||
           looks_at_others(vt_source_at(live, row->source), document);
}

/* Its text takes less than the document and than what was kept of the version before. Without room it is
** wanted again when it is needed. */
static bool has_room(const vitals_live *live, const vt_row *row) {
    uint64_t bytes = live->memory.live_bytes + live->kept_bytes - row->document_bytes;
    return bytes - row->kept_bytes < live->limits.live_bytes;
}

/* -------------------------------------------------------------------- the host */

void vitals_live_set_assessed(vitals_live *live, vitals_live_assessed_fn assessed, void *user) {
    if (!live) return;
    live->assessed = assessed;
    live->assessed_user = user;
}

/* Assess, and fail if the host stopped it. */
static vitals_status assess_for(vt_live_host *host, vitals_worker *worker, vitals_engine *engine,
                                const vitals_document *document, vitals_call *call,
                                vitals_verdict *verdict) {
    call->interrupt = vt_host_is_stopped;
    call->interrupt_user = host;
    vitals_status status = vitals_worker_use(worker, engine);
    if (!status) status = vitals_assess(worker, document, call, verdict);
    return !status && host->stopped ? VITALS_ESTOPPED : status;
}

/* ------------------------------------------------------------------ one verdict */

/* The document of a row was assessed: keep it as text, or not at all. */
static vitals_status settle_document(vitals_live *live, vt_row *row) {
    if (!row->document) return VITALS_OK;
    char *text = NULL;
    size_t size = 0;
    if (is_needed(live, row, row->document) && has_room(live, row)) {
        vitals_write_options options = VITALS_WRITE_OPTIONS_INIT;
        options.allocator = &live->memory.parent;
        options.interrupt = vt_host_is_stopped;
        options.interrupt_user = &live->host;
        vitals_status status = vitals_document_write(row->document, &options, &text, &size);
        if (status) return status;
    }
    vt_row_drop_kept(live, row);
    vt_row_drop_document(live, row);
    row->kept = text;
    row->kept_bytes = (uint32_t)size; /* document_bytes bounds it */
    live->kept_bytes += size;
    return VITALS_OK;
}

/* The object of a row as a document: the one that waits, or a new one from what is kept, which is
** returned in `*made` as well. `*out` NULL: it is not there. */
static vitals_status open_document(vitals_live *live, const vt_row *row, vitals_document **made,
                                   vitals_document **out) {
    *made = NULL;
    *out = row->document;
    if (row->document || !row->kept) return VITALS_OK;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &live->memory.parent;
    options.limits = &live->limits;
    options.format = VITALS_FORMAT_JSON;
    options.interrupt = vt_host_is_stopped;
    options.interrupt_user = &live->host;
    vitals_status status = vitals_document_parse(row->kept, row->kept_bytes, &options, made, NULL);
    *out = *made;
    return status;
}

static vitals_status apply(vitals_live *live, uint32_t number, const vitals_document *document,
                           vitals_verdict *verdict) {
    vitals_status status = vt_row_apply(live, number, document, verdict);
    if (status) return status;
    if (live->assessed) {
        uint32_t source = vt_row_at(live, number)->source;
        live->assessed(live->assessed_user, vt_slab_id(&live->sources, VT_ID_SOURCE, source),
                       document, verdict);
    }
    return VITALS_OK;
}

static vitals_status assess_document(vitals_live *live, vitals_worker *worker, uint32_t number,
                                     const vitals_document *document) {
    vt_source_row *source = vt_source_at(live, vt_row_at(live, number)->source);
    vitals_call *call = &source->call;
    call->now_seconds = seconds_of(live->now_ms);
    call->set = looks_at_others(source, document) ? source->set : NULL;
    vitals_status status =
        assess_for(&live->host, worker, source->engine, document, call, live->verdict);
    if (status) return status;
    live->assessments++;
    if (call->set) live->steps += vitals_verdict_steps(live->verdict);
    status = apply(live, number, document, live->verdict);
    return status ? status : settle_document(live, vt_row_at(live, number));
}

static vitals_status assess(vitals_live *live, vitals_worker *worker, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    /* The job that has it queues it again: its rule may be slow, and would be slow here as well. */
    if (row->out) return VITALS_OK;
    vitals_document *made, *document;
    vitals_status status = open_document(live, row, &made, &document);
    if (!status && document) {
        status = assess_document(live, worker, number, document);
    } else if (!status) {
        (void)vt_row_want(live, number);
        row->stamp++;
    }
    vitals_document_free(made);
    return status;
}

/* ------------------------------------------------------------------------- rows */

/* Do everything that is due for a row. After VITALS_ENOMEM it is due still. */
static vitals_status do_row(vitals_live *live, vitals_worker *worker, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    uint8_t due = row->due;
    vitals_status status = VITALS_OK;
    vt_row_unqueue(live, number);
    row->due = 0;
    if (due & VT_DUE_VERDICT) status = assess(live, worker, number);
    if (!status && (due & VT_DUE_MEMBERS) && row->assessed) {
        status = vt_row_join(live, number, NULL);
    }
    if (!status && row->assessed) status = vt_views_show(live, number);
    if (status) vt_row_queue(live, number, due);
    return status;
}

/* The source whose queue is worked on; it stays the same while there is something in it, since a worker
** is switched from engine to engine. NULL: all queues are empty. */
static vt_source_row *busy_source(vitals_live *live) {
    if (live->queued == 0) return NULL;
    vt_source_row *source = vt_source_at(live, live->turn);
    while (!source || !(source->item.generation & 1) || source->queue.count == 0) {
        live->turn = vt_slab_next(&live->sources, live->turn);
        source = vt_source_at(live, live->turn);
    }
    return source;
}

vitals_status vitals_live_run(vitals_live *live, vitals_worker *worker, int64_t now_ms,
                              size_t budget) {
    if (!live || !worker) return VITALS_EINVAL;
    live->host.stopped = false;
    set_now(live, now_ms);
    for (; budget > 0; budget--) {
        uint32_t due = vt_timers_due(&live->timers, live->now_ms);
        if (due == 0) break;
        if (vt_host_is_stopped(&live->host)) return VITALS_ESTOPPED;
        fire(live, due);
    }
    for (; budget > 0; budget--) {
        const vt_source_row *source = busy_source(live);
        if (!source) break;
        if (vt_host_is_stopped(&live->host)) return VITALS_ESTOPPED;
        vitals_status status = do_row(live, worker, source->queue.first);
        if (status) return status;
    }
    vt_wanted_refill(live);
    vt_covered_run(live);
    VT_LIVE_CHECK(live);
    bool more = live->queued || vt_timers_next_ms(&live->timers) <= live->now_ms;
    return more ? VITALS_EAGAIN : VITALS_OK;
}

/* ------------------------------------------------------------------------- jobs */

struct vitals_live_job {
    vitals_allocator allocator;
    uint32_t row, generation, asked;
    vitals_engine *engine;
    vitals_call call;
    vitals_document *document;
    uint32_t document_bytes;
    vitals_verdict *verdict;
    vt_live_host host;
    bool ran;
};

static void free_job(vitals_live_job *job) {
    vitals_allocator memory = job->allocator;
    vitals_document_free(job->document);
    vitals_verdict_free(job->verdict);
    vitals_engine_release(job->engine);
    vt_release(&memory, job, sizeof *job);
}

/* A row whose verdict can be made elsewhere, among the first of a queue; 0: none. */
static uint32_t find_job(const vitals_live *live, const vt_source_row *source) {
    enum { MOST_LOOKS = 64 };
    uint32_t number = source->queue.first;
    for (int i = 0; number && i < MOST_LOOKS; i++) {
        const vt_row *row = vt_row_at(live, number);
        bool wanted = (row->due & VT_DUE_VERDICT) && !row->out && (row->document || row->kept);
        /* Of what is kept, only rows that look at others are kept in such a source. */
        bool alone = !source->set || (row->document && !looks_at_others(source, row->document));
        if (wanted && alone) return number;
        number = row->queue_next;
    }
    return 0;
}

/* Move the document of a row into a job. */
static vitals_status fill_job(vitals_live *live, uint32_t number, vitals_live_job *job) {
    vt_row *row = vt_row_at(live, number);
    const vt_source_row *source = vt_source_at(live, row->source);
    vitals_document *made, *document;
    vitals_status status = vitals_verdict_new(&job->allocator, &job->verdict);
    if (!status) status = open_document(live, row, &made, &document);
    if (status) return status;
    if (made) vt_row_hold_document(live, row, made);
    job->document = document;
    job->document_bytes = row->document_bytes;
    row->document = NULL;
    row->document_bytes = 0;
    row->out = true;
    job->row = number;
    job->generation = row->item.generation;
    job->asked = row->asked;
    job->call = source->call;
    job->call.set = NULL;
    job->call.now_seconds = seconds_of(live->now_ms);
    job->engine = vitals_engine_retain(source->engine);
    row->due &= (uint8_t)~VT_DUE_VERDICT;
    if (row->due == 0) vt_row_unqueue(live, number);
    return VITALS_OK;
}

vitals_status vitals_live_take(vitals_live *live, int64_t now_ms, vitals_live_job **out) {
    if (!live || !out) return VITALS_EINVAL;
    *out = NULL;
    live->host.stopped = false;
    set_now(live, now_ms);
    const vt_source_row *source = busy_source(live);
    uint32_t number = source ? find_job(live, source) : 0;
    if (number == 0) return VITALS_ENOTFOUND;
    vitals_live_job *job = vt_allocate_zeroed(&live->memory.parent, sizeof *job);
    if (!job) return VITALS_ENOMEM;
    job->allocator = live->memory.parent;
    vitals_status status = fill_job(live, number, job);
    if (status) {
        free_job(job);
        return status;
    }
    *out = job;
    return VITALS_OK;
}

vitals_status vitals_live_job_run(vitals_live_job *job, vitals_worker *worker,
                                  vitals_interrupt_fn interrupt, void *user) {
    if (!job || !worker) return VITALS_EINVAL;
    job->host = (vt_live_host){ { interrupt, user }, false };
    vitals_status status =
        assess_for(&job->host, worker, job->engine, job->document, &job->call, job->verdict);
    job->ran = status == VITALS_OK;
    return status;
}

/* The row of a job, or NULL when it is gone. */
static vt_row *row_of(const vitals_live *live, const vitals_live_job *job) {
    vt_row *row = vt_row_at(live, job->row);
    return row && row->item.generation == job->generation && !row->gone ? row : NULL;
}

/* The document goes back to its row, unless a newer one has come or the row is gone. */
static void return_document(vitals_live *live, vt_row *row, vitals_live_job *job) {
    if (row) row->out = false;
    if (row && !row->document) {
        row->document = job->document;
        row->document_bytes = job->document_bytes;
        job->document = NULL;
        return;
    }
    live->kept_bytes -= job->document_bytes;
    live->waiting_bytes -= job->document_bytes;
}

/* Whether the verdict is of the row as it is, or of the version before the one that waits. Without the latter, a row
** that changes while each of its jobs runs would never have a verdict. */
static bool is_worth_showing(const vitals_live *live, const vt_row *row,
                             const vitals_live_job *job) {
    if (!job->ran) return false;
    if (job->asked == row->asked) return true;
    return job->document && job->engine == vt_source_at(live, row->source)->engine;
}

/* The verdict of a job becomes that of its row. */
static vitals_status take_verdict(vitals_live *live, const vt_row *row, vitals_live_job *job) {
    live->assessments++;
    /* What others look at is found out as of the same time. */
    vt_source_at(live, row->source)->call.now_seconds = job->call.now_seconds;
    const vitals_document *document = job->document ? job->document : row->document;
    vitals_status status = apply(live, job->row, document, job->verdict);
    if (!status && !job->document) status = settle_document(live, vt_row_at(live, job->row));
    return status ? status : vt_views_show(live, job->row);
}

vitals_status vitals_live_give(vitals_live *live, vitals_live_job *job, int64_t now_ms) {
    if (!live || !job) return VITALS_EINVAL;
    live->host.stopped = false;
    set_now(live, now_ms);
    vt_row *row = row_of(live, job);
    vitals_status status = VITALS_OK;
    return_document(live, row, job);
    if (row) {
        bool current = job->ran && job->asked == row->asked;
        if (is_worth_showing(live, row, job)) status = take_verdict(live, row, job);
        if (status || !current) vt_row_queue(live, job->row, VT_DUE_VERDICT);
    }
    free_job(job);
    return status;
}
