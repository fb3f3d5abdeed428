/* Operations of a random history. */
#include "support/live_history.h"

#include "support/live.h"
#include "support/table.h"

#define TEXT(literal) ((vitals_text){ literal, sizeof literal - 1 })

static void open_views(live_history_run *r) {
    static const vitals_text one = { "one", 3 }, a = { "a", 1 }, b = { "b", 1 }, p0 = { "p0", 2 };
    static const vitals_text applications[] = { { "app1", 4 }, { "a/o7", 4 }, { "a/o8", 4 } };
    vitals_live_filter filters[LIVE_HISTORY_VIEWS];
    for (int i = 0; i < LIVE_HISTORY_VIEWS; i++)
        filters[i] = (vitals_live_filter)VITALS_LIVE_FILTER_INIT;
    filters[1].namespaces = &a;
    filters[1].namespace_count = 1;
    filters[2].projects = &p0;
    filters[2].project_count = 1;
    filters[3].applications = applications;
    filters[3].application_count = TABLE_COUNT(applications);
    filters[4].sources = &one;
    filters[4].source_count = 1;
    filters[4].namespaces = &b;
    filters[4].namespace_count = 1;
    for (int i = 0; i < LIVE_HISTORY_VIEWS; i++) {
        assert_int_equal(vitals_live_view_new(r->live, &filters[i], &r->views[i]), VITALS_OK);
        r->followers[i].view = r->views[i];
    }
}

static void open_scopes(live_history_run *r, unsigned source) {
    for (unsigned i = 0; i < WORLD_NAMESPACES; i++) {
        vitals_live_id *scope = &r->scopes[source][i];
        vitals_live_scope_key key = { { NULL, 0 }, { NULL, 0 }, { world_namespace(i), 1 } };
        assert_int_equal(vitals_live_scope_add(r->live, r->sources[source], &key, scope),
                         VITALS_OK);
        assert_int_equal(vitals_live_begin(r->live, *scope), VITALS_OK);
        assert_int_equal(vitals_live_synced(r->live, *scope), VITALS_OK);
        r->begun[source][i] = false;
        r->covers[source][i] = COVER_READ;
    }
}

/* The second source has an application for each namespace. */
static void open_source(const live_history *h, vitals_engine *engine, live_history_run *r,
                        unsigned source) {
    vitals_live_source_options options = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    options.profile = h->profile;
    options.aggregate = h->aggregate;
    options.by_namespace = source == 1;
    assert_int_equal(vitals_live_source_add(r->live, source ? TEXT("two") : TEXT("one"), engine,
                                            &options, &r->sources[source]),
                     VITALS_OK);
    open_scopes(r, source);
}

void live_history_open(const live_history *h, vitals_engine *engine, live_history_run *r) {
    vitals_limits *limits = NULL;
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    *r = (live_history_run){ .live = NULL };
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "live_clock_seconds", 1), VITALS_OK);
    options.keep = h->keep;
    options.limits = limits;
    assert_int_equal(vitals_live_new(&options, &r->live), VITALS_OK);
    vitals_limits_free(limits);
    open_views(r);
    for (unsigned i = 0; i < WORLD_SOURCES; i++) open_source(h, engine, r, i);
}

void live_history_close(live_history_run *r) {
    for (int i = 0; i < LIVE_HISTORY_VIEWS; i++) live_follower_free(&r->followers[i]);
    vitals_live_free(r->live);
}

/* ----------------------------------------------------------------- operations */

static vitals_live_id scope_of(const live_history_run *r, unsigned index) {
    return r->scopes[world_source_of(index)][world_namespace_of(index)];
}

void live_history_put(const world *w, const live_history_run *r, unsigned index) {
    char text[WORLD_TEXT_BYTES];
    world_write(w, index, text);
    live_put(r->live, scope_of(r, index), text);
}

/* One that a list gave, or an event. */
static void tell(live_history *h, unsigned index) {
    h->world.objects[index].seen = true;
    live_history_put(&h->world, &h->run, index);
}

