/* Where the objects stand that are waited for. */
#include <stdlib.h>
#include <string.h>

#include <vitals/suspend.h>

#include "base/fields.h"
#include "base/memory.h"
#include "cluster/wait.h"
#include "cluster/wait_filter.h"
#include "input/time.h"

/* ------------------------------------------------------------------ members */

typedef struct wanted_member {
    const cli_wait *run;
    const char *name;
} wanted_member;

static bool has_name(const void *user, size_t item) {
    const wanted_member *wanted = user;
    return strcmp(wanted->run->members[item].name, wanted->name) == 0;
}

static char *name_of(const vitals_live_object *object) {
    vt_buffer name = BUFFER_INIT;
    text_add_object(&name, object->kind, object->namespace_, object->name);
    return vt_buffer_take(&name, NULL);
}

static wait_member *member_of(cli_wait *run, const vitals_live_object *object) {
    char *name = name_of(object);
    const wanted_member wanted = { run, name };
    const uint32_t hash = index_hash(0, name);
    size_t found = index_find(&run->by_name, hash, has_name, &wanted);
    if (found != SIZE_MAX) {
        free(name);
        return &run->members[found];
    }
    run->members = memory_grow(run->members, run->member_count, sizeof *run->members);
    index_add(&run->by_name, hash, run->member_count);
    wait_member *member = &run->members[run->member_count++];
    *member = (wait_member){ .name = name,
                             .group = text_visible(object->group),
                             .kind = text_visible(object->kind),
                             .namespace = text_visible(object->namespace_),
                             .object = text_visible(object->name),
                             .message = memory_copy_string(""),
                             .health = VITALS_HEALTH_COUNT };
    return member;
}

static void set(wait_member *member, vitals_health health, char *message) {
    member->changed |= member->health != health || strcmp(member->message, message) != 0;
    free(member->message);
    member->message = message;
    member->health = health;
    member->seen = true;
}

static bool is_done(const cli_wait *run, const wait_member *member, const vitals_live_row *row) {
    switch (run->goal.kind) {
    case GOAL_GONE:
        return false;
    case GOAL_CREATED:
        return true;
    case GOAL_HEALTH:
        if (!member->judged) return !member->unobserved && !row->stale;
        return (run->goal.wanted[row->health] && !row->stale) || member->suspended;
    case GOAL_CONDITION:
    case GOAL_JSON_PATH:
    case GOAL_CEL:
        break;
    }
    return member->met;
}

static char *message_of(const wait_member *member, const vitals_live_row *row) {
    if (member->state) return memory_copy_string(member->state);
    if (member->unobserved) return memory_copy_string("nobody has written its status yet");
    return text_visible(text_first_line(row->message));
}

/* A row without a rule is done and not judged, unless its status is still to be written; one whose controller has not
** seen its last change is not. */
static void take_row(cli_wait *run, const vitals_live_row *row) {
    wait_member *member = member_of(run, &row->object);
    const bool unknown = row->health == VITALS_HEALTH_UNASSESSED || row->no_health;
    member->unobserved = unknown && !row->no_health && member->unwritten;
    set(member, row->health, message_of(member, row));
    member->judged = !unknown;
    member->terminal = row->terminal;
    member->changed_ms = row->changed_ms;
    member->settles_ms = row->settles_ms;
    member->done = is_done(run, member, row);
}

/* Whether there is a status with something in it. */
static bool has_status(const vitals_document *document) {
    const vitals_value *status = field_at(document, NULL, ".status");
    return status && vitals_value_count(status) > 0;
}

void wait_take_object(cli_wait *run, const vitals_document *document,
                      const vitals_cluster_resource *resource) {
    const vitals_live_object object = vitals_live_object_of(document);
    wait_member *member = member_of(run, &object);
    if (resource->has_status) member->unwritten = !has_status(document);
    if (!wait_goal_is_of_fields(&run->goal)) return;
    char *state = NULL;
    member->met = wait_goal_meets(&run->goal, document, &state);
    free(member->state);
    member->state = state;
}

