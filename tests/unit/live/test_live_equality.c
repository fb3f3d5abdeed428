/*
** After any history a row is what a fresh assessment of the final objects at the final time gives: in
** another live that gets the final objects in another order, and by vitals_assess with a set. Each
** application is what vitals_application makes of its members and of what it lists.
*/
#include <limits.h>
#include <stdio.h>

#include "live/membership.h"
#include "support/health.h"
#include "support/live.h"
#include "support/table.h"
#include "support/text.h"

enum { OBJECTS = 26, STEPS = 60, KINDS = 9 };

static const char *const configmaps[] = {
    "apiVersion: v1\nkind: ConfigMap\ndata:\n"
    "  resource.customizations.useOpenLibs.x.io_Clock: \"true\"\n"
    "  resource.customizations.health.x.io_Clock: |\n"
    "    return {status = os.time() % 2 == 0 and 'Healthy' or 'Progressing', message = 'one'}\n",
    "apiVersion: v1\nkind: ConfigMap\ndata:\n"
    "  resource.customizations.useOpenLibs.x.io_Clock: \"true\"\n"
    "  resource.customizations.health.x.io_Clock: |\n"
    "    return {status = os.time() % 3 == 0 and 'Healthy' or 'Degraded', message = 'two'}\n"
    "  resource.customizations.health._ConfigMap: \"return {status = 'Degraded', message = "
    "'x'}\"\n",
};

static const char *const policies[] = {
    NULL,
    "policy:\n"
    "  - match: { kind: Pod, status: Missing }\n    countsAs: Degraded\n"
    "  - match: { kind: ReplicaSet, status: Progressing }\n    countsAs: Suspended\n"
    "  - match: { kind: Deployment, status: Degraded }\n    countsAs: Ignored\n"
    "  - match: { kind: ConfigMap, status: Unassessed }\n    countsAs: Missing\n",
};

typedef struct object {
    bool present;
    unsigned uid, version, variant;
    unsigned owner_uid; /* when it was changed */
} object;

typedef struct world {
    object objects[OBJECTS];
    unsigned random, versions;
    int64_t now_ms;
    int engine;
    vitals_profile profile;
    vitals_aggregate aggregate;
    vitals_live_keep keep;
} world;

static unsigned next_random(world *w) {
    w->random = w->random * 1103515245u + 12345u;
    return w->random >> 16 & 0x7fff;
}

static const char *const kinds[KINDS] = { "Deployment", "ReplicaSet",  "Pod",
                                          "Pod",        "ConfigMap",   "Clock",
                                          "Job",        "Application", "Kustomization" };

static const char *api_version(const char *kind) {
    static const char *const versions[][2] = { { "Deployment", "apps/v1" },
                                               { "ReplicaSet", "apps/v1" },
                                               { "Clock", "x.io/v1" },
                                               { "Job", "batch/v1" },
                                               { "Application", "argoproj.io/v1alpha1" },
                                               { "Kustomization",
                                                 "kustomize.toolkit.fluxcd.io/v1" } };
    for (size_t i = 0; i < TABLE_COUNT(versions); i++) {
        if (strcmp(versions[i][0], kind) == 0) return versions[i][1];
    }
    return "v1";
}

static const char *namespace_of(unsigned index) {
    return index % 3 ? "a" : "b";
}