static void change(live_history *h, unsigned index) {
    world_change(&h->world, index);
    tell(h, index);
}

static void delete (live_history *h, unsigned index) {
    world_object *o = &h->world.objects[index];
    char uid[32], name[32];
    if (!o->present) return;
    vitals_live_object named = world_names(&h->world, index, name);
    if (world_random(&h->world) % 2) named.uid = world_uid_text(o->uid, uid);
    assert_int_equal(vitals_live_remove(h->run.live, scope_of(&h->run, index), &named), VITALS_OK);
    o->present = false;
}

static void replace(live_history *h, unsigned index) {
    delete (h, index);
    change(h, index);
}

/* The server answers from a cache: what came before comes again. */
static void go_back(live_history *h, unsigned index) {
    world_object *o = &h->world.objects[index];
    if (!o->present || !o->before.version) return;
    world_state now = o->now;
    o->now = o->before;
    o->before = now;
    tell(h, index);
}

static void put_again(live_history *h, unsigned index) {
    if (h->world.objects[index].present) tell(h, index);
}

/* Another name under its UID is another object. */
static void rename_object(live_history *h, unsigned index) {
    world_object *o = &h->world.objects[index];
    if (!o->present) return;
    delete (h, index);
    o->present = true;
    o->names = (o->names + 1) % 3;
    o->now.version = ++h->world.versions;
    tell(h, index);
}

/* It gets the UID of an object that is gone. */
static void take_uid(live_history *h, unsigned index) {
    unsigned other = world_random(&h->world) % WORLD_OBJECTS;
    world_object *o = &h->world.objects[index], *from = &h->world.objects[other];
    if (other == index || !from->present || !o->present) return;
    if (world_source_of(index) != world_source_of(other)) return;
    delete (h, other);
    delete (h, index);
    o->present = true;
    world_change(&h->world, index);
    o->uid = from->uid;
    tell(h, index);
}

/* It gets an owner that is there. */
static void adopt(live_history *h, unsigned index) {
    world_object *o = &h->world.objects[index];
    unsigned owner = world_random(&h->world) % WORLD_OBJECTS;
    if (!o->present || !h->world.objects[owner].present) return;
    o->before = o->now;
    o->now.version = ++h->world.versions;
    o->now.variant |= 1;
    o->now.owner = h->world.objects[owner].uid;
    tell(h, index);
}

static bool is_in(unsigned index, unsigned source, unsigned namespace_) {
    return world_source_of(index) == source && world_namespace_of(index) == namespace_;
}

static void begin_list(live_history *h, unsigned index) {
    unsigned source = world_source_of(index), namespace_ = world_namespace_of(index);
    const vitals_text reason = { "connection lost", 15 };
    vitals_live_id scope = h->run.scopes[source][namespace_];
    assert_int_equal(vitals_live_set_state(h->run.live, scope, VITALS_LIVE_SILENT, reason),
                     VITALS_OK);
    assert_int_equal(vitals_live_begin(h->run.live, scope), VITALS_OK);
    for (unsigned i = 0; i < WORLD_OBJECTS; i++) {
        if (is_in(i, source, namespace_)) h->world.objects[i].seen = false;
    }
    h->run.begun[source][namespace_] = true;
    h->run.covers[source][namespace_] = COVER_READ;
}

/* What the list did not have, or what it had last, is gone or there. */
static void end_list(live_history *h, unsigned source, unsigned namespace_) {
    if (!h->run.begun[source][namespace_]) return;
    for (unsigned i = 0; i < WORLD_OBJECTS; i++) {
        world_object *o = &h->world.objects[i];
        if (!is_in(i, source, namespace_) || o->seen) continue;
        if (world_random(&h->world) % 4 && o->present) {
            tell(h, i);
        } else {
            o->present = false;
        }
    }
    assert_int_equal(vitals_live_synced(h->run.live, h->run.scopes[source][namespace_]), VITALS_OK);
    h->run.begun[source][namespace_] = false;
}