/* Argo CD's rules call some suspended objects Healthy, such as a CronJob; and controllers of Flux do not report the
** last change of an object that is suspended and not Ready. */
void wait_take_assessed(cli_wait *run, const vitals_document *document) {
    const vitals_live_object object = { .group = vitals_document_group(document),
                                        .kind = vitals_document_kind(document),
                                        .namespace_ = vitals_document_namespace(document),
                                        .name = vitals_document_name(document) };
    member_of(run, &object)->suspended = vitals_document_suspended(document);
}

static void take_absent(cli_wait *run, const vitals_live_object *object, const char *unknown) {
    wait_member *member = member_of(run, object);
    if (member->health != VITALS_HEALTH_MISSING) member->changed_ms = run->look_ms;
    set(member, VITALS_HEALTH_MISSING, memory_copy_string(unknown ? unknown : "not there yet"));
    member->judged = true;
    member->terminal = member->unobserved = false;
    member->met = false;
    member->done =
        !unknown && (run->goal.kind == GOAL_GONE || run->goal.wanted[VITALS_HEALTH_MISSING]);
}

static void take_row_id(cli_wait *run, vitals_live_id id, bool counted_only) {
    vitals_live_row row;
    if (vitals_live_row_of(run->session.view, id, &row, sizeof row) != VITALS_OK || row.removed) {
        return;
    }
    if (counted_only && !row.counted) return;
    if (wait_filter_takes(&run->options->resources, &row.object)) take_row(run, &row);
}

/* A scope that reads one object by its name. */
static void take_named(cli_wait *run, const vitals_cluster_scope_about *about) {
    const vitals_live_object object = { .group = about->resource.group,
                                        .kind = about->resource.kind,
                                        .namespace_ = about->namespace_,
                                        .name = about->name };
    const vitals_live_id row =
        vitals_live_row_find(run->session.view, run->session.clusters[0].source, &object);
    if (row) {
        take_row_id(run, row, false);
    } else if (about->synced) {
        take_absent(run, &object, NULL);
    }
}

static void take_selection(cli_wait *run) {
    const vitals_cluster_watcher *watcher = run->session.clusters[0].watcher;
    vitals_cluster_scope_about about;
    for (vitals_cluster_scope *at = NULL; (at = vitals_cluster_scope_next(watcher, at)) != NULL;) {
        vitals_cluster_scope_about_of(at, &about, sizeof about);
        if (about.name.size) take_named(run, &about);
    }
    for (vitals_live_id id = 0;
         run->open && (id = vitals_live_row_next(run->session.view, id)) != 0;) {
        take_row_id(run, id, false);
    }
}

/* ------------------------------------------------------------- given objects */

/* The namespace that it has on this server. false: the server does not have its kind. */
static bool place_of(const cli_cluster *cluster, const vitals_live_object *object,
                     vitals_text *namespace_) {
    vitals_cluster_resource resource;
    vitals_cluster_about about;
    size_t cursor = 0;
    vitals_cluster_about_of(cluster->cluster, &about, sizeof about);
    while (vitals_cluster_resource_next(cluster->cluster, &cursor, &resource, sizeof resource)) {
        if (!vt_text_equal(resource.kind, object->kind) ||
            !vt_text_equal(resource.group, object->group)) {
            continue;
        }
        *namespace_ = !resource.namespaced      ? vt_text_from("")
                      : object->namespace_.size ? object->namespace_
                                                : about.namespace_;
        return true;
    }
    return false;
}

static bool is_secret(const vitals_live_object *object) {
    return !object->group.size && vt_text_is(object->kind, "Secret");
}

/* Whether the kind of an object, or this object, was refused. */
static bool is_refused(const cli_cluster *cluster, const vitals_live_object *object) {
    for (size_t i = 0; i < cluster->refusals.count; i++) {
        const cli_refusal *at = &cluster->refusals.items[i];
        if (vt_text_is(object->group, at->group) && vt_text_is(object->kind, at->kind) &&
            (!*at->namespace || vt_text_is(object->namespace_, at->namespace))) {
            return true;
        }
    }
    return false;
}

