/*
** After any history a view is what a fresh live shows that gets the final objects in another order: the same rows
** and applications, whatever its filter, and its feed says the same. Rows are what vitals_assess gives with a
** set, and each application is what vitals_application makes of its members and of what it lists.
**
**     test_live_equality [FIRST [SEEDS [STEPS]]]
*/
#include <limits.h>
#include <stdio.h>

#include "objects/live/check.h"
#include "objects/live/membership.h"
#include "support/health.h"
#include "support/live.h"
#include "support/live_history.h"
#include "support/table.h"
#include "support/text.h"

enum { COMPARED_EVERY = 100 };

/* Which histories: few enough to take seconds. */
static struct { unsigned first, seeds, steps; } campaign = { 0, 320, 400 };

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

static unsigned differences, judged; /* applications that lack something were compared so often */

/* Say what is wrong, once for each history and kind. */
static void note(const live_history *h, const char *what, unsigned step) {
    if (!what) return;
    differences++;
    print_message("history %u, step %u: %s\n", h->seed, step, what);
}

/* -------------------------------------------------------------------- applications */

/* An application as vitals_application has it. */
typedef struct model {
    const live_history_run *run;
    const world *world;
    health_run *engine;
    const vitals_set *set;
    vitals_call call;
    vitals_live_id source;
    vitals_application *application;
    vitals_coverage_list *lacks;
    size_t lost, open; /* parts; absent objects of which nothing is known */
    bool judged, uses[WORLD_NAMESPACES];
    unsigned at; /* the step */
} model;

static vitals_text key_of(const vitals_live_object *names, char out[300]) {
    int size = snprintf(out, 300, "%.*s/%.*s/%.*s/%.*s", (int)names->group.size, names->group.bytes,
                        (int)names->kind.size, names->kind.bytes, (int)names->namespace_.size,
                        names->namespace_.bytes, (int)names->name.size, names->name.bytes);
    return (vitals_text){ out, (size_t)size };
}

/* --------------------------------------------------------------- what it may lack */

static live_history_cover cover_in(const model *m, unsigned namespace_) {
    const unsigned source = m->source == m->run->sources[1];
    return m->run->covers[source][namespace_];
}

static unsigned namespace_of(const vitals_live_object *names) {
    return names->namespace_.bytes[0] == 'b';
}

static void add_part(model *m, vitals_text what, vitals_coverage_state state) {
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    part.what = what;
    part.state = state;
    const size_t before = vitals_coverage_count(m->lacks);
    assert_int_equal(vitals_coverage_add(m->lacks, &part), VITALS_OK);
    const bool added = vitals_coverage_count(m->lacks) > before; /* it may be listed twice */
    m->lost += added && vitals_coverage_state_loses(state);
}

/* Whether an absent object may be there: its scope did not have everything. */
static bool may_be_there(model *m, const vitals_live_object *names) {
    const live_history_cover cover = cover_in(m, namespace_of(names));
    char key[300];
    if (vitals_kind_has_no_health(names->group, names->kind)) return false;
    if (names->kind.size == 6 && memcmp(names->kind.bytes, "Secret", 6) == 0) return false;
    if (cover == COVER_LOST) add_part(m, key_of(names, key), VITALS_COVERAGE_LOST);
    if (cover == COVER_FORBIDDEN) add_part(m, key_of(names, key), VITALS_COVERAGE_FORBIDDEN);
    if (cover == COVER_SILENT) add_part(m, key_of(names, key), VITALS_COVERAGE_UNKNOWN);
    m->open += m->judged && cover == COVER_FORBIDDEN;
    if (!m->judged) return false;
    return cover == COVER_LOST || cover == COVER_FORBIDDEN || cover == COVER_EXCLUDED;
}

/* Scopes with members. */
static void add_scopes(model *m) {
    static const vitals_coverage_state states[] = {
        [COVER_READ] = VITALS_COVERAGE_READ,         [COVER_SILENT] = VITALS_COVERAGE_UNKNOWN,
        [COVER_LOST] = VITALS_COVERAGE_LOST,         [COVER_FORBIDDEN] = VITALS_COVERAGE_FORBIDDEN,
        [COVER_NARROWED] = VITALS_COVERAGE_NARROWED, [COVER_EXCLUDED] = VITALS_COVERAGE_EXCLUDED,
    };
    for (unsigned i = 0; i < WORLD_NAMESPACES; i++) {
        const vitals_text name = { world_namespace(i), 1 };
        if (m->uses[i]) add_part(m, name, states[cover_in(m, i)]);
    }
    assert_int_equal(vitals_application_cover(m->application, m->lacks), VITALS_OK);
}

