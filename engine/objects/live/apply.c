/* A verdict and its document become the content of a row. */
#include "objects/live/live.h"

#include "base/number/clock.h"

/* ---------------------------------------------------------- what others look at */

/* A look-up over rows that select one object: costs are those of the set's own limit. */
static void queue_selecting(vitals_live *live, const vitals_set *set, const vt_set_entry *entry) {
    vt_steps cost = vt_steps_of("", UINT64_MAX, (vt_interrupt){ NULL, NULL });
    vt_set_lookup lookup;
    vt_set_select_reverse(&lookup, set, entry, &cost);
    for (const vt_set_entry *parent; (parent = vt_set_lookup_next(&lookup));) {
        vt_row_queue(live, (uint32_t)vt_set_entry_tag(parent), VT_DUE_VERDICT);
    }
    live->steps += cost.done;
}

/* Rows that select others look at them; what is selected was looked at. */
static bool belongs_in_set(const vitals_document *document) {
    const vt_set_selection *selection = vt_set_selection_of(document);
    if (selection) return vt_text_is(selection->selected_kind, "Pod");
    return vitals_document_group(document).size == 0 &&
           vt_text_is(vitals_document_kind(document), "Pod");
}

/* The fact of a Pod; other entries have one without marks. */
static vt_set_fact fact_of(vitals_live *live, const vt_source_row *source,
                           const vitals_document *document) {
    vt_set_fact fact = { 0, INT64_MAX };
    vt_arena_empty(&live->scratch);
    vt_evaluation evaluation = { .reader = { document, NULL },
                                 .arena = &live->scratch,
                                 .limits = &live->limits,
                                 .now_seconds = source->call.now_seconds };
    (void)vt_kstatus_fact_of(&evaluation, &fact);
    return fact;
}

/* Ask who selects the object before and after: both are concerned. */
static bool enter_set(vitals_live *live, uint32_t number, const vitals_document *document) {
    vt_row *row = vt_row_at(live, number);
    const vt_source_row *source = vt_source_at(live, row->source);
    if (!source->set || !belongs_in_set(document)) return true;
    vt_set_fact fact = fact_of(live, source, document);
    if (row->entry) queue_selecting(live, source->set, row->entry);
    if (vt_set_put_fact(source->set, document, &fact, number, &row->entry)) return false;
    queue_selecting(live, source->set, row->entry);
    return true;
}

void vt_row_leave_set(vitals_live *live, vt_row *row) {
    if (!row->entry) return;
    vitals_set *set = vt_source_at(live, row->source)->set;
    queue_selecting(live, set, row->entry);
    vt_set_remove_entry(set, row->entry);
    row->entry = NULL;
}

/* ------------------------------------------------------------------ the verdict */

static int64_t milliseconds(vt_text time) {
    vt_instant instant;
    if (time.size == 0 || !vt_instant_parse(time, &instant)) return INT64_MAX;
    return instant.seconds * 1000 + instant.nanoseconds / 1000000;
}

/* A script that asks for the time has a verdict for one second; live_clock_seconds is how often it is
** run again at most. */
static int64_t valid_until(const vitals_live *live, const vitals_verdict *verdict) {
    int64_t until = vitals_verdict_valid_until(verdict);
    if (until == INT64_MAX) return INT64_MAX;
    vitals_source source = vitals_verdict_source(verdict);
    bool script = source == VITALS_SOURCE_CUSTOMIZATION || source == VITALS_SOURCE_BUNDLED;
    int64_t pause = live->now_ms + (int64_t)live->limits.live_clock_seconds * 1000;
    if (script && until * 1000 < pause) return pause - pause % 1000;
    return until * 1000;
}

static void set_verdict(vitals_live *live, vt_row *row, const vitals_verdict *verdict) {
    row->failed = !vt_text_is_absent(vitals_verdict_error(verdict));
    row->stale = vitals_verdict_stale(verdict);
    row->terminal = vitals_verdict_terminal(verdict);
    row->kstatus = (uint8_t)vitals_verdict_kstatus(verdict);
    row->decided = (uint8_t)vitals_verdict_source(verdict);
    row->since_ms = milliseconds(vitals_verdict_since(verdict));
    row->valid_until_ms = valid_until(live, verdict);
    row->no_health =
        vitals_kind_has_no_health(vt_live_text(live, row->group), vt_live_text(live, row->kind));
    row->revision = vt_source_at(live, row->source)->revision;
}

