/* Adds objects up by application, by the rules of both sides. */
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/memory.h"
#include "compare/compare.h"

/* -------------------------------------------------------------------- finding */

typedef struct wanted_application {
    const compare_run *run;
    const char *name, *cluster;
} wanted_application;

static bool is_it(const void *user, size_t item) {
    const wanted_application *wanted = user;
    const compare_application *own = &wanted->run->applications[item];
    return strcmp(own->name, wanted->name) == 0 &&
           (own->cluster && wanted->cluster ? strcmp(own->cluster, wanted->cluster) == 0
                                            : own->cluster == wanted->cluster);
}

/* Releases of Argo CD add up in their own ways. */
static vitals_aggregate aggregate_of(const compare_run *run, size_t side) {
    vitals_argocd_release release;
    const bool found =
        run->views[side].profile == VITALS_PROFILE_ARGOCD &&
        vitals_argocd_release_at(run->views[side].release - 1U, &release, sizeof release);
    return found ? release.aggregate : VITALS_AGGREGATE_ARGOCD;
}

static bool has_kstatus(const compare_view *view) {
    return view->profile == VITALS_PROFILE_FLUX || view->profile == VITALS_PROFILE_KSTATUS;
}

static void start_sides(const compare_run *run, compare_application *own) {
    for (size_t side = 0; side < 2; side++) {
        vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
        options.aggregate = aggregate_of(run, side);
        if (!has_kstatus(&run->views[side]) &&
            vitals_application_new(run->engines[side].engine, &options, &own->sides[side]) !=
                VITALS_OK) {
            memory_exhausted();
        }
    }
}

static uint32_t application_named(compare_run *run, cli_index *index, const char *name,
                                  const char *cluster) {
    const wanted_application wanted = { run, name, cluster };
    const uint32_t hash = index_hash(index_hash(0, name), cluster ? cluster : "");
    const size_t found = index_find(index, hash, is_it, &wanted);
    if (found != SIZE_MAX) return (uint32_t)found;
    run->applications =
        memory_grow(run->applications, run->application_count, sizeof *run->applications);
    compare_application *own = &run->applications[run->application_count];
    *own = (compare_application){ .name = memory_copy_string(name),
                                  .cluster = cluster ? memory_copy_string(cluster) : NULL };
    start_sides(run, own);
    index_add(index, hash, run->application_count);
    return (uint32_t)run->application_count++;
}

/* --------------------------------------------------------------------- adding */

/* Assesses again what is added up: verdicts are not kept. */
typedef struct adder {
    compare_run *run;
    vitals_worker *workers[2];
    vitals_verdict *verdict;
} adder;

static void adder_start(adder *self, compare_run *run) {
    self->run = run;
    for (size_t side = 0; side < 2; side++) {
        if (vitals_worker_new(run->engines[side].engine, &self->workers[side]) != VITALS_OK) {
            memory_exhausted();
        }
    }
    if (vitals_verdict_new(NULL, &self->verdict) != VITALS_OK) memory_exhausted();
}

static void adder_done(adder *self) {
    for (size_t side = 0; side < 2; side++) vitals_worker_free(self->workers[side]);
    vitals_verdict_free(self->verdict);
}

static void put(adder *self, compare_application *own, size_t side, size_t entry) {
    const compare_run *run = self->run;
    const vitals_document *live = entry_at(&run->base, entry)->live;
    const vitals_call call = compare_call_of(run, &run->views[side], compare_set_of(run, entry));
    char key[24];
    (void)snprintf(key, sizeof key, "%zu", entry);
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.key = vt_text_from(key);
    resource.live = live;
    resource.verdict = self->verdict;
    resource.membership = VITALS_MEMBERSHIP_YES;
    resource.ordinal = entry;
    if (vitals_assess(self->workers[side], live, &call, self->verdict) != VITALS_OK ||
        vitals_application_put(own->sides[side], &resource) != VITALS_OK) {
        memory_exhausted();
    }
}

