/*
** Fails a wait early: the namespaces of what is late are watched, and each time that something changed there, why asks
** what the late objects wait for.
*/
#include <stdlib.h>
#include <string.h>

#include <vitals/why.h>

#include "base/memory.h"
#include "cluster/wait.h"

enum { MOST_NAMESPACES = 8, MOST_ASKED = 32 };

struct wait_causes {
    cli_wait *run;
    vitals_cluster *cluster;
    vitals_worker *worker;
    vitals_set *set; /* of all that was read */
    vitals_cluster_watcher *watchers[MOST_NAMESPACES];
    char *namespaces[MOST_NAMESPACES]; /* of the watchers */
    size_t count;
    bool changed; /* since why was asked */
    bool again;   /* a list began again: what it does not hold is gone, so that all is read again */
};

/* ------------------------------------------------------------------- reading */

/* What explains workloads; with the kinds of what is late. */
static bool is_wanted(void *user, const vitals_cluster_resource *resource) {
    static const struct {
        const char *group, *kind;
    } kinds[] = {
        { "", "Pod" },      { "", "PersistentVolumeClaim" },
        { "", "Event" },    { "apps", "ReplicaSet" },
        { "batch", "Job" },
    };
    const wait_causes *causes = user;
    const cli_wait *run = causes->run;
    if (!resource->listable || !resource->namespaced) return false;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (vt_text_is(resource->kind, kinds[i].kind) &&
            vt_text_is(resource->group, kinds[i].group)) {
            return true;
        }
    }
    for (size_t i = 0; i < run->member_count; i++) {
        const wait_member *member = &run->members[i];
        if (member->seen && !member->done && vt_text_is(resource->kind, member->kind) &&
            vt_text_is(resource->group, member->group)) {
            return true;
        }
    }
    return false;
}

static void on_begin(void *user, vitals_cluster_scope *scope) {
    wait_causes *causes = user;
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    causes->again |= about.lists > 1;
}

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    wait_causes *causes = user;
    (void)scope;
    causes->changed = true;
    if (change == VITALS_CLUSTER_DELETED) {
        if (vitals_set_remove(causes->set, *document) == VITALS_ENOMEM) memory_exhausted();
        return;
    }
    if (vitals_set_put(causes->set, *document) != VITALS_OK) memory_exhausted();
    *document = NULL;
}

static void watch(wait_causes *causes, const char *namespace) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    selection.choose = is_wanted;
    selection.choose_user = causes;
    selection.namespace_ = vt_text_from(namespace);
    selection.follow = true;
    events.user = causes;
    events.begin = on_begin;
    events.object = on_object;
    causes->namespaces[causes->count] = memory_copy_string(namespace);
    if (vitals_cluster_watch(causes->cluster, &selection, &events,
                             &causes->watchers[causes->count++]) != VITALS_OK) {
        memory_exhausted();
    }
}

static void forget(wait_causes *causes) {
    for (size_t i = 0; i < causes->count; i++) {
        vitals_cluster_watcher_free(causes->watchers[i]);
        free(causes->namespaces[i]);
    }
    causes->count = 0;
    vitals_set_free(causes->set);
    causes->set = NULL;
    if (vitals_set_new(NULL, &causes->set) != VITALS_OK) memory_exhausted();
    causes->again = causes->changed = false;
}

/* The namespaces where something is late. */
static void watch_late(wait_causes *causes) {
    const cli_wait *run = causes->run;
    if (causes->again) forget(causes);
    for (size_t i = 0; i < run->member_count && causes->count < MOST_NAMESPACES; i++) {
        const wait_member *member = &run->members[i];
        bool known = !member->seen || member->done || !*member->namespace;
        for (size_t k = 0; k < causes->count && !known; k++) {
            known = strcmp(causes->namespaces[k], member->namespace) == 0;
        }
        if (!known) watch(causes, member->namespace);
    }
}

/* --------------------------------------------------------------------- asking */

static void set_cause(wait_member *member, const vitals_why_finding *finding, int64_t now_ms) {
    char *key = finding ? text_visible(finding->cause_key) : NULL;
    if (!key || !member->cause_key || strcmp(key, member->cause_key) != 0) {
        member->cause_since_ms = now_ms;
    }
    free(member->cause_key);
    free(member->cause);
    member->cause_key = key;
    member->cause = finding ? text_visible(text_first_line(finding->because)) : NULL;
}

static void ask_about(const wait_causes *causes, vitals_why *why, wait_member *member,
                      int64_t now_ms) {
    vitals_why_finding finding;
    size_t index;
    const vitals_document *document =
        vitals_set_find(causes->set, vt_text_from(member->group), vt_text_from(member->kind),
                        vt_text_from(member->namespace), vt_text_from(member->object));
    const vitals_status status =
        document ? vitals_why_ask(why, document, &index) : VITALS_ENOTFOUND;
    if (status == VITALS_ENOMEM) memory_exhausted();
    const bool lasts = status == VITALS_OK &&
                       vitals_why_finding_at(why, index, &finding, sizeof finding) && finding.lasts;
    set_cause(member, lasts ? &finding : NULL, now_ms);
}

static void ask(wait_causes *causes, int64_t now_ms) {
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    vitals_why *why = NULL;
    cli_wait *run = causes->run;
    size_t asked = 0;
    options.set = causes->set;
    if (vitals_why_new(causes->worker, &run->rules.call, &options, &why) != VITALS_OK) {
        memory_exhausted();
    }
    for (size_t i = 0; i < run->member_count && asked < MOST_ASKED; i++) {
        wait_member *member = &run->members[i];
        if (!member->seen || member->done) continue;
        asked++;
        ask_about(causes, why, member, now_ms);
    }
    vitals_why_free(why);
    causes->changed = false;
}

/* --------------------------------------------------------------------- public */

/* The objects of an application may be in another cluster, which comes after the first. */
static wait_causes *begin(cli_wait *run) {
    wait_causes *causes = memory_new(1, sizeof *causes);
    causes->run = run;
    causes->cluster = run->session.clusters[run->session.cluster_count > 1].cluster;
    if (vitals_worker_new(run->rules.engine, &causes->worker) != VITALS_OK ||
        vitals_set_new(NULL, &causes->set) != VITALS_OK) {
        memory_exhausted();
    }
    return causes;
}

void wait_causes_look(cli_wait *run, int64_t now_ms) {
    const bool is_on = !run->options->no_fail_fast && run->grace_ms >= 0 &&
                       run->goal.kind != GOAL_GONE && run->goal.kind != GOAL_CREATED &&
                       (run->parts & WAIT_HEALTH);
    if (!is_on || !run->connected || run->done == run->total) return;
    if (now_ms - run->started_ms < run->grace_ms / 2) return;
    if (!run->causes) run->causes = begin(run);
    watch_late(run->causes);
    if (run->causes->changed) ask(run->causes, now_ms);
}

const wait_member *wait_causes_failed(const cli_wait *run, int64_t now_ms) {
    for (size_t i = 0; i < run->member_count; i++) {
        const wait_member *member = &run->members[i];
        if (!member->seen || member->done || !member->cause) continue;
        if (now_ms - member->cause_since_ms >= run->grace_ms) return member;
    }
    return NULL;
}

void wait_causes_free(wait_causes *causes) {
    if (!causes) return;
    for (size_t i = 0; i < causes->count; i++) free(causes->namespaces[i]);
    vitals_set_free(causes->set);
    vitals_worker_free(causes->worker);
    free(causes);
}