/* A rule that failed, a deletion and, where the host wants it, a terminal verdict do not wait. */
static bool is_announced_at_once(const vitals_live *live, const vt_row *row) {
    return row->failed || row->decided == VITALS_SOURCE_DELETION ||
           (row->terminal && live->settling.terminal_at_once);
}

static vt_counting_resource resource_of(const vitals_live *live, const vt_row *row,
                                        vitals_health health) {
    return (vt_counting_resource){
        .group = vt_live_text(live, row->group),
        .kind = vt_live_text(live, row->kind),
        .namespace_ = vt_live_text(live, row->namespace_),
        .name = vt_row_name(row),
        .health = health,
        .facts = row->facts,
    };
}

static void set_grace(const vitals_live *live, vt_row *row, vitals_health health) {
    const vt_counting_resource resource = resource_of(live, row, health);
    uint32_t worse_ms;
    row->grace = 0;
    if (vt_grace_of(vt_source_at(live, row->source)->engine, &resource,
                    vt_live_text(live, row->rule), &worse_ms)) {
        row->grace = worse_ms + 1;
    }
}

void vt_row_count(vitals_live *live, vt_row *row) {
    const vt_source_row *source = vt_source_at(live, row->source);
    vt_counting_resource resource = resource_of(live, row, (vitals_health)row->settle.health);
    vt_counting now = vt_counting_of(source->engine, source->aggregate, &resource);
    resource.health = (vitals_health)row->settle.settled;
    vt_counting settled = vt_counting_of(source->engine, source->aggregate, &resource);
    row->counted = now.counted;
    row->settled_counted = settled.counted;
    row->counts_as = now.counts_as;
    row->settled_counts_as = settled.counts_as;
}

void vt_row_schedule(vitals_live *live, uint32_t number) {
    const vt_row *row = vt_row_at(live, number);
    const vitals_live_settling rules = vt_row_settling(live, row);
    int64_t settle = vt_settle_deadline_ms(&row->settle, &rules, live->now_ms);
    vt_timers_set(&live->timers, number,
                  row->valid_until_ms < settle ? row->valid_until_ms : settle);
}

/* Everything that may run out of memory, in any order and any number of times. A row that has no timer
** may need one. */
static vitals_status fill(vitals_live *live, uint32_t number, const vitals_document *document,
                          const vitals_verdict *verdict) {
    vt_row *row = vt_row_at(live, number);
    vitals_live_delivery_info delivery = vt_delivery_of(document);
    if (!vt_timers_reserve(&live->timers, live->timers.count + 1) ||
        !vt_row_set_message(live, row, vitals_verdict_message(verdict)) ||
        !vt_row_set_rule(live, row, vitals_verdict_rule(verdict)) ||
        !vt_row_set_delivery(live, row, &delivery) || !enter_set(live, number, document)) {
        return VITALS_ENOMEM;
    }
    vitals_status status = vt_row_lead(live, number, document);
    return status ? status : vt_row_join(live, number, document);
}

vitals_status vt_row_apply(vitals_live *live, uint32_t number, const vitals_document *document,
                           const vitals_verdict *verdict) {
    vt_row *row = vt_row_at(live, number);
    vitals_status status = fill(live, number, document, verdict);
    if (status) return status;
    const vt_source_row *source = vt_source_at(live, row->source);
    vitals_health health = vitals_verdict_health(verdict);
    set_verdict(live, row, verdict);
    row->facts = vt_counting_facts_of(source->engine, source->call.profile, document);
    if (!row->assessed || row->settle.health != health) row->changed_ms = live->now_ms;
    set_grace(live, row, health);
    const vitals_live_settling rules = vt_row_settling(live, row);
    (void)vt_settle_observe(&row->settle, &rules, health, is_announced_at_once(live, row),
                            live->now_ms);
    vt_row_count(live, row);
    bool first = !row->assessed;
    row->assessed = true;
    row->stamp++;
    vt_row_schedule(live, number);
    if (first) {
        vt_listed_found(live, number);
        vt_row_queue_children(live, number);
    }
    if (row->application) vt_views_application(live, row->application);
    return VITALS_OK;
}