static void note_status(compare_application *own, size_t side, vitals_kstatus status) {
    own->statuses[side] =
        memory_grow(own->statuses[side], own->counted, sizeof *own->statuses[side]);
    own->statuses[side][own->counted] =
        status == VITALS_KSTATUS_TERMINATING ? VITALS_KSTATUS_IN_PROGRESS : status;
}

/* An application that manages itself is not one of its own resources. */
static bool is_self(const cli_answer *answer) {
    return answer->tracking && strcmp(answer->kind, "Application") == 0 &&
           strcmp(answer->group, "argoproj.io") == 0 && strcmp(answer->name, answer->tracking) == 0;
}

static void add_object(adder *self, const compare_result *result) {
    compare_run *run = self->run;
    const cli_entry *entry = entry_at(&run->base, result->entry);
    compare_application *own = &run->applications[result->application];
    own->objects++;
    own->disagreements += result->disagree;
    if (entry->answer.owned || result->without_health || is_self(&entry->answer)) return;
    for (size_t side = 0; side < 2; side++) {
        if (own->sides[side]) {
            put(self, own, side, result->entry);
        } else {
            note_status(own, side, result->answers[side].kstatus);
        }
    }
    own->counted++;
}

/* An object that is owned belongs to the application of its owner. */
static uint32_t application_of(compare_run *run, cli_index *index, size_t entry) {
    const uint32_t root = relations_root(&run->base, (uint32_t)entry);
    const cli_answer *answer = &entry_at(&run->base, root)->answer;
    return application_named(run, index, answer->tracking ? answer->tracking : "(no application)",
                             answer->cluster);
}

/* -------------------------------------------------------------------- results */

static void finish_side(compare_application *own, size_t side) {
    compare_answer *answer = &own->answers[side];
    vitals_text message = { "", 0 };
    answer->given = answer->compared = true;
    if (!own->sides[side]) {
        answer->kstatus =
            vitals_kstatus_aggregate(own->statuses[side], own->counted, VITALS_KSTATUS_CURRENT);
        answer->health = vitals_health_from_kstatus(answer->kstatus);
    } else if (vitals_application_health(own->sides[side], &answer->health, &message) !=
               VITALS_OK) {
        memory_exhausted();
    }
    answer->message = text_visible(message);
}

/* No object changes, and yet the application does: the releases add up in other ways. */
static void note_aggregates(const compare_run *run, compare_application *own) {
    vt_buffer note = BUFFER_INIT;
    vt_buffer_printf(&note, "resources are added up by rule %s, then by %s",
                     vitals_aggregate_name(aggregate_of(run, 0)),
                     vitals_aggregate_name(aggregate_of(run, 1)));
    own->note = vt_buffer_take(&note, NULL);
}

static void finish(compare_run *run, compare_application *own) {
    for (size_t side = 0; side < 2; side++) finish_side(own, side);
    own->disagree = strcmp(compare_word(&own->answers[0]), compare_word(&own->answers[1])) != 0;
    if (own->disagree && !own->disagreements) note_aggregates(run, own);
    run->changed_applications += own->disagree;
}

void compare_add_up(compare_run *run) {
    adder self;
    cli_index index = { 0 };
    adder_start(&self, run);
    relations_find_owners(&run->base);
    for (size_t i = 0; i < run->result_count; i++) {
        run->results[i].application = application_of(run, &index, run->results[i].entry);
        add_object(&self, &run->results[i]);
    }
    for (size_t i = 0; i < run->application_count; i++) finish(run, &run->applications[i]);
    index_done(&index);
    adder_done(&self);
}

void compare_applications_done(compare_run *run) {
    for (size_t i = 0; i < run->application_count; i++) {
        compare_application *own = &run->applications[i];
        for (size_t side = 0; side < 2; side++) {
            vitals_application_free(own->sides[side]);
            free(own->statuses[side]);
            free(own->answers[side].message);
        }
        free(own->name);
        free(own->cluster);
        free(own->note);
    }
    free(run->applications);
}