/* What the variant of an object changes: where it belongs, who owns it, its state. */
static void write_metadata(const world *w, unsigned index, char *out, size_t size) {
    const object *o = &w->objects[index];
    const char *kind = kinds[index % KINDS];
    char owner[200] = "", mark[300] = "";
    unsigned parent = (index + OBJECTS - 1) % OBJECTS;
    if (o->variant & 1) {
        snprintf(owner, sizeof owner,
                 ",\"ownerReferences\":[{\"uid\":\"u%u-%u\",\"controller\":%s}]", parent,
                 o->owner_uid, o->variant & 2 ? "true" : "false");
    }
    const char *group = strcmp(kind, "Pod") == 0 || strcmp(kind, "ConfigMap") == 0 ? ""
                        : strcmp(kind, "Clock") == 0                               ? "x.io"
                        : strcmp(kind, "Job") == 0                                 ? "batch"
                                                                                   : "apps";
    if (o->variant & 4) {
        snprintf(mark, sizeof mark,
                 ",\"annotations\":{\"argocd.argoproj.io/tracking-id\":"
                 "\"app%u:%s/%s:%s/o%u\"}",
                 o->variant / 8 % 3, group, kind, namespace_of(index), index);
    }
    static const char *const managers[] = { "", ",\"app.kubernetes.io/instance\":\"app1\"",
                                            ",\"kustomize.toolkit.fluxcd.io/name\":\"ks\"",
                                            ",\"helm.toolkit.fluxcd.io/name\":\"hr\"" };
    snprintf(out, size,
             "\"metadata\":{\"name\":\"o%u\",\"namespace\":\"%s\",\"uid\":\"u%u-%u\","
             "\"resourceVersion\":\"%u\",\"generation\":2,\"creationTimestamp\":"
             "\"2026-01-01T00:00:%02uZ\",\"labels\":{\"app\":\"l%u\"%s}%s%s}",
             index, namespace_of(index), index, o->uid, o->version, o->variant % 60,
             o->variant / 16 % 3, managers[o->variant / 32 % 4], mark, owner);
}

static const char *status_of(const char *kind, unsigned variant) {
    static const char *const pods[] = {
        "{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}",
        "{\"phase\":\"Pending\",\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\","
        "\"reason\":\"Unschedulable\"}]}",
        "{\"phase\":\"Running\",\"containerStatuses\":[{\"name\":\"c\",\"state\":{\"waiting\":"
        "{\"reason\":\"CrashLoopBackOff\"}}}]}",
        "{\"phase\":\"Failed\"}"
    };
    static const char *const sets[] = {
        "{\"observedGeneration\":2,\"replicas\":1,\"readyReplicas\":0,\"availableReplicas\":0}",
        "{\"observedGeneration\":1}",
        "{\"observedGeneration\":2,\"replicas\":1,\"updatedReplicas\":1,\"readyReplicas\":1,"
        "\"availableReplicas\":1,\"fullyLabeledReplicas\":1,\"conditions\":[{\"type\":"
        "\"Available\","
        "\"status\":\"True\"}]}",
        "{\"observedGeneration\":2,\"conditions\":[{\"type\":\"Progressing\",\"status\":\"False\","
        "\"reason\":\"ProgressDeadlineExceeded\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}"
    };
    static const char *const jobs[] = {
        "{}", "{\"conditions\":[{\"type\":\"Failed\",\"status\":\"True\",\"message\":\"m\"}]}",
        "{\"conditions\":[{\"type\":\"Complete\",\"status\":\"True\"}]}", "{\"active\":1}"
    };
    static const char *const applications[] = {
        "{\"sync\":{\"status\":\"Synced\"},\"health\":{\"status\":\"Healthy\"}}",
        "{\"sync\":{\"status\":\"OutOfSync\",\"revision\":\"b\"},\"health\":{\"status\":"
        "\"Degraded\"},"
        "\"resources\":[{\"group\":\"apps\",\"kind\":\"Deployment\",\"namespace\":\"b\",\"name\":"
        "\"o0\"},"
        "{\"kind\":\"Pod\",\"namespace\":\"a\",\"name\":\"o2\"}]}",
        "{\"resources\":[{\"kind\":\"ConfigMap\",\"namespace\":\"a\",\"name\":\"o4\"},"
        "{\"kind\":\"Pod\",\"namespace\":\"a\",\"name\":\"nobody\"}]}",
        "{\"operationState\":{\"phase\":\"Running\"}}"
    };
    static const char *const kustomizations[] = {
        "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}",
        "{\"inventory\":{\"entries\":[{\"id\":\"b_o0_apps_Deployment\"},{\"id\":\"a_o1_apps_"
        "ReplicaSet\"}]}}",
        "{\"inventory\":{\"entries\":[{\"id\":\"a_o2__Pod\"}]},\"conditions\":[{\"type\":\"Ready\","
        "\"status\":\"False\"}]}",
        "{}"
    };
    unsigned pick = variant / 4 % 4;
    if (strcmp(kind, "Pod") == 0) return pods[pick];
    if (strcmp(kind, "Job") == 0) return jobs[pick];
    if (strcmp(kind, "Application") == 0) return applications[pick];
    if (strcmp(kind, "Kustomization") == 0) return kustomizations[pick];
    return sets[pick];
}

