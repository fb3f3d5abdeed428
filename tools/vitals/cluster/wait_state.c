/* Where the objects stand that are waited for. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cluster/wait.h"

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
    cli_text name = TEXT_INIT;
    text_add_object(&name, object->kind, object->namespace_, object->name);
    return text_take(&name);
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

/* A row without a rule is done and not judged; one whose controller has not seen its last change is not. */
static void take_row(cli_wait *run, const vitals_live_row *row) {
    wait_member *member = member_of(run, &row->object);
    const bool unknown = row->health == VITALS_HEALTH_UNASSESSED || row->no_health;
    set(member, row->health, text_visible(text_first_line(row->message)));
    member->judged = !unknown;
    member->terminal = row->terminal;
    member->changed_ms = row->changed_ms;
    member->settles_ms = row->settles_ms;
    member->done = !run->wants_gone && (unknown || run->wanted[row->health]) && !row->stale;
}

static void take_absent(cli_wait *run, const vitals_live_object *object, const char *unknown) {
    wait_member *member = member_of(run, object);
    set(member, VITALS_HEALTH_MISSING, memory_copy_string(unknown ? unknown : "not there yet"));
    member->judged = true;
    member->terminal = false;
    member->done = !unknown && (run->wants_gone || run->wanted[VITALS_HEALTH_MISSING]);
}

