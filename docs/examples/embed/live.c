/* A list of Pods, then an event: prints each change of health. docs/live.md shows follow(). */
#include <stdio.h>
#include <string.h>

#include <vitals/live.h>

#define NOW 1767225600000 /* milliseconds; a program passes its own clock */

static const vitals_text cluster = { "cluster", 7 };

/* Print what changed since `*position`, and advance it. */
static vitals_status follow(vitals_live *live, vitals_live_view *view, vitals_worker *worker,
                            vitals_live_position *position) {
    vitals_live_change changes[64];
    vitals_live_row row;
    size_t count;
    vitals_status status;
    while ((status = vitals_live_run(live, worker, NOW, 1000)) == VITALS_EAGAIN) continue;
    if (status != VITALS_OK) return status;
    status = vitals_live_changes(view, position, changes, 64, sizeof changes[0], &count);
    for (size_t i = 0; status == VITALS_OK && i < count; i++) {
        if (changes[i].kind > VITALS_LIVE_ROW_CHANGED) continue; /* applications and scopes */
        status = vitals_live_row_of(view, changes[i].subject, &row, sizeof row);
        if (status == VITALS_OK)
            printf("%s/%s is %s\n", row.object.kind.bytes, row.object.name.bytes,
                   vitals_health_name(row.health));
    }
    return status;
}

static vitals_status put(vitals_live *live, vitals_live_id scope, const char *pod) {
    return vitals_live_put_text(live, scope, pod, strlen(pod), NULL, NULL);
}

static const char starting[] =
    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\","
    "\"uid\":\"1\",\"resourceVersion\":\"1\"},\"status\":{\"phase\":\"Pending\"}}";
static const char failed[] =
    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\","
    "\"uid\":\"1\",\"resourceVersion\":\"2\"},\"status\":{\"phase\":\"Failed\"}}";

static vitals_status show(vitals_live *live, vitals_engine *engine, vitals_worker *worker) {
    vitals_live_id source, scope;
    vitals_live_view *view;
    vitals_live_position position = { 0, 0 };
    vitals_status status = vitals_live_source_add(live, cluster, engine, NULL, &source);
    if (status == VITALS_OK) status = vitals_live_scope_add(live, source, NULL, &scope);
    if (status == VITALS_OK) status = vitals_live_view_new(live, NULL, &view);
    if (status != VITALS_OK) return status;
    vitals_live_head(view, &position, sizeof position);
    /* A list: what is not put before vitals_live_synced is gone. */
    status = vitals_live_begin(live, scope);
    if (status == VITALS_OK) status = put(live, scope, starting);
    if (status == VITALS_OK) status = vitals_live_synced(live, scope);
    if (status == VITALS_OK) status = follow(live, view, worker, &position);
    /* An event. */
    if (status == VITALS_OK) status = put(live, scope, failed);
    if (status == VITALS_OK) status = follow(live, view, worker, &position);
    return status;
}

int main(void) {
    vitals_engine *engine = NULL;
    vitals_worker *worker = NULL;
    vitals_live *live = NULL;
    vitals_status status = vitals_engine_new(NULL, &engine, NULL);
    if (status == VITALS_OK) status = vitals_worker_new(engine, &worker);
    if (status == VITALS_OK) status = vitals_live_new(NULL, &live);
    if (status == VITALS_OK) status = show(live, engine, worker);
    vitals_live_free(live);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    return status == VITALS_OK ? 0 : 1;
}