static void write_object(const world *w, unsigned index, char out[4096]) {
    const object *o = &w->objects[index];
    const char *kind = kinds[index % KINDS];
    char metadata[1500];
    write_metadata(w, index, metadata, sizeof metadata);
    snprintf(
        out, 4096,
        "{\"apiVersion\":\"%s\",\"kind\":\"%s\",%s,\"spec\":{\"replicas\":1,\"project\":\"p%u\","
        "\"destination\":{\"name\":\"in-cluster\"},\"selector\":{\"matchLabels\":{\"app\":\"l%u\"}}"
        "},"
        "\"status\":%s}",
        api_version(kind), kind, metadata, o->variant % 2, o->variant / 16 % 3,
        status_of(kind, o->variant));
}

/* ------------------------------------------------------------------- a history */

typedef struct run {
    vitals_live *live;
    vitals_live_view *view;
    vitals_live_id source, scopes[2]; /* one for each namespace */
} run;

static vitals_live_options live_options(const world *w, const vitals_limits *limits) {
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    options.keep = w->keep;
    options.limits = limits;
    return options;
}

static void open_run(const world *w, vitals_engine *engine, run *r) {
    vitals_limits *limits = NULL;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "live_clock_seconds", 1), VITALS_OK);
    vitals_live_options options = live_options(w, limits);
    assert_int_equal(vitals_live_new(&options, &r->live), VITALS_OK);
    vitals_limits_free(limits);
    vitals_live_source_options source = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    source.profile = w->profile;
    source.aggregate = w->aggregate;
    const vitals_text name = { "one", 3 };
    assert_int_equal(vitals_live_source_add(r->live, name, engine, &source, &r->source), VITALS_OK);
    for (int i = 0; i < 2; i++) {
        vitals_live_scope_key key = { { NULL, 0 }, { NULL, 0 }, { i ? "b" : "a", 1 } };
        assert_int_equal(vitals_live_scope_add(r->live, r->source, &key, &r->scopes[i]), VITALS_OK);
        assert_int_equal(vitals_live_begin(r->live, r->scopes[i]), VITALS_OK);
        assert_int_equal(vitals_live_synced(r->live, r->scopes[i]), VITALS_OK);
    }
    assert_int_equal(vitals_live_view_new(r->live, NULL, &r->view), VITALS_OK);
}

static vitals_live_id scope_of(const run *r, unsigned index) {
    return r->scopes[*namespace_of(index) == 'b'];
}

static void put(const world *w, const run *r, unsigned index) {
    char text[4096];
    write_object(w, index, text);
    live_put(r->live, scope_of(r, index), text);
}

static void change(world *w, const run *r, unsigned index) {
    object *o = &w->objects[index];
    if (!o->present) o->uid++;
    o->present = true;
    o->version = ++w->versions;
    o->variant = next_random(w);
    o->owner_uid = w->objects[(index + OBJECTS - 1) % OBJECTS].uid;
    put(w, r, index);
}

static void delete (world *w, const run *r, unsigned index) {
    object *o = &w->objects[index];
    if (!o->present) return;
    char uid[32], name[32];
    snprintf(uid, sizeof uid, "u%u-%u", index, o->uid);
    snprintf(name, sizeof name, "o%u", index);
    const char *kind = kinds[index % KINDS];
    vitals_live_object named = { { uid, strlen(uid) },
                                 { NULL, 0 },
                                 { kind, strlen(kind) },
                                 { namespace_of(index), 1 },
                                 { name, strlen(name) } };
    assert_int_equal(vitals_live_remove(r->live, scope_of(r, index), &named), VITALS_OK);
    o->present = false;
}

/* A list that is read again: objects changed and went while nobody looked. */
static void list_again(world *w, const run *r, int scope) {
    const vitals_text reason = { "connection lost", 15 };
    assert_int_equal(vitals_live_set_state(r->live, r->scopes[scope], VITALS_LIVE_SILENT, reason),
                     VITALS_OK);
    assert_int_equal(vitals_live_begin(r->live, r->scopes[scope]), VITALS_OK);
    for (unsigned i = 0; i < OBJECTS; i++) {
        if ((*namespace_of(i) == 'b') != scope) continue;
        unsigned what = next_random(w) % 4;
        if (what == 0) {
            w->objects[i].present = false; /* not put: synced removes it */
        } else if (what == 1) {
            w->objects[i].present = false; /* created again under another UID */
            change(w, r, i);
        } else if (w->objects[i].present) {
            put(w, r, i);
        }
    }
    assert_int_equal(vitals_live_synced(r->live, r->scopes[scope]), VITALS_OK);
}