static void put_resource(model *m, const vitals_live_object *names, uint64_t ordinal) {
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
    if (!resource.live && may_be_there(m, names)) {
        vitals_document_free(target);
        return;
    }
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

static bool is_itself(const vitals_live_object *lead, const vitals_live_object *names) {
    char one[300], other[300];
    (void)key_of(lead, one);
    (void)key_of(names, other);
    return strcmp(one, other) == 0;
}

/* What the object of the application lists, in its order. */
static void put_inventory(model *m, const vitals_live_application *app) {
    vitals_live_row row;
    if (!app->object) return;
    assert_int_equal(vitals_live_row_of(m->run->views[0], app->object, &row, sizeof row),
                     VITALS_OK);
    const vitals_live_object *lead = &row.object;
    const vitals_document *document =
        vitals_set_find(m->set, lead->group, lead->kind, lead->namespace_, lead->name);
    vt_inventory inventory;
    char scratch[256];
    vitals_live_object names;
    vt_inventory_begin(&inventory, document);
    for (uint64_t i = 0; vt_inventory_next(&inventory, scratch, &names); i++) {
        if (!is_itself(lead, &names)) put_resource(m, &names, i);
    }
}

static bool is_text(vitals_text a, vitals_text b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0);
}

/* What the host states comes after what the object lists. */
static void put_stated(model *m, const vitals_live_application *app) {
    enum { AFTER_INVENTORY = 1000 };
    for (unsigned i = 0; i < WORLD_LISTS; i++) {
        const vitals_live_application_key key = world_list_key(i);
        bool same = m->run->sources[world_list_source(i)] == app->source &&
                    key.manager == app->key.manager && is_text(key.name, app->key.name) &&
                    is_text(key.namespace_, app->key.namespace_);
        for (unsigned j = 0; same && j < m->world->listed_count[i]; j++) {
            char scratch[32];
            vitals_live_row row;
            const vitals_live_object names = world_first_names(m->world->listed[i][j], scratch);
            bool has_object = app->object && vitals_live_row_of(m->run->views[0], app->object, &row,
                                                                sizeof row) == VITALS_OK;
            if (has_object && is_itself(&row.object, &names)) continue;
            put_resource(m, &names, AFTER_INVENTORY + j);
        }
    }
}

static bool is_tracked(const live_history_run *r, vitals_live_id row, vitals_live_id app) {
    vitals_live_membership member;
    for (size_t i = 0; vitals_live_membership_at(r->views[0], row, i, &member, sizeof member);
         i++) {
        if (member.application == app) return member.method != VITALS_LIVE_BY_OWNER;
    }
    return false;
}

/* The causes are the same; the remark, whose words name scopes, is there when something is lost. */
static bool is_message(const model *m, vitals_text is, vitals_text want) {
    const char *one = strstr(is.bytes, "Caused by"), *other = strstr(want.bytes, "Caused by");
    const bool lost = strstr(is.bytes, "could not be read") != NULL;
    return lost == (m->judged && m->lost) && strcmp(one ? one : "", other ? other : "") == 0 &&
           (vitals_coverage_count(m->lacks) || is_text(is, want));
}

static void check_application(const live_history *h, model *m, const vitals_live_application *app) {
    const live_history_run *r = m->run;
    put_inventory(m, app);
    put_stated(m, app);
    for (vitals_live_id id = 0; (id = vitals_live_member_next(r->views[0], app->id, id));) {
        vitals_live_row row;
        assert_int_equal(vitals_live_row_of(r->views[0], id, &row, sizeof row), VITALS_OK);
        if (is_tracked(r, id, app->id)) put_resource(m, &row.object, UINT64_MAX);
        m->uses[namespace_of(&row.object)] = true;
    }
    add_scopes(m);
    vitals_health health;
    vitals_text message, want;
    uint64_t counted = 0;
    assert_int_equal(vitals_application_health(m->application, &health, &want), VITALS_OK);
    assert_int_equal(vitals_live_application_message(r->views[0], app->id, &message), VITALS_OK);
    bool same = app->lost == m->lost && is_message(m, message, want);
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        counted += app->counted[i];
        same &= app->counted[i] == vitals_application_count(m->application, (vitals_health)i);
    }
    /* Of what is listed alone and cannot be read, nobody knows the health. */
    if (m->open && !counted && health != VITALS_HEALTH_DEGRADED) health = VITALS_HEALTH_UNKNOWN;
    same &= app->health == health;
    judged += app->lost > 0;
    if (same) return;
    note(h, "an application is not what vitals_application makes of it", m->at);
    print_message("%s: %s \"%s\", not %s \"%s\"\n", app->key.name.bytes,
                  vitals_health_name(app->health), message.bytes, vitals_health_name(health),
                  want.bytes);
}

