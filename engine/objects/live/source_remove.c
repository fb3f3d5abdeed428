/* The removal of a source with everything in it. */
#include "objects/live/live.h"

/* Do something with each application of a source. */
static vitals_status each_application(vitals_live *live, uint32_t source,
                                      vitals_status (*work)(vitals_live *, uint32_t)) {
    vitals_status status = VITALS_OK;
    for (uint32_t i = vt_source_at(live, source)->first_application, next; i && !status; i = next) {
        next = vt_app_at(live, i)->source_next;
        status = work(live, i);
    }
    return status;
}

static vitals_status withdraw(vitals_live *live, uint32_t application) {
    vt_views_application(live, application);
    return VITALS_OK;
}

/* Withdraw what the host stated about an application. */
static vitals_status withdraw_listed(vitals_live *live, uint32_t application) {
    if (vt_live_is_stopped(live)) return VITALS_ESTOPPED;
    vt_app_unlist(live, application);
    return VITALS_OK;
}

/* Applications leave the views first, so that nobody sees their health change with each row that goes. */
vitals_status vt_source_remove(vitals_live *live, uint32_t number) {
    vt_source_row *source = vt_source_at(live, number);
    source->leaving = true;
    vitals_status status = each_application(live, number, withdraw);
    if (!status) status = each_application(live, number, vt_views_disband);
    while (!status && source->first_scope) status = vt_scope_remove(live, source->first_scope);
    if (!status) status = each_application(live, number, withdraw_listed);
    if (!status) vt_source_close(live, number);
    return status;
}

/* Tables and items that nothing uses any more. */
static void trim(vitals_live *live) {
    vt_slab *const slabs[] = { &live->scopes,  &live->rows,   &live->applications,
                               &live->members, &live->listed, &live->refusals };
    vt_table *const tables[] = { &live->by_uid,         &live->by_name,   &live->by_owner,
                                 &live->by_application, &live->by_listed, &live->by_refusal };
    for (size_t i = 0; i < sizeof slabs / sizeof *slabs; i++) vt_slab_trim(slabs[i]);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) vt_table_trim(tables[i]);
    vt_intern_trim(&live->texts);
    vt_views_trim(live);
}

vitals_status vitals_live_source_remove(vitals_live *live, vitals_live_id id) {
    if (!live) return VITALS_EINVAL;
    uint32_t number = vt_source_find(live, id);
    if (number == 0) return VITALS_ENOTFOUND;
    live->host.stopped = false;
    vitals_status status = vt_source_remove(live, number);
    trim(live);
    return status;
}