/* As a host that fetches what is wanted. */
static void fetch_wanted(const world *w, const run *r) {
    for (int left = 1; left;) {
        vitals_live_wanted wanted;
        uint64_t at = 0;
        left = vitals_live_wanted_next(r->live, &at, &wanted, sizeof wanted);
        if (!left) break;
        unsigned index = text_number(wanted.object.name.bytes + 1, OBJECTS - 1);
        put(w, r, index);
    }
}

static void run_jobs(const run *r, vitals_worker *worker, int64_t now_ms) {
    vitals_live_job *jobs[4] = { NULL };
    for (int i = 0; i < 4; i++) {
        vitals_status status = vitals_live_take(r->live, now_ms, &jobs[i]);
        assert_true(status == VITALS_OK || status == VITALS_ENOTFOUND);
    }
    for (int i = 3; i >= 0; i--) {
        if (!jobs[i]) continue;
        if (i != 2) assert_int_equal(vitals_live_job_run(jobs[i], worker, NULL, NULL), VITALS_OK);
        assert_int_equal(vitals_live_give(r->live, jobs[i], now_ms), VITALS_OK);
    }
}

static void step(world *w, const run *r, health_run engines[2]) {
    unsigned index = next_random(w) % OBJECTS;
    switch (next_random(w) % 16) {
    case 0:
    case 1:
        delete (w, r, index);
        break;
    case 2:
        delete (w, r, index);
        change(w, r, index);
        break;
    case 3:
        list_again(w, r, (int)(index % 2));
        break;
    case 4:
        w->engine = !w->engine;
        assert_int_equal(vitals_live_use(r->live, r->source, engines[w->engine].engine), VITALS_OK);
        break;
    case 5:
        w->now_ms += 500 * (int64_t)(next_random(w) % 40);
        break;
    case 6:
        w->now_ms -= 500 * (int64_t)(next_random(w) % 40);
        break;
    case 7:
        live_settle(r->live, engines[0].worker, w->now_ms);
        break;
    case 8:
        run_jobs(r, engines[0].worker, w->now_ms);
        break;
    case 9:
        if (w->objects[index].present) put(w, r, index); /* the same version again */
        break;
    default:
        change(w, r, index);
    }
}

/* -------------------------------------------------------------------- applications */

/* An application as vitals_application has it. */
typedef struct model {
    const run *run;
    health_run *engine;
    const vitals_set *set;
    vitals_call call;
    vitals_application *application;
} model;

static vitals_text key_of(const vitals_live_object *names, char out[300]) {
    int size = snprintf(out, 300, "%.*s/%.*s/%.*s/%.*s", (int)names->group.size, names->group.bytes,
                        (int)names->kind.size, names->kind.bytes, (int)names->namespace_.size,
                        names->namespace_.bytes, (int)names->name.size, names->name.bytes);
    return (vitals_text){ out, (size_t)size };
}

static void put_resource(const model *m, const vitals_live_object *names, uint64_t ordinal) {
    char key[300], text[600];
    vitals_application_entry known;
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.key = key_of(names, key);
    if (!vitals_application_entry_of(m->application, resource.key, &known, sizeof known)) return;
    vitals_document *target = NULL;
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"%.*s%sv1\",\"kind\":\"%.*s\",\"metadata\":{\"namespace\":\"%.*s\","
             "\"name\":\"%.*s\"}}",
             (int)names->group.size, names->group.bytes, names->group.size ? "/" : "",
             (int)names->kind.size, names->kind.bytes, (int)names->namespace_.size,
             names->namespace_.bytes, (int)names->name.size, names->name.bytes);
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &target, NULL), VITALS_OK);
    resource.live =
        vitals_set_find(m->set, names->group, names->kind, names->namespace_, names->name);
    resource.target = resource.live ? NULL : target;
    if (resource.live) {
        assert_int_equal(
            vitals_assess(m->engine->worker, resource.live, &m->call, m->engine->verdict),
            VITALS_OK);
        resource.verdict = m->engine->verdict;
    }
    resource.ordinal = ordinal;
    assert_int_equal(vitals_application_put(m->application, &resource), VITALS_OK);
    vitals_document_free(target);
}