static bool is_refused_somewhere(const cli_wait *run, const vitals_live_object *object) {
    const cli_session *session = &run->session;
    size_t i = 0;
    while (i < session->cluster_count && !is_refused(&session->clusters[i], object)) i++;
    return i < session->cluster_count;
}

/* Those of files and inventories, there or not. */
static void take_given(cli_wait *run) {
    const cli_cluster *cluster = &run->session.clusters[0];
    for (size_t i = 0; i < run->inventory.count; i++) {
        vitals_live_object object = run->inventory.objects[i];
        if (is_secret(&object)) continue;
        if (!place_of(cluster, &object, &object.namespace_)) {
            const bool known = cluster->ready || cluster->failed;
            if (known) take_absent(run, &object, "the server does not have its kind");
            continue;
        }
        const vitals_live_id row =
            vitals_live_row_find(run->session.view, cluster->source, &object);
        if (row) {
            take_row_id(run, row, false);
        } else if (cluster->ready && !is_refused(cluster, &object)) {
            take_absent(run, &object, NULL);
        }
    }
}

/* ----------------------------------------------------------------- delivery */

static void replace_text(char **text, char *with) {
    free(*text);
    *text = with;
}

void wait_take_root(cli_wait *run, const vitals_document *document, bool deleted) {
    wait_delivery delivery = wait_delivery_of(document);
    size_t i = 0;
    while (i < run->root_count && strcmp(run->roots[i].object, delivery.object) != 0) i++;
    if (i < run->root_count) {
        wait_delivery_done(&run->roots[i]);
    } else {
        run->roots = memory_grow(run->roots, run->root_count, sizeof *run->roots);
        run->root_count++;
    }
    run->roots[i] = delivery;
    if (!deleted) return;
    wait_delivery_done(&run->roots[i]);
    run->roots[i] = run->roots[--run->root_count];
}

static void set_delivery(cli_wait *run, char *line) {
    run->delivery_changed |= !run->delivery || strcmp(run->delivery, line) != 0;
    replace_text(&run->delivery, line);
}

static void describe_delivery(cli_wait *run, const wait_delivery *at) {
    const char *has = *at->compared ? at->compared : at->applied;
    vt_buffer line = BUFFER_INIT;
    vt_buffer_add_terminated(&line, at->failed ? "failed" : vitals_live_delivery_name(at->state));
    if (*has) vt_buffer_printf(&line, ", has %s", has);
    if (run->target) vt_buffer_printf(&line, ", waits for %s", run->target);
    if (*at->message) vt_buffer_printf(&line, ": %s", at->message);
    set_delivery(run, vt_buffer_take(&line, NULL));
}

/* Without --revision it is what was wanted at the start. A later push does not change it. */
static void choose_target(cli_wait *run, const wait_delivery *at) {
    const char *wanted = run->options->revision ? run->options->revision : at->wanted;
    if (!run->target && *wanted) run->target = memory_copy_string(wanted);
    if (!run->first_wanted && *at->wanted) run->first_wanted = memory_copy_string(at->wanted);
    if (run->target && run->options->revision && !run->impossible) {
        run->impossible = wait_delivery_refuses(at, run->target);
    }
}

/* Whether the controller has gone on to a later revision: it wanted the target before, or has it in its history, or
** began to want another one during the wait and has delivered that. */
static bool is_overtaken(cli_wait *run, const wait_delivery *at) {
    if (!run->target || !*at->wanted) return false;
    if (wait_delivery_is(at->wanted, run->target)) {
        run->target_seen = true;
        return false;
    }
    if (wait_delivery_is(at->working_on, run->target)) return false;
    if (run->target_seen || wait_delivery_had(at, run->target)) return true;
    return run->first_wanted && strcmp(run->first_wanted, at->wanted) != 0 && at->finished;
}