static void take_row_id(cli_wait *run, vitals_live_id id, bool counted_only) {
    vitals_live_row row;
    if (vitals_live_row_of(run->session.view, id, &row, sizeof row) != VITALS_OK || row.removed) {
        return;
    }
    if (!counted_only || row.counted) take_row(run, &row);
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

/* ----------------------------------------------------------------- delivery */

static void replace_text(char **text, char *with) {
    free(*text);
    *text = with;
}

/* The same revision: as it is, or without the branch, or begun: main@sha1:4f2c…, 4f2c91d. */
static bool is_revision(vitals_text applied, const char *target) {
    const size_t size = strlen(target);
    char *own = memory_copy(applied.bytes ? applied.bytes : "", applied.size);
    const char *colon = strrchr(own, ':');
    const char *bare = colon ? colon + 1 : own;
    const bool is = strcmp(own, target) == 0 || strcmp(bare, target) == 0 ||
                    (size >= 7 && strncmp(bare, target, size) == 0);
    free(own);
    return size && is;
}

static void describe_delivery(cli_wait *run, const vitals_live_delivery_info *info) {
    cli_text line = TEXT_INIT;
    text_add_string(&line, vitals_live_delivery_name(info->state));
    if (info->applied.size) text_add_string(&line, ", has ");
    text_add_visible(&line, info->applied);
    if (run->target) text_printf(&line, ", waits for %s", run->target);
    if (info->message.size) text_add_string(&line, ": ");
    text_add_visible(&line, text_first_line(info->message));
    replace_text(&run->delivery, text_take(&line));
}

/* Without --revision it is what was wanted at the start, or what has replaced that since. */
static void choose_target(cli_wait *run, const vitals_live_delivery_info *info) {
    if (run->options->revision) {
        if (!run->target) run->target = memory_copy_string(run->options->revision);
    } else if (info->wanted.size && (!run->target || info->state == VITALS_LIVE_DELIVERY_IN_STEP)) {
        replace_text(&run->target, text_visible(info->wanted));
    }
}

/* A failure counts when it is about the revision that is waited for. */
static bool has_failed(const cli_wait *run, const vitals_live_delivery_info *info) {
    if (info->state != VITALS_LIVE_DELIVERY_FAILED && info->state != VITALS_LIVE_DELIVERY_STALLED) {
        return false;
    }
    return !run->options->revision || !info->wanted.size || is_revision(info->wanted, run->target);
}

static void look_at_delivery(cli_wait *run, vitals_live_id object) {
    vitals_live_delivery_info info;
    vitals_live_row row;
    run->delivered = false;
    if (vitals_live_row_of(run->session.view, object, &row, sizeof row) != VITALS_OK ||
        vitals_live_delivery_of(run->session.view, object, &info, sizeof info) != VITALS_OK) {
        return;
    }
    choose_target(run, &info);
    describe_delivery(run, &info);
    if (has_failed(run, &info) && !row.stale) {
        replace_text(&run->failure, memory_copy_string(run->delivery));
    }
    const bool arrived = run->target ? is_revision(info.applied, run->target) : true;
    run->delivered = info.state == VITALS_LIVE_DELIVERY_IN_STEP && arrived && !row.stale;
}

static void take_application(cli_wait *run) {
    const cli_session *session = &run->session;
    const vitals_live_id id = session_application_of(&session->clusters[0]);
    vitals_live_application application;
    vitals_live_absent absent;
    uint64_t at = 0;
    run->delivered = false;
    if (vitals_live_application_of(session->view, id, &application, sizeof application) !=
        VITALS_OK) {
        replace_text(&run->delivery, memory_copy_string("the application is not there yet"));
        return;
    }
    look_at_delivery(run, application.object);
    for (vitals_live_id row = 0; (row = vitals_live_member_next(session->view, id, row)) != 0;) {
        take_row_id(run, row, true);
    }
    while (vitals_live_absent_next(session->view, id, &at, &absent, sizeof absent)) {
        if (absent.counted) take_absent(run, &absent.object, absent.unknown);
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

static void count(cli_wait *run) {
    run->done = run->judged = run->total = 0;
    for (size_t i = 0; i < run->member_count; i++) {
        const wait_member *member = &run->members[i];
        run->total += member->seen;
        run->done += member->seen && member->done;
        run->judged += member->seen && member->judged;
    }
}

void wait_look(cli_wait *run, int64_t now_ms) {
    for (size_t i = 0; i < run->member_count; i++) run->members[i].seen = false;
    run->delivered = true;
    if (run->options->application) {
        take_application(run);
    } else {
        take_selection(run);
    }
    count(run);
    run->connected = is_live(&run->session.clusters[0]);
    if (run->connected) {
        run->silent_since_ms = -1;
    } else if (run->silent_since_ms < 0) {
        run->silent_since_ms = now_ms;
    }
    const bool done = run->connected && run->delivered && run->total && run->done == run->total;
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

static wait_outcome failed(cli_wait *run, const wait_member *member) {
    cli_text text = TEXT_INIT;
    text_printf(&text, "%s is %s", member->name, vitals_health_name(member->health));
    if (*member->message) text_printf(&text, ": %s", member->message);
    replace_text(&run->failure, text_take(&text));
    return WAIT_FAILED;
}

/* Whether a scope that is waited for is refused. */
static bool is_forbidden(const cli_wait *run) {
    const cli_refusals *refusals = &run->session.clusters[0].refusals;
    for (size_t i = 0; i < refusals->count; i++) {
        if (refusals->items[i].asked_for || run->options->application) return true;
    }
    return run->session.clusters[0].failed;
}

wait_outcome wait_decide(cli_wait *run, int64_t now_ms) {
    if (is_forbidden(run)) return WAIT_FORBIDDEN;
    if (run->done_since_ms >= 0 && now_ms - run->done_since_ms >= run->settle_ms) {
        return run->judged ? WAIT_DONE : WAIT_NOT_JUDGED;
    }
    const wait_member *bad = run->connected && !run->wants_gone ? find_failed(run) : NULL;
    if (bad) return failed(run, bad);
    if (run->failure) return WAIT_FAILED;
    if (run->silent_since_ms >= 0 && now_ms - run->silent_since_ms >= run->disconnect_ms) {
        return WAIT_DISCONNECTED;
    }
    if (run->timeout_ms >= 0 && now_ms - run->started_ms >= run->timeout_ms &&
        (run->connected || run->timeout_ms > 0)) {
        return run->total || run->options->application ? WAIT_TIMED_OUT : WAIT_NOT_JUDGED;
    }
    return WAIT_GOES_ON;
}

void wait_members_done(cli_wait *run) {
    for (size_t i = 0; i < run->member_count; i++) {
        wait_member *member = &run->members[i];
        char *const texts[] = { member->name,      member->group,  member->kind,
                                member->namespace, member->object, member->message };
        for (size_t k = 0; k < COUNT_OF(texts); k++) free(texts[k]);
    }
    free(run->members);
    index_done(&run->by_name);
    free(run->delivery);
    free(run->target);
    free(run->failure);
}