/* What the object of the application lists, in its order. */
static void put_listed(const model *m, const vitals_live_application *app) {
    vitals_live_row row;
    if (!app->object) return;
    assert_int_equal(vitals_live_row_of(m->run->view, app->object, &row, sizeof row), VITALS_OK);
    const vitals_live_object *lead = &row.object;
    const vitals_document *document =
        vitals_set_find(m->set, lead->group, lead->kind, lead->namespace_, lead->name);
    vt_inventory inventory;
    char scratch[256];
    vitals_live_object names;
    vt_inventory_begin(&inventory, document);
    for (uint64_t i = 0; vt_inventory_next(&inventory, scratch, &names); i++) {
        put_resource(m, &names, i);
    }
}

static bool is_tracked(const run *r, vitals_live_id row, vitals_live_id app) {
    vitals_live_membership member;
    for (size_t i = 0; vitals_live_membership_at(r->view, row, i, &member, sizeof member); i++) {
        if (member.application == app) return member.method != VITALS_LIVE_BY_OWNER;
    }
    return false;
}

static void check_application(model *m, const vitals_live_application *app) {
    const run *r = m->run;
    put_listed(m, app);
    for (vitals_live_id id = 0; (id = vitals_live_member_next(r->view, app->id, id));) {
        vitals_live_row row;
        assert_int_equal(vitals_live_row_of(r->view, id, &row, sizeof row), VITALS_OK);
        if (is_tracked(r, id, app->id)) put_resource(m, &row.object, UINT64_MAX);
    }
    vitals_health health;
    vitals_text message, want;
    assert_int_equal(vitals_application_health(m->application, &health, &want), VITALS_OK);
    assert_int_equal(vitals_live_application_message(r->view, app->id, &message), VITALS_OK);
    assert_string_equal(vitals_health_name(app->health), vitals_health_name(health));
    assert_string_equal(message.bytes, want.bytes);
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        assert_int_equal(app->counted[i],
                         vitals_application_count(m->application, (vitals_health)i));
    }
}

static void check_applications(const world *w, model *m) {
    vitals_live_view *view = m->run->view;
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id));) {
        vitals_live_application app;
        vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
        options.aggregate = w->aggregate;
        assert_int_equal(vitals_application_new(m->engine->engine, &options, &m->application),
                         VITALS_OK);
        assert_int_equal(vitals_live_application_of(view, id, &app, sizeof app), VITALS_OK);
        check_application(m, &app);
        vitals_application_free(m->application);
    }
}

/* Verdicts made one by one, with all objects in a set. */
static void check_verdicts(const world *w, const run *r, health_run *engine) {
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    char text[4096];
    for (unsigned i = 0; i < OBJECTS; i++) {
        if (!w->objects[i].present) continue;
        vitals_document *document = NULL;
        write_object(w, i, text);
        assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL),
                         VITALS_OK);
        assert_int_equal(vitals_set_put(set, document), VITALS_OK);
    }
    vitals_call call = VITALS_CALL_INIT;
    call.profile = w->profile;
    call.now_seconds = w->now_ms / 1000;
    if (w->profile == VITALS_PROFILE_FLUX || w->profile == VITALS_PROFILE_KSTATUS) call.set = set;
    uint64_t cursor = 0;
    for (const vitals_document *o; (o = vitals_set_next(set, &cursor));) {
        assert_int_equal(vitals_assess(engine->worker, o, &call, engine->verdict), VITALS_OK);
        vitals_live_object names = vitals_live_object_of(o);
        vitals_live_row row;
        vitals_live_id id = vitals_live_row_find(r->view, r->source, &names);
        assert_int_equal(vitals_live_row_of(r->view, id, &row, sizeof row), VITALS_OK);
        assert_string_equal(vitals_health_name(row.health),
                            vitals_health_name(vitals_verdict_health(engine->verdict)));
        vitals_text message = vitals_verdict_message(engine->verdict);
        assert_int_equal(row.message.size, message.size);
        assert_memory_equal(row.message.bytes, message.bytes, message.size);
    }
    model m = { .run = r, .engine = engine, .set = set, .call = call };
    check_applications(w, &m);
    vitals_set_free(set);
}

