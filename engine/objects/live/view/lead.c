/* Rows that are applications themselves, and what applications list. */
#include "objects/live/live.h"

/* The inventory of a document as a list of objects. */
typedef struct reading {
    vt_inventory inventory;
    char scratch[256];
} reading;

static bool next_listed(void *user, vitals_live_object *out) {
    reading *from = user;
    return vt_inventory_next(&from->inventory, from->scratch, out);
}

/* Everything that the project of an application decides about. */
static void queue_members(vitals_live *live, const vt_live_app *app) {
    for (uint32_t i = app->members; i; i = vt_live_member_at(live, i)->application_next) {
        live->steps++;
        vt_row_queue(live, vt_live_member_at(live, i)->row, VT_DUE_VIEWS);
    }
}

static vitals_status set_project(vitals_live *live, vt_live_app *app, vt_text project) {
    if (vt_text_equal(project, vt_live_text(live, app->project))) return VITALS_OK;
    uint32_t number;
    if (!vt_intern_take(&live->texts, project, &number)) return VITALS_ENOMEM;
    vt_intern_release(&live->texts, app->project);
    app->project = number;
    queue_members(live, app);
    return VITALS_OK;
}

vitals_status vt_row_lead(vitals_live *live, uint32_t number, const vitals_document *document) {
    vt_row *row = vt_row_at(live, number);
    vitals_live_application_key key;
    if (!vt_application_of(document, &vt_source_at(live, row->source)->tracking, &key)) {
        return VITALS_OK;
    }
    bool full;
    uint32_t application = vt_app_take(live, row->source, &key, &full);
    if (application == 0) return full ? VITALS_OK : VITALS_ENOMEM;
    vt_live_app *app = vt_app_at(live, application);
    app->object = number;
    row->application = application;
    vitals_status status = set_project(live, app, vt_project_of(document));
    if (!status && !vt_views_reserve(live, application)) status = VITALS_ENOMEM;
    reading from;
    vt_inventory_begin(&from.inventory, document);
    return status ? status : vt_listed_replace(live, application, false, next_listed, &from);
}

static bool nothing_listed(void *user, vitals_live_object *out) {
    (void)user;
    (void)out;
    return false;
}

void vt_row_unlead(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    vt_live_app *app = vt_app_at(live, row->application);
    if (!app) return;
    uint32_t application = row->application;
    row->application = 0;
    if (app->object != number) return;
    app->object = 0;
    /* An empty list needs no memory. */
    (void)vt_listed_replace(live, application, false, nothing_listed, NULL);
    vt_intern_release(&live->texts, app->project);
    app->project = 0;
    queue_members(live, app);
    vt_views_application(live, application);
}

/* What the host lists. */
typedef struct stated {
    const vitals_live_object *objects;
    size_t count;
} stated;

static bool next_stated(void *user, vitals_live_object *out) {
    stated *from = user;
    if (from->count == 0) return false;
    *out = *from->objects++;
    from->count--;
    return true;
}

vitals_status vitals_live_members(vitals_live *live, vitals_live_id source_id,
                                  const vitals_live_application_key *key,
                                  const vitals_live_object *objects, size_t count) {
    if (!live) return VITALS_EINVAL;
    uint32_t source = vt_source_find(live, source_id);
    if (!key || key->name.size == 0 || (count && !objects) ||
        (unsigned)key->manager > VITALS_LIVE_NAMESPACE) {
        return VITALS_EINVAL;
    }
    if (!source) return VITALS_ENOTFOUND;
    bool full;
    uint32_t application = vt_app_take(live, source, key, &full);
    if (application == 0) return full ? VITALS_ELIMIT : VITALS_ENOMEM;
    stated from = { objects, count };
    vitals_status status = VITALS_ENOMEM;
    if (vt_views_reserve(live, application)) {
        status = vt_listed_replace(live, application, true, next_stated, &from);
    }
    vt_views_application(live, application);
    return status;
}