static void check_applications(const live_history *h, model *m) {
    vitals_live_view *view = m->run->views[0];
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id));) {
        vitals_live_application app;
        vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
        options.aggregate = h->aggregate;
        options.profile = h->profile;
        m->lost = m->open = 0;
        m->uses[0] = m->uses[1] = false;
        vitals_coverage_clear(m->lacks);
        assert_int_equal(vitals_live_application_of(view, id, &app, sizeof app), VITALS_OK);
        if (app.source != m->source) continue;
        assert_int_equal(vitals_application_new(m->engine->engine, &options, &m->application),
                         VITALS_OK);
        check_application(h, m, &app);
        vitals_application_free(m->application);
    }
}

/* Verdicts made one by one, with all objects in a set. */
static vitals_set *set_of(const world *w, unsigned source) {
    vitals_set *set = NULL;
    char text[WORLD_TEXT_BYTES];
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    for (unsigned i = 0; i < WORLD_OBJECTS; i++) {
        vitals_document *document = NULL;
        if (!w->objects[i].present || world_source_of(i) != source) continue;
        world_write(w, i, text);
        assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL),
                         VITALS_OK);
        assert_int_equal(vitals_set_put(set, document), VITALS_OK);
    }
    return set;
}

static void check_verdict(const live_history *h, const model *m, const vitals_document *object,
                          unsigned at) {
    vitals_live_object names = vitals_live_object_of(object);
    vitals_live_row row;
    assert_int_equal(vitals_assess(m->engine->worker, object, &m->call, m->engine->verdict),
                     VITALS_OK);
    vitals_live_id id = vitals_live_row_find(m->run->views[0], m->source, &names);
    if (vitals_live_row_of(m->run->views[0], id, &row, sizeof row)) {
        note(h, "an object has no row", at);
        return;
    }
    vitals_text message = vitals_verdict_message(m->engine->verdict);
    bool same = row.health == vitals_verdict_health(m->engine->verdict) &&
                row.message.size == message.size &&
                (message.size == 0 || memcmp(row.message.bytes, message.bytes, message.size) == 0);
    if (!same) note(h, "a row is not what vitals_assess gives", at);
}

static void check_source(const live_history *h, unsigned source, health_run *engine, unsigned at) {
    vitals_set *set = set_of(&h->world, source);
    model m = { .run = &h->run,
                .world = &h->world,
                .engine = engine,
                .set = set,
                .call = VITALS_CALL_INIT,
                .source = h->run.sources[source],
                .at = at };
    m.judged = h->profile == VITALS_PROFILE_COMBINED;
    m.call.profile = h->profile;
    assert_int_equal(vitals_coverage_new(NULL, &m.lacks), VITALS_OK);
    m.call.now_seconds = h->now_ms / 1000;
    if (h->profile == VITALS_PROFILE_FLUX || h->profile == VITALS_PROFILE_KSTATUS) m.call.set = set;
    uint64_t cursor = 0;
    for (const vitals_document *o; (o = vitals_set_next(set, &cursor));) {
        check_verdict(h, &m, o, at);
    }
    check_applications(h, &m);
    vitals_coverage_free(m.lacks);
    vitals_set_free(set);
}

/* ------------------------------------------------------------------ a fresh live */

