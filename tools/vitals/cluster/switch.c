/* One object: the patches of its kind, one after another, and what is said about it. */
#include "cluster/switch.h"

#include <stdlib.h>
#include <string.h>

#include <vitals/suspend.h>

#include "base/memory.h"

enum { PATIENCE_MS = 1000 };

/* ------------------------------------------------------------------ words */

static void add_object(vt_buffer *out, const vitals_document *document) {
    text_add_object(out, vitals_document_kind(document), vitals_document_namespace(document),
                    vitals_document_name(document));
}

static void report(const vitals_document *document, const char *what, const char *more) {
    vt_buffer line = BUFFER_INIT;
    add_object(&line, document);
    printf("%s %s%s%s\n", vt_buffer_string(&line), what, *more ? ": " : "", more);
    vt_buffer_done(&line);
}

static void report_failure(cli_switch *run, const vitals_document *document, vitals_text why) {
    vt_buffer line = BUFFER_INIT;
    add_object(&line, document);
    vt_buffer_add_terminated(&line, ": ");
    vt_quote_append_visible(&line, why);
    run->failed++;
    fprintf(stderr, "vitals: %s\n", vt_buffer_string(&line));
    vt_buffer_done(&line);
}

/* --------------------------------------------------------------- requests */

/* A patch on its way. */
typedef struct cli_request {
    bool done, succeeded, not_found;
    char *text; /* why it failed, visible */
} cli_request;

static void on_done(void *user, const vitals_cluster_problem *problem, vitals_text body) {
    cli_request *request = user;
    (void)body;
    request->done = true;
    request->succeeded = !problem;
    if (!problem) return;
    request->not_found = problem->failure == VITALS_CLUSTER_FAILURE_NOT_FOUND;
    request->text = text_visible(problem->text);
}

static cli_request send_step(const cli_switch *run, const vitals_document *document,
                             const vitals_suspend_step *step) {
    cli_request request = { .done = false };
    vt_buffer resource = BUFFER_INIT;
    const vitals_text group = vitals_document_group(document);
    vt_buffer_add_bytes(&resource, group.bytes ? group.bytes : "", group.size);
    vt_buffer_add_terminated(&resource, "/");
    vt_buffer_add_bytes(&resource, vitals_document_kind(document).bytes,
                        vitals_document_kind(document).size);
    const vitals_cluster_reference reference = { { vt_buffer_string(&resource), resource.size },
                                                 vitals_document_namespace(document),
                                                 vitals_document_name(document),
                                                 step->subresource };
    const vitals_status status =
        vitals_cluster_patch(run->cluster, &reference, VITALS_CLUSTER_MERGE_PATCH, step->body,
                             run->options->dry_run == DRY_RUN_SERVER, on_done, &request);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        request.done = true;
        request.text = memory_copy_string("this build of vitals does not change objects");
    }
    while (!request.done && !connect_signal()) {
        if (vitals_cluster_loop_poll(run->loop, PATIENCE_MS) == VITALS_ENOMEM) memory_exhausted();
    }
    vt_buffer_done(&resource);
    return request;
}

/* Returns whether all steps that had to be sent were. */
static bool send_plan(cli_switch *run, const vitals_document *document,
                      const vitals_suspend_plan *plan) {
    vitals_suspend_step step;
    size_t at = vitals_suspend_plan_first(plan);
    while (at != VITALS_SUSPEND_DONE && vitals_suspend_plan_at(plan, at, &step, sizeof step)) {
        if (run->options->dry_run == DRY_RUN_CLIENT) {
            at = step.next;
            continue;
        }
        const cli_request request = send_step(run, document, &step);
        if (connect_signal()) return false;
        if (request.succeeded) {
            at = step.next;
        } else if (request.not_found && step.next_if_not_found != VITALS_SUSPEND_DONE) {
            at = step.next_if_not_found;
        } else {
            report_failure(run, document, vt_text_from(request.text));
            free(request.text);
            return false;
        }
        free(request.text);
    }
    return true;
}

/* ------------------------------------------------------------------ answers */

/* What a GitOps controller above will do, and what the switch means for this kind. */
static void warn(const cli_switch *run, const vitals_document *document) {
    char *text = NULL;
    size_t size = 0;
    vitals_suspendable kind;
    const vitals_status status = vitals_suspend_undone_by(document, NULL, &text, &size);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status == VITALS_OK) {
        char *visible = text_visible((vitals_text){ text, size });
        fprintf(stderr, "vitals: warning: %s\n", visible);
        free(visible);
        vitals_text_free(NULL, text, size);
    }
    if (!run->resume &&
        vitals_suspendable_of(vitals_document_group(document), vitals_document_kind(document),
                              &kind, sizeof kind) &&
        kind.note.size) {
        fprintf(stderr, "vitals: note: %s\n", kind.note.bytes);
    }
}

static void report_done(cli_switch *run, const vitals_document *document,
                        const vitals_suspend_plan *plan) {
    static const char *const words[2][3] = {
        { "suspended", "would be suspended", "would be suspended (the server agrees)" },
        { "resumed", "would be resumed", "would be resumed (the server agrees)" }
    };
    vitals_suspend_step step;
    vt_buffer more = BUFFER_INIT;
    if (run->options->dry_run == DRY_RUN_CLIENT &&
        vitals_suspend_plan_at(plan, vitals_suspend_plan_first(plan), &step, sizeof step)) {
        vt_quote_append_visible(&more, step.body);
    } else if (run->options->message && !run->resume) {
        vt_quote_append_visible(&more, vt_text_from(run->options->message));
    }
    run->done++;
    report(document, words[run->resume][run->options->dry_run], vt_buffer_string(&more));
    warn(run, document);
    vt_buffer_done(&more);
}

static void report_already(cli_switch *run, const vitals_document *document) {
    char *reason = text_visible(vitals_document_suspend_message(document));
    run->already++;
    report(document, run->resume ? "is not suspended" : "is suspended already",
           run->resume ? "" : reason);
    free(reason);
}

void switch_object(cli_switch *run, const vitals_document *document) {
    vitals_suspend_options options = VITALS_SUSPEND_OPTIONS_INIT;
    vitals_suspend_plan *plan = NULL;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    options.resume = run->resume;
    options.force_kind = run->options->force_kind;
    options.object = document;
    if (run->options->message) options.message = vt_text_from(run->options->message);
    const vitals_status status =
        vitals_suspend_plan_new(vitals_document_group(document), vitals_document_kind(document),
                                &options, &plan, diagnostics);
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        report_failure(run, document,
                       first ? first->text : vt_text_from(vitals_status_text(status)));
    } else if (vitals_suspend_plan_first(plan) == VITALS_SUSPEND_DONE) {
        report_already(run, document);
    } else if (send_plan(run, document, plan)) {
        report_done(run, document, plan);
    }
    vitals_suspend_plan_free(plan);
    vitals_diagnostics_free(diagnostics);
}
