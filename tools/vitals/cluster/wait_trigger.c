/*
** Asks controllers to look again before a wait, by the annotations that they document: argocd.argoproj.io/refresh of
** Argo CD, reconcile.fluxcd.io/requestedAt of Flux. wait_delivery.c then sees when they have.
*/
#include "cluster/wait_trigger.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fields.h"
#include "base/memory.h"
#include "base/number/clock.h"
#include "cluster/reading.h"

enum { POLL_MS = 500 };

#define FLUX_KUSTOMIZE "kustomize.toolkit.fluxcd.io"
#define FLUX_HELM "helm.toolkit.fluxcd.io"
#define FLUX_SOURCE "source.toolkit.fluxcd.io"

/* --------------------------------------------------------------------- requests */

typedef struct trigger_answer {
    bool done;
    char *problem; /* visible, or NULL */
    vitals_document *document;
} trigger_answer;

static void on_answer(void *user, const vitals_cluster_problem *problem, vitals_text body) {
    trigger_answer *answer = user;
    answer->done = true;
    if (problem) answer->problem = text_visible(problem->text);
    if (!problem && vitals_document_parse(body.bytes, body.size, NULL, &answer->document, NULL)) {
        answer->document = NULL;
    }
}

/* Read an object or, with a patch, change it. The group and kind are those of `resource`: GROUP/KIND. */
static trigger_answer call(cli_wait *run, const char *resource, vitals_text namespace_,
                           vitals_text name, const char *patch) {
    trigger_answer answer = { .done = false };
    vitals_cluster *cluster = run->session.clusters[0].cluster;
    const vitals_cluster_reference reference = { vt_text_from(resource), namespace_, name,
                                                 VT_TEXT_ABSENT };
    const vitals_status status =
        patch ? vitals_cluster_patch(cluster, &reference, VITALS_CLUSTER_MERGE_PATCH,
                                     vt_text_from(patch), false, on_answer, &answer)
              : vitals_cluster_get(cluster, &reference, on_answer, &answer);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        answer.problem = memory_copy_string("this build of vitals does not change objects");
        return answer;
    }
    while (!answer.done && !connect_signal()) {
        if (vitals_cluster_loop_poll(run->session.loop, POLL_MS) == VITALS_ENOMEM) {
            memory_exhausted();
        }
    }
    return answer;
}

static void answer_done(trigger_answer *answer) {
    vitals_document_free(answer->document);
    free(answer->problem);
}

/* ------------------------------------------------------------------- annotations */

/* An object that is asked to look again. */
typedef struct trigger_target {
    const char *resource; /* GROUP/KIND */
    vitals_text namespace_, name;
} trigger_target;

static void add_target(vt_buffer *out, const trigger_target *target) {
    text_add_object(out, vt_text_from(strchr(target->resource, '/') + 1), target->namespace_,
                    target->name);
}

/* Say what is sent, then send it. */
static bool annotate(cli_wait *run, const trigger_target *target, const char *key,
                     const char *value) {
    vt_buffer line = BUFFER_INIT, patch = BUFFER_INIT;
    add_target(&line, target);
    if (!run->options->quiet) {
        fprintf(stderr, "refresh: %s: %s=%s\n", vt_buffer_string(&line), key, value);
    }
    vt_buffer_printf(&patch, "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}", key, value);
    trigger_answer answer =
        call(run, target->resource, target->namespace_, target->name, vt_buffer_string(&patch));
    const bool sent = answer.done && !answer.problem;
    if (answer.problem) {
        problems_add_error(&run->problems, NULL, "cannot refresh %s: %s", vt_buffer_string(&line),
                           answer.problem);
    }
    answer_done(&answer);
    vt_buffer_done(&patch);
    vt_buffer_done(&line);
    return sent;
}

/* ----------------------------------------------------------------------- sources */

/* Until the controller of the source repeats the value in its status. */
static bool await_source(cli_wait *run, const trigger_target *target, const char *value) {
    while (!connect_signal()) {
        trigger_answer answer = call(run, target->resource, target->namespace_, target->name, NULL);
        const bool handled =
            answer.document &&
            vt_text_is(field_text(answer.document, NULL, ".status.lastHandledReconcileAt"), value);
        const bool late =
            run->timeout_ms >= 0 && clock_monotonic_ms(NULL) >= run->started_ms + run->timeout_ms;
        if (handled || answer.problem || late) {
            vt_buffer line = BUFFER_INIT;
            add_target(&line, target);
            if (!handled) {
                problems_add_error(&run->problems, NULL, "%s was not refreshed: %s",
                                   vt_buffer_string(&line),
                                   answer.problem ? answer.problem : "the time ran out");
            }
            vt_buffer_done(&line);
            answer_done(&answer);
            return handled;
        }
        answer_done(&answer);
        if (vitals_cluster_loop_poll(run->session.loop, POLL_MS) == VITALS_ENOMEM) {
            memory_exhausted();
        }
    }
    return false;
}