/* The final objects in another order, with what the host states before or after them. */
static void fill_fresh(world *w, live_history_run *fresh) {
    unsigned order[WORLD_OBJECTS], lists_at = world_random(w) % WORLD_OBJECTS;
    for (unsigned i = 0; i < WORLD_OBJECTS; i++) {
        unsigned j = world_random(w) % (i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (unsigned i = 0; i < WORLD_OBJECTS; i++) {
        if (w->objects[order[i]].present) live_history_put(w, fresh, order[i]);
        for (unsigned j = 0; i == lists_at && j < WORLD_LISTS; j++)
            live_history_state_members(w, fresh, j);
    }
}

/* Print the first lines that differ. */
static void show_difference(live_history *h, int view, const char *is, const char *want,
                            unsigned at) {
    size_t line = 0;
    for (size_t i = 0; is[i] == want[i]; i++) {
        if (is[i] == '\0') return;
        if (is[i] == '\n') line = i + 1;
    }
    note(h,
         is[line] == want[line] ? "other content than in a fresh live"
                                : "other rows or applications than in a fresh live",
         at);
    print_message("view %d\n%.*s\nfresh\n%.*s\n", view, (int)strcspn(is + line, "\n"), is + line,
                  (int)strcspn(want + line, "\n"), want + line);
}

static void compare_fresh(live_history *h, health_run *engine, unsigned at) {
    live_history_run fresh;
    live_history_open(h, engine->engine, &fresh);
    fill_fresh(&h->world, &fresh);
    for (unsigned i = 0; i < WORLD_SOURCES; i++) {
        for (unsigned j = 0; j < WORLD_NAMESPACES; j++) {
            live_history_set_cover(&fresh, i, j, h->run.covers[i][j]);
        }
    }
    live_settle(fresh.live, engine->worker, h->now_ms);
    note(h, vt_live_check(fresh.live), at);
    for (int i = 0; i < LIVE_HISTORY_VIEWS; i++) {
        char *is = live_dump(h->run.views[i]), *want = live_dump(fresh.views[i]);
        show_difference(h, i, is, want, at);
        free(is);
        free(want);
    }
    live_history_close(&fresh);
}

/* ------------------------------------------------------------------------ checks */

static void check_step(live_history *h, unsigned at) {
    note(h, vt_live_check(h->run.live), at);
    for (int i = 0; i < LIVE_HISTORY_VIEWS; i++) {
        note(h, live_follow(&h->run.followers[i]), at);
        note(h, live_follower_compare(&h->run.followers[i]), at);
    }
}

static void check_history(health_run engines[2], unsigned seed) {
    static const vitals_profile profiles[] = { VITALS_PROFILE_COMBINED, VITALS_PROFILE_ARGOCD,
                                               VITALS_PROFILE_FLUX, VITALS_PROFILE_KSTATUS };
    live_history h = { .world = { .random = seed * 7919 },
                       .seed = seed,
                       .now_ms = INT64_C(1767225600000),
                       .profile = profiles[seed % 4],
                       .aggregate = (vitals_aggregate)(seed / 8 % VITALS_AGGREGATE_COUNT),
                       .keep = seed / 4 % 2 ? VITALS_LIVE_KEEP_ALL : VITALS_LIVE_KEEP_NEEDED };
    unsigned before = differences;
    live_history_open(&h, engines[0].engine, &h.run);
    for (unsigned i = 1; i <= campaign.steps && differences == before; i++) {
        live_history_step(&h, engines);
        check_step(&h, i);
        if (i % COMPARED_EVERY && i < campaign.steps) continue;
        live_history_finish(&h, engines);
        check_step(&h, i);
        compare_fresh(&h, &engines[h.engine], i);
        for (unsigned j = 0; j < WORLD_SOURCES; j++) {
            check_source(&h, j, &engines[h.engine], i);
        }
    }
    live_history_close(&h.run);
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
    for (unsigned i = 0; i < campaign.seeds; i++) check_history(engines, campaign.first + i);
    for (int i = 0; i < 2; i++) health_close(&engines[i]);
    print_message("%u applications that lack something\n", judged);
    assert_true(judged > 0 || campaign.seeds < 4);
    assert_int_equal(differences, 0);
}

int main(int argc, char **argv) {
    unsigned *const numbers[] = { &campaign.first, &campaign.seeds, &campaign.steps };
    const struct CMUnitTest tests[] = { cmocka_unit_test(check) };
    for (int i = 1; i < argc && i <= (int)TABLE_COUNT(numbers); i++) {
        *numbers[i - 1] = text_number(argv[i], UINT_MAX / 2);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