void live_history_set_cover(live_history_run *r, unsigned source, unsigned namespace_,
                            live_history_cover cover) {
    static const struct {
        vitals_live_state state;
        vitals_coverage_state coverage;
    } rows[] = {
        [COVER_READ] = { VITALS_LIVE_LIVE, VITALS_COVERAGE_READ },
        [COVER_SILENT] = { VITALS_LIVE_SILENT, VITALS_COVERAGE_READ },
        [COVER_LOST] = { VITALS_LIVE_REFUSED, VITALS_COVERAGE_READ },
        [COVER_FORBIDDEN] = { VITALS_LIVE_REFUSED, VITALS_COVERAGE_FORBIDDEN },
        [COVER_NARROWED] = { VITALS_LIVE_LIVE, VITALS_COVERAGE_NARROWED },
        [COVER_EXCLUDED] = { VITALS_LIVE_LIVE, VITALS_COVERAGE_EXCLUDED },
    };
    const vitals_live_id scope = r->scopes[source][namespace_];
    assert_int_equal(vitals_live_set_state(r->live, scope, rows[cover].state, TEXT("as it is")),
                     VITALS_OK);
    assert_int_equal(vitals_live_set_coverage(r->live, scope, rows[cover].coverage), VITALS_OK);
    r->covers[source][namespace_] = cover;
}

static void cover(live_history *h, unsigned index) {
    const unsigned source = world_source_of(index), namespace_ = world_namespace_of(index);
    const live_history_cover to = (live_history_cover)(world_random(&h->world) % COVER_COUNT);
    if (h->run.begun[source][namespace_]) return;
    live_history_set_cover(&h->run, source, namespace_, to);
}

static void begin_or_end_list(live_history *h, unsigned index) {
    unsigned source = world_source_of(index), namespace_ = world_namespace_of(index);
    if (h->run.begun[source][namespace_]) {
        end_list(h, source, namespace_);
    } else {
        begin_list(h, index);
    }
}

static void forget(world *w, unsigned source) {
    for (unsigned i = 0; i < WORLD_OBJECTS; i++) {
        if (world_source_of(i) == source) w->objects[i].present = false;
    }
    for (unsigned i = 0; i < WORLD_LISTS; i++) {
        if (world_list_source(i) == source) w->listed_count[i] = 0;
    }
}

void live_history_state_members(const world *w, const live_history_run *r, unsigned list) {
    char scratch[WORLD_LISTED][32];
    vitals_live_object objects[WORLD_LISTED];
    const vitals_live_application_key key = world_list_key(list);
    unsigned count = w->listed_count[list];
    for (unsigned i = 0; i < count; i++) {
        objects[i] = world_first_names(w->listed[list][i], scratch[i]);
    }
    assert_int_equal(
        vitals_live_members(r->live, r->sources[world_list_source(list)], &key, objects, count),
        VITALS_OK);
}

static void list_members(live_history *h, unsigned index) {
    world *w = &h->world;
    unsigned list = index % WORLD_LISTS;
    w->listed_count[list] = world_random(w) % (WORLD_LISTED + 1);
    for (unsigned i = 0; i < w->listed_count[list]; i++) {
        w->listed[list][i] = world_random(w) % (WORLD_SECRET + 1);
    }
    live_history_state_members(w, &h->run, list);
}

/* As a host that fetches what is wanted. */
static void fetch_wanted(live_history *h) {
    vitals_live_wanted wanted;
    uint64_t at = 0;
    while (vitals_live_wanted_next(h->run.live, &at, &wanted, sizeof wanted)) {
        tell(h, world_index(wanted.object.name));
        at = 0;
    }
}