/* FLUX: the source of a Kustomization, of a HelmRelease or of its chart. A HelmRepository of OCI has no status. */
static bool refresh_source(cli_wait *run, const vitals_document *document, const char *value) {
    static const char *const paths[] = { ".spec.sourceRef", ".spec.chartRef",
                                         ".spec.chart.spec.sourceRef" };
    const vitals_value *source = NULL;
    for (size_t i = 0; i < COUNT_OF(paths) && !source; i++) {
        source = field_at(document, NULL, paths[i]);
    }
    if (!source) return true;
    vitals_text namespace_ = field_text(document, source, ".namespace");
    if (!namespace_.size) namespace_ = vitals_document_namespace(document);
    vt_buffer resource = BUFFER_INIT;
    vt_buffer_add_terminated(&resource, FLUX_SOURCE "/");
    vt_buffer_add(&resource, field_text(document, source, ".kind"));
    const trigger_target target = { vt_buffer_string(&resource), namespace_,
                                    field_text(document, source, ".name") };
    trigger_answer answer = call(run, target.resource, target.namespace_, target.name, NULL);
    const bool has_status =
        answer.document && !vt_text_is(field_text(answer.document, NULL, ".spec.type"), "oci");
    const bool done =
        !has_status || (annotate(run, &target, "reconcile.fluxcd.io/requestedAt", value) &&
                        await_source(run, &target, value));
    answer_done(&answer);
    vt_buffer_done(&resource);
    return done;
}

/* ------------------------------------------------------------------ applications */

static bool refresh(cli_wait *run, const vitals_document *document, const char *value) {
    const vitals_text group = vitals_document_group(document);
    const bool with_source = run->options->with_source;
    trigger_target target = { "argoproj.io/Application", vitals_document_namespace(document),
                              vitals_document_name(document) };
    if (vt_text_is(group, "argoproj.io")) {
        return annotate(run, &target, "argocd.argoproj.io/refresh",
                        with_source ? "hard" : "normal");
    }
    target.resource =
        vt_text_is(group, FLUX_HELM) ? FLUX_HELM "/HelmRelease" : FLUX_KUSTOMIZE "/Kustomization";
    return (!with_source || refresh_source(run, document, value)) &&
           annotate(run, &target, "reconcile.fluxcd.io/requestedAt", value);
}

typedef struct found_applications {
    const char *name;
    vitals_set *set;
} found_applications;

/* The application comes with what it lists. */
static void take(void *user, vitals_document *document) {
    static const char *const kinds[][2] = { { "argoproj.io", "Application" },
                                            { FLUX_KUSTOMIZE, "Kustomization" },
                                            { FLUX_HELM, "HelmRelease" } };
    const found_applications *found = user;
    bool is = false;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        is |= vt_text_is(vitals_document_group(document), kinds[i][0]) &&
              vt_text_is(vitals_document_kind(document), kinds[i][1]);
    }
    if (!is || !vt_text_is(vitals_document_name(document), found->name)) {
        vitals_document_free(document);
    } else if (vitals_set_put(found->set, document) != VITALS_OK) {
        memory_exhausted();
    }
}

static void find_applications(cli_wait *run, vitals_set *set) {
    const char *slash = strrchr(run->options->application, '/');
    found_applications found = { slash ? slash + 1 : run->options->application, set };
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_about about;
    cli_reading reading = { .loop = run->session.loop,
                            .cluster = run->session.clusters[0].cluster,
                            .problems = &run->problems,
                            .take = take,
                            .user = &found };
    vitals_cluster_about_of(reading.cluster, &about, sizeof about);
    selection.application = vt_text_from(run->options->application);
    if (!run->options->all_namespaces) selection.namespace_ = about.namespace_;
    reading_run(&reading, &selection);
    refusals_done(&reading.refusals);
}

bool wait_trigger(cli_wait *run) {
    vitals_set *set = NULL;
    vt_buffer value = BUFFER_INIT;
    uint64_t cursor = 0;
    bool done = true;
    if (vitals_set_new(NULL, &set) != VITALS_OK) memory_exhausted();
    run->started_ms = clock_monotonic_ms(NULL);
    const int64_t now_ms = session_now_ms(&run->session);
    vt_instant_append(&value, (vt_instant){ now_ms / 1000, (int32_t)(now_ms % 1000) * 1000000 });
    find_applications(run, set);
    for (const vitals_document *document; done && (document = vitals_set_next(set, &cursor));) {
        done = refresh(run, document, vt_buffer_string(&value));
    }
    if (!vitals_set_count(set) && !run->problems.errors) {
        problems_add_error(&run->problems, NULL, "nothing to refresh: no application '%s'",
                           run->options->application);
    }
    done &= vitals_set_count(set) > 0;
    vt_buffer_done(&value);
    vitals_set_free(set);
    return done;
}