static void look_for_later(cli_wait *run, const wait_delivery *at) {
    run->superseded = is_overtaken(run, at);
    if (!run->superseded) return;
    if (run->options->or_later) {
        replace_text(&run->target, memory_copy_string(at->wanted));
        run->superseded = false;
        return;
    }
    vt_buffer text = BUFFER_INIT;
    vt_buffer_printf(&text, "revision %s was overtaken by %s; --or-later takes a later one",
                     run->target, at->wanted);
    replace_text(&run->failure, vt_buffer_take(&text, NULL));
}

static void look_at_delivery(cli_wait *run, const wait_delivery *at) {
    choose_target(run, at);
    if (!at->failed) look_for_later(run, at);
    describe_delivery(run, at);
    const bool about_target =
        !run->target || !*at->failed_at || wait_delivery_is(at->failed_at, run->target);
    const bool counts = (run->parts & (WAIT_SYNC | WAIT_OPERATION)) != 0;
    if (at->failed && about_target && counts)
        replace_text(&run->failure, memory_copy_string(run->delivery));
    const bool synced =
        at->finished && (!run->target || wait_delivery_is(at->applied, run->target) ||
                         wait_delivery_is(at->compared, run->target));
    run->delivered =
        (synced || !(run->parts & WAIT_SYNC)) && (at->idle || !(run->parts & WAIT_OPERATION));
}

static void report_several(cli_wait *run) {
    vt_buffer line = BUFFER_INIT;
    vt_buffer_add_terminated(&line, "several have this name: ");
    for (size_t i = 0; i < run->root_count; i++) {
        vt_buffer_printf(&line, "%s%s", i ? ", " : "", run->roots[i].object);
    }
    vt_buffer_add_terminated(&line, "; name one as KIND/NAMESPACE/NAME");
    set_delivery(run, vt_buffer_take(&line, NULL));
}

static void take_application(cli_wait *run) {
    const cli_session *session = &run->session;
    const vitals_live_id id = session_application_of(&session->clusters[0]);
    vitals_live_application application;
    vitals_live_absent absent;
    uint64_t at = 0;
    run->delivered = false;
    if (run->root_count > 1) {
        report_several(run);
        return;
    }
    if (!run->root_count || vitals_live_application_of(session->view, id, &application,
                                                       sizeof application) != VITALS_OK) {
        set_delivery(run, memory_copy_string("the application is not there yet"));
        return;
    }
    look_at_delivery(run, &run->roots[0]);
    for (vitals_live_id row = 0; (row = vitals_live_member_next(session->view, id, row)) != 0;) {
        take_row_id(run, row, true);
    }
    while (vitals_live_absent_next(session->view, id, &at, &absent, sizeof absent)) {
        const bool left_out =
            run->options->allow_partial && is_refused_somewhere(run, &absent.object);
        if (absent.counted && !left_out &&
            wait_filter_takes(&run->options->resources, &absent.object)) {
            take_absent(run, &absent.object, absent.unknown);
        }
    }
}

/* --------------------------------------------------------------- connection */

static bool is_live(const cli_cluster *cluster) {
    vitals_cluster_scope_about about;
    if (!cluster->ready || cluster->failed) return false;
    for (vitals_cluster_scope *at = NULL;
         (at = vitals_cluster_scope_next(cluster->watcher, at)) != NULL;) {
        vitals_cluster_scope_about_of(at, &about, sizeof about);
        if (about.state == VITALS_LIVE_LISTING || about.state == VITALS_LIVE_SILENT) return false;
    }
    return true;
}

/* With the destinations of the application. */
static bool are_live(const cli_session *session) {
    for (size_t i = 0; i < session->cluster_count; i++) {
        if (!is_live(&session->clusters[i])) return false;
    }
    return true;
}