/* The final objects in another order. */
static char *dump_fresh(world *w, health_run *engine) {
    run fresh;
    open_run(w, engine->engine, &fresh);
    unsigned order[OBJECTS];
    for (unsigned i = 0; i < OBJECTS; i++) {
        unsigned j = next_random(w) % (i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (unsigned i = 0; i < OBJECTS; i++) {
        if (w->objects[order[i]].present) put(w, &fresh, order[i]);
    }
    live_settle(fresh.live, engine->worker, w->now_ms);
    char *text = live_dump(fresh.view);
    vitals_live_free(fresh.live);
    return text;
}

/* A reader that follows the feed knows every row and application that there is. */
static void check_feed(const run *r) {
    vitals_live_position position = { 0, 0 };
    vitals_live_change changes[16];
    size_t count, rows = 0, applications = 0;
    do {
        assert_int_equal(
            vitals_live_changes(r->view, &position, changes, 16, sizeof changes[0], &count),
            VITALS_OK);
        for (size_t i = 0; i < count; i++) {
            rows += changes[i].kind == VITALS_LIVE_ROW_ADDED;
            rows -= changes[i].kind == VITALS_LIVE_ROW_REMOVED;
            applications += changes[i].kind == VITALS_LIVE_APPLICATION_ADDED;
            applications -= changes[i].kind == VITALS_LIVE_APPLICATION_REMOVED;
        }
    } while (count);
    vitals_live_counts counts;
    vitals_live_counts_of(r->view, &counts, sizeof counts);
    assert_int_equal(rows, counts.rows);
    assert_int_equal(applications, counts.applications);
}

/* Print the first lines that differ. */
static void show_difference(unsigned seed, const char *is, const char *want) {
    size_t line = 0;
    for (size_t i = 0; is[i] == want[i]; i++) {
        if (is[i] == '\0') return;
        if (is[i] == '\n') line = i + 1;
    }
    print_message("history %u\n%.*s\nfresh\n%.*s\n", seed, (int)strcspn(is + line, "\n"), is + line,
                  (int)strcspn(want + line, "\n"), want + line);
    fail();
}

static void check_history(health_run engines[2], unsigned seed) {
    static const vitals_profile profiles[] = { VITALS_PROFILE_COMBINED, VITALS_PROFILE_ARGOCD,
                                               VITALS_PROFILE_FLUX, VITALS_PROFILE_KSTATUS };
    world w = { .random = seed * 7919, .now_ms = INT64_C(1767225600000) };
    w.profile = profiles[seed % 4];
    w.aggregate = (vitals_aggregate)(seed / 8 % VITALS_AGGREGATE_COUNT);
    w.keep = seed / 4 % 2 ? VITALS_LIVE_KEEP_ALL : VITALS_LIVE_KEEP_NEEDED;
    run r;
    open_run(&w, engines[0].engine, &r);
    for (int i = 0; i < STEPS; i++) step(&w, &r, engines);
    /* A clock that went back by less than a second counts as not changed: overtake it. */
    live_settle(r.live, engines[0].worker, w.now_ms);
    w.now_ms += 1000;
    live_settle(r.live, engines[0].worker, w.now_ms);
    for (int i = 0; i < 3; i++) {
        fetch_wanted(&w, &r);
        live_settle(r.live, engines[0].worker, w.now_ms);
    }
    char *is = live_dump(r.view), *want = dump_fresh(&w, &engines[w.engine]);
    show_difference(seed, is, want);
    check_verdicts(&w, &r, &engines[w.engine]);
    check_feed(&r);
    vitals_live_free(r.live);
    free(is);
    free(want);
}

static void check(void **state) {
    (void)state;
    health_run engines[2];
    for (int i = 0; i < 2; i++) {
        const health_setup setup = { .configmap = configmaps[i],
                                     .policy = policies[i],
                                     .bundled = true };
        assert_int_equal(health_open(&setup, &engines[i]), VITALS_OK);
    }
    const char *from = getenv("VITALS_HISTORY");
    unsigned first = from ? text_number(from, UINT_MAX - 1) : 0;
    for (unsigned seed = first; seed < (from ? first + 1 : 1000); seed++) {
        check_history(engines, seed);
    }
    for (int i = 0; i < 2; i++) health_close(&engines[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
