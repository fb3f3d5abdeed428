/* The handle: options, memory and figures. */
#include "objects/live/live.h"

#include "base/number/clock.h"

/* -------------------------------------------------------------------- timers */

static uint32_t *place_of(void *owner, uint32_t item) {
    return &vt_row_at(owner, item)->timer;
}

/* ------------------------------------------------------------------ lifetime */

static void init(vitals_live *live, const vitals_live_options *options) {
    live->limits = vt_limits_or_default(options->limits);
    live->keep = options->keep;
    live->settling = options->settling;
    live->epoch = options->epoch;
    live->seed = options->hash_seed ^ (uint64_t)(uintptr_t)live;
    const vitals_allocator *memory = &live->allocator;
    vt_intern_init(&live->texts, memory, live->seed);
    vt_slab_init(&live->sources, memory, sizeof(vt_source_row));
    vt_slab_init(&live->scopes, memory, sizeof(vt_scope));
    vt_slab_init(&live->rows, memory, sizeof(vt_row));
    vt_slab_init(&live->applications, memory, sizeof(vt_live_app));
    vt_slab_init(&live->members, memory, sizeof(vt_live_member));
    vt_slab_init(&live->listed, memory, sizeof(vt_listed));
    vt_slab_init(&live->refusals, memory, sizeof(vt_refusal));
    vt_table *const tables[] = { &live->by_uid,         &live->by_name,   &live->by_owner,
                                 &live->by_application, &live->by_listed, &live->by_refusal };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) vt_table_init(tables[i], memory);
    vt_timers_init(&live->timers, memory, place_of, live);
    vt_arena_init(&live->scratch, memory, 0);
}

vitals_status vitals_live_new(const vitals_live_options *options, vitals_live **out) {
    vitals_live_options own = VITALS_LIVE_OPTIONS_INIT;
    if (!out || (options && !vt_sized_read(options, &own, sizeof own)) || (unsigned)own.keep > 1) {
        return VITALS_EINVAL;
    }
    vitals_allocator parent = vt_allocator_or_default(own.allocator);
    vitals_live *live = vt_allocate_zeroed(&parent, sizeof *live);
    if (!live) return VITALS_ENOMEM;
    live->memory.parent = parent;
    live->allocator = (vitals_allocator){ vt_counted_allocate, &live->memory };
    init(live, &own);
    vitals_status status = vitals_verdict_new(&live->allocator, &live->verdict);
    if (status) {
        vitals_live_free(live);
        return status;
    }
    *out = live;
    return VITALS_OK;
}

void vitals_live_free(vitals_live *live) {
    if (!live) return;
    vt_views_free(live);
    live->host = (vt_live_host){ { NULL, NULL }, false };
    for (uint32_t i = 0; (i = vt_source_next(live, i));) {
        (void)vt_source_remove(live, i); /* nothing can stop it */
    }
    vitals_verdict_free(live->verdict);
    vt_arena_done(&live->scratch);
    vt_timers_done(&live->timers);
    vt_table *const tables[] = { &live->by_uid,         &live->by_name,   &live->by_owner,
                                 &live->by_application, &live->by_listed, &live->by_refusal };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) vt_table_done(tables[i]);
    vt_slab *const slabs[] = { &live->sources, &live->scopes, &live->rows,    &live->applications,
                               &live->members, &live->listed, &live->refusals };
    for (size_t i = 0; i < sizeof slabs / sizeof *slabs; i++) vt_slab_done(slabs[i]);
    vt_intern_done(&live->texts);
    vitals_allocator parent = live->memory.parent;
    vt_release(&parent, live, sizeof *live);
}

/* -------------------------------------------------------------------- figures */

void vitals_live_stats_of(const vitals_live *live, vitals_live_stats *out, size_t out_bytes) {
    vitals_live_stats stats = { .rows = live->row_count,
                                .rows_refused = live->rows_refused,
                                .bytes = live->memory.live_bytes + live->kept_bytes,
                                .kept_bytes = live->kept_bytes,
                                .queued = live->queued,
                                .wanted = live->wanted.count,
                                .wanted_over = live->wants_count > live->wanted.count
                                                   ? live->wants_count - live->wanted.count
                                                   : 0,
                                .assessments = live->assessments,
                                .unchanged = live->unchanged,
                                .applications_refused = live->applications_refused };
    vt_sized_write(out, out_bytes, &stats, sizeof stats);
}

bool vitals_live_wanted_next(const vitals_live *live, uint64_t *at, vitals_live_wanted *out,
                             size_t out_bytes) {
    uint32_t last = vt_slab_find(&live->rows, VT_ID_ROW, *at);
    const vt_row *before = vt_row_at(live, last);
    bool follows = before && before->list == VT_LIST_WANTED;
    uint32_t number = follows ? before->queue_next : live->wanted.first;
    const vt_row *row = vt_row_at(live, number);
    if (!row) return false;
    vitals_live_wanted wanted = { vt_slab_id(&live->sources, VT_ID_SOURCE, row->source),
                                  vt_slab_id(&live->scopes, VT_ID_SCOPE, row->scope),
                                  vt_row_object(live, row) };
    vt_sized_write(out, out_bytes, &wanted, sizeof wanted);
    *at = vt_slab_id(&live->rows, VT_ID_ROW, number);
    return true;
}