/* Why a server is out of reach, as soon as it is. It stays until the server is back. */
static void look_at_problem(cli_wait *run) {
    const cli_session *session = &run->session;
    vitals_cluster_about about;
    if (run->connected) {
        replace_text(&run->error, NULL);
        return;
    }
    for (size_t i = 0; i < session->cluster_count; i++) {
        if (!session->clusters[i].cluster) continue;
        vitals_cluster_about_of(session->clusters[i].cluster, &about, sizeof about);
        if (!about.trouble.bytes) continue;
        char *text = text_visible(about.trouble);
        run->error_changed |= !run->error || strcmp(run->error, text) != 0;
        replace_text(&run->error, text);
        return;
    }
}

static void count(cli_wait *run) {
    run->done = run->judged = run->total = 0;
    for (size_t i = 0; i < run->member_count; i++) {
        const wait_member *member = &run->members[i];
        run->total += member->seen;
        run->done += member->seen && member->done;
        run->judged += member->seen && (member->judged || run->goal.kind != GOAL_HEALTH);
    }
}

void wait_look(cli_wait *run, int64_t now_ms) {
    for (size_t i = 0; i < run->member_count; i++) run->members[i].seen = false;
    run->look_ms = session_now_ms(&run->session);
    run->delivered = true;
    if (run->options->application) {
        take_application(run);
    } else {
        take_selection(run);
        take_given(run);
    }
    count(run);
    run->connected = are_live(&run->session);
    look_at_problem(run);
    if (run->connected) {
        run->silent_since_ms = -1;
    } else if (run->silent_since_ms < 0) {
        run->silent_since_ms = now_ms;
    }
    const bool healthy = run->total && run->done == run->total;
    const bool done = run->connected && run->delivered && (healthy || !(run->parts & WAIT_HEALTH));
    if (!done) {
        run->done_since_ms = -1;
    } else if (run->done_since_ms < 0) {
        run->done_since_ms = now_ms;
    }
}

/* ---------------------------------------------------------------- decisions */

/* A member that will not get well by waiting. */
static const wait_member *find_failed(const cli_wait *run) {
    const int64_t now = session_now_ms(&run->session);
    for (size_t i = 0; i < run->member_count; i++) {
        const wait_member *member = &run->members[i];
        const bool bad = member->health == VITALS_HEALTH_DEGRADED;
        if (!member->seen || member->done || !bad) continue;
        if (member->terminal) return member;
        if (run->grace_ms >= 0 && now - member->changed_ms >= run->grace_ms) return member;
    }
    return NULL;
}

static wait_outcome failed_by_cause(cli_wait *run, const wait_member *member, int64_t now_ms) {
    vt_buffer text = BUFFER_INIT;
    vt_buffer_printf(&text, "%s waits for what does not come: %s, for ", member->name,
                     member->cause);
    time_add_age(&text, (now_ms - member->cause_since_ms) / 1000);
    vt_buffer_add_terminated(&text, "; --no-fail-fast waits on");
    replace_text(&run->failure, vt_buffer_take(&text, NULL));
    return WAIT_FAILED;
}

static wait_outcome failed(cli_wait *run, const wait_member *member) {
    vt_buffer text = BUFFER_INIT;
    vt_buffer_printf(&text, "%s is %s", member->name, vitals_health_name(member->health));
    if (*member->message) vt_buffer_printf(&text, ": %s", member->message);
    replace_text(&run->failure, vt_buffer_take(&text, NULL));
    return WAIT_FAILED;
}

/* Whether every kind that the server lacks is defined by what is waited for. */
static bool are_kinds_to_come(const cli_wait *run) {
    const cli_cluster *cluster = &run->session.clusters[0];
    vitals_text namespace_;
    for (size_t i = 0; i < run->inventory.count; i++) {
        const vitals_live_object *object = &run->inventory.objects[i];
        if (!place_of(cluster, object, &namespace_) &&
            !inventory_defines(&run->inventory, object->group, object->kind)) {
            return false;
        }
    }
    return run->inventory.defined_count > 0;
}