static void run_jobs(live_history *h, vitals_worker *worker) {
    vitals_live_job *jobs[4] = { NULL };
    for (int i = 0; i < 4; i++) {
        vitals_status status = vitals_live_take(h->run.live, h->now_ms, &jobs[i]);
        assert_true(status == VITALS_OK || status == VITALS_ENOTFOUND);
    }
    for (int i = 3; i >= 0; i--) {
        if (!jobs[i]) continue;
        if (i != 2) assert_int_equal(vitals_live_job_run(jobs[i], worker, NULL, NULL), VITALS_OK);
        if (i == 1) change(h, world_random(&h->world) % WORLD_OBJECTS);
        assert_int_equal(vitals_live_give(h->run.live, jobs[i], h->now_ms), VITALS_OK);
    }
}

/* The source goes, or its scopes alone. */
static void drop(live_history *h, unsigned source, health_run engines[2]) {
    live_history_run *r = &h->run;
    if (world_random(&h->world) % 2) {
        assert_int_equal(vitals_live_source_remove(r->live, r->sources[source]), VITALS_OK);
        forget(&h->world, source);
        open_source(h, engines[h->engine].engine, r, source);
        return;
    }
    for (unsigned i = 0; i < WORLD_NAMESPACES; i++) {
        assert_int_equal(vitals_live_scope_remove(r->live, r->scopes[source][i]), VITALS_OK);
    }
    for (unsigned i = 0; i < WORLD_OBJECTS; i++) {
        if (world_source_of(i) == source) h->world.objects[i].present = false;
    }
    open_scopes(r, source);
}

static void swap_engines(live_history *h, health_run engines[2]) {
    h->engine = !h->engine;
    for (unsigned i = 0; i < WORLD_SOURCES; i++) {
        assert_int_equal(vitals_live_use(h->run.live, h->run.sources[i], engines[h->engine].engine),
                         VITALS_OK);
    }
}

static void run_some(live_history *h, health_run engines[2]) {
    size_t budget = 1 + world_random(&h->world) % 4;
    vitals_status status = vitals_live_run(h->run.live, engines[0].worker, h->now_ms, budget);
    assert_true(status == VITALS_OK || status == VITALS_EAGAIN);
}

/* Operations on one object; those that come last come most often. */
static void operate(live_history *h, unsigned index, unsigned what) {
    static void (*const operations[])(live_history *, unsigned) = {
        delete,
        delete,
        replace,
        go_back,
        put_again,
        rename_object,
        take_uid,
        adopt,
        begin_or_end_list,
        begin_or_end_list,
        cover,
        list_members,
        list_members,
        change,
        change,
        change,
        change,
    };
    operations[what % TABLE_COUNT(operations)](h, index);
}

void live_history_step(live_history *h, health_run engines[2]) {
    unsigned index = world_random(&h->world) % WORLD_OBJECTS, what = world_random(&h->world) % 64;
    if (what < 40) {
        operate(h, index, world_random(&h->world));
    } else if (what < 54) {
        run_some(h, engines);
    } else if (what < 57) {
        live_settle(h->run.live, engines[0].worker, h->now_ms);
    } else if (what < 59) {
        run_jobs(h, engines[0].worker);
    } else if (what < 60) {
        swap_engines(h, engines);
    } else if (what < 61) {
        drop(h, index % WORLD_SOURCES, engines);
    } else if (what < 63) {
        h->now_ms += 500 * (int64_t)(world_random(&h->world) % 40);
    } else {
        h->now_ms -= 500 * (int64_t)(world_random(&h->world) % 40);
    }
}

/* Do everything that is due. A clock that went back by less than a second counts as not changed: overtake it. */
void live_history_finish(live_history *h, health_run engines[2]) {
    for (unsigned i = 0; i < WORLD_SOURCES; i++) {
        for (unsigned j = 0; j < WORLD_NAMESPACES; j++) end_list(h, i, j);
    }
    live_settle(h->run.live, engines[0].worker, h->now_ms);
    h->now_ms += 1000;
    live_settle(h->run.live, engines[0].worker, h->now_ms);
    for (int i = 0; i < 3; i++) {
        fetch_wanted(h);
        live_settle(h->run.live, engines[0].worker, h->now_ms);
    }
}
