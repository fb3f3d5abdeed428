/* Another engine for a source: all verdicts of the old one are made again. */
#include "objects/live/live.h"

/* Rows of the source, through its scopes. */
static void queue_rows(vitals_live *live, const vt_source_row *source) {
    for (uint32_t scope = source->first_scope; scope;
         scope = vt_scope_at(live, scope)->next_scope) {
        for (uint32_t row = vt_scope_at(live, scope)->first_row; row;
             row = vt_row_at(live, row)->scope_next) {
            vt_row_queue(live, row, VT_DUE_VERDICT);
        }
    }
}

vitals_status vitals_live_use(vitals_live *live, vitals_live_id id, vitals_engine *engine) {
    if (!live) return VITALS_EINVAL;
    uint32_t number = vt_source_find(live, id);
    vt_source_row *source = vt_source_at(live, number);
    if (!engine) return VITALS_EINVAL;
    if (!source) return VITALS_ENOTFOUND;
    vitals_engine *old = source->engine;
    source->engine = vitals_engine_retain(engine);
    vitals_engine_release(old);
    source->revision++;
    vt_listed_recount(live, number);
    queue_rows(live, source);
    return VITALS_OK;
}