/* Whether a cluster has a scope that was not refused. */
static bool reads_something(const cli_cluster *cluster) {
    const vitals_cluster_scope *at = NULL;
    size_t refused = 0, scopes = 0;
    for (size_t i = 0; i < cluster->refusals.count; i++) {
        refused += !cluster->refusals.items[i].of_group;
    }
    while (cluster->watcher && (at = vitals_cluster_scope_next(cluster->watcher, at)) != NULL) {
        scopes++;
    }
    return scopes > refused;
}

/* Whether a part of what is waited for was refused, and is not accepted as it is. */
static bool lacks_parts(const cli_wait *run, const cli_cluster *cluster) {
    const bool of_names = run->options->application || run->inventory.count;
    if (cluster->broken && !run->options->allow_partial) return true;
    for (size_t i = 0; i < cluster->refusals.count; i++) {
        if (!cluster->refusals.items[i].asked_for && !of_names) continue;
        if (!run->options->allow_partial || !reads_something(cluster)) return true;
    }
    return false;
}

/* Whether something that is waited for cannot be read, or is not said clearly. */
static bool is_forbidden(const cli_wait *run) {
    const cli_session *session = &run->session;
    for (size_t i = 0; i < session->cluster_count; i++) {
        if (lacks_parts(run, &session->clusters[i])) return true;
        if (session->clusters[i].failed && (i || !are_kinds_to_come(run))) return true;
    }
    return run->root_count > 1 && session->clusters[0].ready;
}

wait_outcome wait_decide(cli_wait *run, int64_t now_ms) {
    if (is_forbidden(run)) return WAIT_FORBIDDEN;
    if (run->impossible) {
        replace_text(&run->failure, memory_copy_string(run->impossible));
        return WAIT_IMPOSSIBLE;
    }
    if (run->superseded) return WAIT_SUPERSEDED;
    if (run->done_since_ms >= 0 && now_ms - run->done_since_ms >= run->settle_ms) {
        const bool all = run->judged == run->total || !run->options->require_rule;
        const bool known = (run->judged && all) || !(run->parts & WAIT_HEALTH);
        return known ? WAIT_DONE : WAIT_NOT_JUDGED;
    }
    const bool of_members = (run->parts & WAIT_HEALTH) != 0;
    const wait_member *bad =
        of_members && run->connected && run->goal.kind != GOAL_GONE ? find_failed(run) : NULL;
    if (bad) return failed(run, bad);
    bad = wait_causes_failed(run, now_ms);
    if (bad && run->connected) return failed_by_cause(run, bad, now_ms);
    if (run->failure) return WAIT_FAILED;
    if (run->silent_since_ms >= 0 && now_ms - run->silent_since_ms >= run->disconnect_ms) {
        return WAIT_DISCONNECTED;
    }
    if (run->timeout_ms >= 0 && now_ms - run->started_ms >= run->timeout_ms &&
        (run->connected || run->timeout_ms > 0)) {
        if (run->error) return WAIT_DISCONNECTED;
        return run->total || run->options->application ? WAIT_TIMED_OUT : WAIT_NOT_JUDGED;
    }
    return WAIT_GOES_ON;
}

void wait_members_done(cli_wait *run) {
    for (size_t i = 0; i < run->member_count; i++) {
        wait_member *member = &run->members[i];
        char *const texts[] = { member->name,      member->group,  member->kind,
                                member->namespace, member->object, member->message,
                                member->state,     member->cause,  member->cause_key };
        for (size_t k = 0; k < COUNT_OF(texts); k++) free(texts[k]);
    }
    for (size_t i = 0; i < run->root_count; i++) wait_delivery_done(&run->roots[i]);
    free(run->roots);
    inventory_done(&run->inventory);
    free(run->members);
    index_done(&run->by_name);
    free(run->delivery);
    free(run->target);
    free(run->first_wanted);
    free(run->impossible);
    free(run->failure);
    free(run->error);
}
