/* Suspending and resuming: the patches, kind for kind, and who undoes them. */
#include <vitals/suspend.h>

#include "cluster/actions/patch.h"
#include "support/table.h"
#include "support/torture.h"

static vitals_document *parse(const char *json) {
    vitals_document *document = NULL;
    if (!json) return NULL;
    assert_int_equal(vitals_document_parse(json, strlen(json), NULL, &document, NULL), VITALS_OK);
    return document;
}

#define KUSTOMIZATION "kustomize.toolkit.fluxcd.io", "Kustomization"
#define ROLLOUT "argoproj.io", "Rollout"
#define APPLICATION "argoproj.io", "Application"
#define MESSAGE "suspend.vitals/message"

static const struct row {
    TABLE_ROW;
    const char *group, *kind;
    vt_switch to;
    const char *message, *object;
    const char *
        want; /* patches joined by " then ", with "SUBRESOURCE:"; "": nothing to do; '!': refused */
    bool force, unchanged;
} rows[] = {
    { "Flux", KUSTOMIZATION, VT_SUSPEND, NULL, NULL, "{\"spec\":{\"suspend\":true}}" },
    { "Flux, resumed as flux does", KUSTOMIZATION, VT_RESUME, NULL, "{\"spec\":{\"suspend\":true}}",
      "{\"spec\":{\"suspend\":null}}" },
    { "a reason", KUSTOMIZATION, VT_SUSPEND, "INC-4711: \"why\"", NULL,
      "{\"metadata\":{\"annotations\":{\"" MESSAGE
      "\":\"INC-4711: \\\"why\\\"\"}},\"spec\":{\"suspend\":true}}" },
    { "the reason goes with it", KUSTOMIZATION, VT_RESUME, NULL,
      "{\"metadata\":{\"annotations\":{\"" MESSAGE "\":\"x\"}},\"spec\":{\"suspend\":true}}",
      "{\"metadata\":{\"annotations\":{\"" MESSAGE "\":null}},\"spec\":{\"suspend\":null}}" },
    { "an object that was not read", KUSTOMIZATION, VT_RESUME, NULL, NULL,
      "{\"metadata\":{\"annotations\":{\"" MESSAGE "\":null}},\"spec\":{\"suspend\":null}}" },
    { "so already", KUSTOMIZATION, VT_SUSPEND, NULL, "{\"spec\":{\"suspend\":true}}", "" },
    { "so already, with another reason", KUSTOMIZATION, VT_SUSPEND, "new",
      "{\"spec\":{\"suspend\":true}}",
      "{\"metadata\":{\"annotations\":{\"" MESSAGE "\":\"new\"}},\"spec\":{\"suspend\":true}}" },
    { "so already, with this reason", KUSTOMIZATION, VT_SUSPEND, "a",
      "{\"metadata\":{\"annotations\":{\"" MESSAGE "\":\"a\"}},\"spec\":{\"suspend\":true}}", "" },
    { "runs already", KUSTOMIZATION, VT_RESUME, NULL, "{\"spec\":{\"suspend\":false}}", "" },
    { "runs, but a reason was left", KUSTOMIZATION, VT_RESUME, NULL,
      "{\"metadata\":{\"annotations\":{\"" MESSAGE "\":\"x\"}}}",
      "{\"metadata\":{\"annotations\":{\"" MESSAGE "\":null}},\"spec\":{\"suspend\":null}}" },
    { "only if unchanged", KUSTOMIZATION, VT_SUSPEND, NULL,
      "{\"metadata\":{\"resourceVersion\":\"7\"}}",
      "{\"metadata\":{\"resourceVersion\":\"7\"},\"spec\":{\"suspend\":true}}", false, true },
    { "only if unchanged needs the object", KUSTOMIZATION, VT_SUSPEND, NULL, NULL, "!must be read",
      false, true },
    { "CronJob", "batch", "CronJob", VT_SUSPEND, NULL, NULL, "{\"spec\":{\"suspend\":true}}" },
    { "CronJob resumed", "batch", "CronJob", VT_RESUME, NULL, "{\"spec\":{\"suspend\":true}}",
      "{\"spec\":{\"suspend\":false}}" },
    { "Deployment", "apps", "Deployment", VT_SUSPEND, NULL, NULL, "{\"spec\":{\"paused\":true}}" },
    { "Deployment resumed", "apps", "Deployment", VT_RESUME, NULL, "{\"spec\":{\"paused\":true}}",
      "{\"spec\":{\"paused\":null}}" },
    { "Rollout", ROLLOUT, VT_SUSPEND, NULL, NULL, "{\"spec\":{\"paused\":true}}" },
    { "Rollout resumed", ROLLOUT, VT_RESUME, NULL, "{\"spec\":{\"paused\":true}}",
      "status:{\"status\":{\"pauseConditions\":null}} then {\"spec\":{\"paused\":false}} or "
      "{\"spec\":{\"paused\":false},\"status\":{\"pauseConditions\":null}}" },
    { "a Rollout that its strategy paused", ROLLOUT, VT_RESUME, NULL,
      "{\"status\":{\"pauseConditions\":[{\"reason\":\"CanaryPauseStep\"}]}}",
      "status:{\"status\":{\"pauseConditions\":null}} then {\"spec\":{\"paused\":false}} or "
      "{\"spec\":{\"paused\":false},\"status\":{\"pauseConditions\":null}}" },
    { "a Rollout that runs", ROLLOUT, VT_RESUME, NULL, "{\"status\":{\"pauseConditions\":[]}}",
      "" },
    { "an Application is refused", APPLICATION, VT_SUSPEND, NULL,
      "{\"spec\":{\"syncPolicy\":{\"automated\":{}}}}", "!--force-kind" },
    { "an Application by force", APPLICATION, VT_SUSPEND, NULL,
      "{\"spec\":{\"syncPolicy\":{\"automated\":{\"prune\":true}}}}",
      "{\"spec\":{\"syncPolicy\":{\"automated\":{\"enabled\":false}}}}", true },
    { "an Application that was suspended", APPLICATION, VT_RESUME, NULL,
      "{\"spec\":{\"syncPolicy\":{\"automated\":{\"enabled\":false}}}}",
      "{\"spec\":{\"syncPolicy\":{\"automated\":{\"enabled\":null}}}}", true },
    { "a manual Application stays manual", APPLICATION, VT_RESUME, NULL, "{\"spec\":{}}", "",
      true },
    { "an Application must be read", APPLICATION, VT_SUSPEND, NULL, NULL, "!must be read", true },
    { "an annotation", "keda.sh", "ScaledObject", VT_SUSPEND, "why", NULL,
      "{\"metadata\":{\"annotations\":{\"autoscaling.keda.sh/paused\":\"true\",\"" MESSAGE
      "\":\"why\"}}}" },
    { "an annotation is removed", "keda.sh", "ScaledObject", VT_RESUME, NULL,
      "{\"metadata\":{\"annotations\":{\"autoscaling.keda.sh/paused\":\"true\"}}}",
      "{\"metadata\":{\"annotations\":{\"autoscaling.keda.sh/paused\":null}}}" },
    { "an annotation that says no", "keda.sh", "ScaledObject", VT_RESUME, NULL,
      "{\"metadata\":{\"annotations\":{\"autoscaling.keda.sh/paused\":\"false\"}}}", "" },
    { "a field of Cluster API", "cluster.x-k8s.io", "Cluster", VT_SUSPEND, NULL, NULL,
      "{\"spec\":{\"paused\":true}}" },
    { "other kinds of Cluster API", "cluster.x-k8s.io", "MachineDeployment", VT_SUSPEND, NULL, NULL,
      "{\"metadata\":{\"annotations\":{\"cluster.x-k8s.io/paused\":\"true\"}}}" },
    { "Crossplane", "s3.aws.upbound.io", "Bucket", VT_SUSPEND, NULL, NULL,
      "{\"metadata\":{\"annotations\":{\"crossplane.io/paused\":\"true\"}}}" },
    { "a word", "kueue.x-k8s.io", "LocalQueue", VT_SUSPEND, NULL, NULL,
      "{\"spec\":{\"stopPolicy\":\"Hold\"}}" },
    { "a word resumed", "kueue.x-k8s.io", "LocalQueue", VT_RESUME, NULL,
      "{\"spec\":{\"stopPolicy\":\"Hold\"}}", "{\"spec\":{\"stopPolicy\":\"None\"}}" },
    { "three levels", "policy.karmada.io", "PropagationPolicy", VT_SUSPEND, NULL, NULL,
      "{\"spec\":{\"suspension\":{\"dispatching\":true}}}" },
    { "a kind without a switch", "", "Pod", VT_SUSPEND, NULL, NULL, "!Pod cannot be suspended" },
    { "a kind of another group", "example.com", "Kustomization", VT_SUSPEND, NULL, NULL,
      "!Kustomization.example.com cannot be suspended" },
};

static void add(vt_buffer *out, const vt_patch *patch) {
    assert_string_equal(patch->content_type, "application/merge-patch+json");
    if (patch->subresource) vt_buffer_printf(out, "%s:", patch->subresource);
    vt_buffer_add(out, patch->body);
    if (patch->next) vt_buffer_add_terminated(out, " then ");
    if (patch->next) add(out, patch->next);
    if (patch->if_not_found) vt_buffer_add_terminated(out, " or ");
    if (patch->if_not_found) add(out, patch->if_not_found);
}

static vitals_status make(const struct row *row, vt_arena *arena, const vitals_document *object,
                          const vt_patch **patch, vt_buffer *why) {
    vt_patch_options options = { .to = row->to,
                                 .message = vt_text_from(row->message),
                                 .force_kind = row->force,
                                 .object = object,
                                 .only_if_unchanged = row->unchanged };
    return vt_patch_switch(vt_text_from(row->group), vt_text_from(row->kind), &options, arena,
                           patch, why);
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_document *object = parse(row->object);
    const vt_patch *patch = NULL;
    vitals_allocator memory = { 0 };
    vt_arena arena;
    vt_buffer got, why;
    vt_arena_init(&arena, &memory, 0);
    vt_buffer_init(&got, NULL, 4096);
    vt_buffer_init(&why, NULL, 4096);
    vitals_status status = make(row, &arena, object, &patch, &why);
    if (row->want[0] == '!') {
        assert_true(status == VITALS_EINVAL || status == VITALS_ENOTFOUND);
        assert_non_null(strstr(why.bytes, row->want + 1));
    } else {
        assert_int_equal(status, VITALS_OK);
        if (patch) add(&got, patch);
        assert_string_equal(vt_buffer_text(&got).bytes, row->want);
    }
    vt_buffer_done(&got);
    vt_buffer_done(&why);
    vt_arena_done(&arena);
    vitals_document_free(object);
}

/* Every row of the table: what suspending sets is read as suspended, and what resuming sets is not. */
static void every_kind_is_read_as_it_is_written(void **state) {
    (void)state;
    const vt_suspendable *kind;
    size_t count = 0;
    for (; (kind = vt_suspendable_at(count)); count++) {
        vitals_allocator memory = { 0 };
        vt_arena arena;
        vt_buffer why;
        const vt_patch *patch = NULL;
        vt_text group = vt_text_from(kind->group), name = vt_text_from(kind->kind);
        if (kind->group[0] == '*') group = VT_TEXT("a.crossplane.io");
        vt_arena_init(&arena, &memory, 0);
        vt_buffer_init(&why, NULL, 4096);
        vitals_document *before = parse("{\"spec\":{\"syncPolicy\":{\"automated\":{}}}}");
        vt_patch_options options = { .to = VT_SUSPEND, .force_kind = true, .object = before };
        assert_int_equal(vt_patch_switch(group, name, &options, &arena, &patch, &why), VITALS_OK);
        assert_non_null(patch);
        vitals_document *after = parse(patch->body.bytes);
        assert_false(vt_patch_is_suspended(group, name, before));
        assert_true(vt_patch_is_suspended(group, name, after));
        options = (vt_patch_options){ .to = VT_RESUME, .force_kind = true, .object = after };
        assert_int_equal(vt_patch_switch(group, name, &options, &arena, &patch, &why), VITALS_OK);
        while (patch->next) patch = patch->next;
        vitals_document *back = parse(patch->body.bytes);
        assert_false(vt_patch_is_suspended(group, name, back));
        vitals_document_free(before);
        vitals_document_free(after);
        vitals_document_free(back);
        vt_buffer_done(&why);
        vt_arena_done(&arena);
    }
    assert_true(count > 30);
    assert_false(vt_patch_is_suspended(VT_TEXT(""), VT_TEXT("Pod"), NULL));
    assert_null(vt_suspendable_of(VT_TEXT(""), VT_TEXT("Pod")));
    assert_string_equal(vt_suspendable_of(VT_TEXT("batch"), VT_TEXT("Job"))->where, "spec.suspend");
}

static void queries(void **state) {
    (void)state;
    vt_buffer out;
    vt_buffer_init(&out, NULL, 4096);
    vt_buffer_add_terminated(&out, "/x");
    assert_true(vt_patch_add_query(&out, false));
    assert_string_equal(out.bytes, "/x?fieldManager=vitals&fieldValidation=Strict");
    vt_buffer_clear(&out);
    assert_true(vt_patch_add_query(&out, true));
    assert_string_equal(out.bytes, "?fieldManager=vitals&fieldValidation=Strict&dryRun=All");
    vt_buffer_done(&out);
}

static const struct reason_row {
    TABLE_ROW;
    const char *annotations, *want;
} reasons[] = {
    { "none", "{}", NULL },
    { "ours", "{\"" MESSAGE "\":\"a\",\"reconcile.fluxcd.io/suspended\":\"b\"}", "a" },
    { "Flux's proposal", "{\"reconcile.fluxcd.io/suspended\":\"b\"}", "b" },
    { "Flux's other proposal", "{\"suspend.toolkit.fluxcd.io/message\":\"c\"}", "c" },
    { "empty", "{\"" MESSAGE "\":\"\"}", NULL },
};

static void reason(void **state) {
    const struct reason_row *row = *state;
    char json[256];
    snprintf(json, sizeof json, "{\"metadata\":{\"annotations\":%s}}", row->annotations);
    vitals_document *object = parse(json);
    assert_true(vt_text_equal(vt_patch_message_of(object), vt_text_from(row->want)));
    vitals_document_free(object);
}

#define OBJECT(metadata)                                                                           \
    "{\"apiVersion\":\"helm.toolkit.fluxcd.io/"                                                    \
    "v2\",\"kind\":\"HelmRelease\",\"metadata\":{" metadata "}}"

static const struct undone_row {
    TABLE_ROW;
    const char *object, *want; /* NULL: not at all */
} undone[] = {
    { "nobody", OBJECT(""), NULL },
    { "a Kustomization",
      OBJECT("\"labels\":{\"kustomize.toolkit.fluxcd.io/"
             "name\":\"apps\",\"kustomize.toolkit.fluxcd.io/namespace\":\"flux-system\"}"),
      "managed by Kustomization flux-system/apps: it will reset spec.suspend unless it is "
      "suspended too" },
    { "a HelmRelease", OBJECT("\"labels\":{\"helm.toolkit.fluxcd.io/name\":\"a\"}"),
      "managed by HelmRelease a: it will reset spec.suspend unless it is suspended too" },
    { "an Application",
      OBJECT("\"annotations\":{\"argocd.argoproj.io/tracking-id\":\"shop:helm.toolkit.fluxcd.io/"
             "HelmRelease:a/b\"}"),
      "managed by Application shop: it will reset spec.suspend unless it is suspended too" },
    { "an Application of another namespace",
      OBJECT("\"annotations\":{\"argocd.argoproj.io/"
             "tracking-id\":\"team_shop:helm.toolkit.fluxcd.io/HelmRelease:a/b\"}"),
      "managed by Application team/shop: it will reset spec.suspend unless it is suspended too" },
    { "a kind without a switch",
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"labels\":{\"kustomize.toolkit."
      "fluxcd.io/name\":\"apps\"}}}",
      NULL },
};

static void undo(void **state) {
    const struct undone_row *row = *state;
    vitals_document *object = parse(row->object);
    vt_buffer out;
    vt_buffer_init(&out, NULL, 4096);
    assert_int_equal(vt_patch_add_undone_by(&out, object), row->want != NULL);
    assert_string_equal(vt_buffer_text(&out).bytes, row->want ? row->want : "");
    vt_buffer_done(&out);
    vitals_document_free(object);
}

/* ---------------------------------------------------------------- for hosts */

static void plans(void **state) {
    (void)state;
    vitals_suspend_options options = VITALS_SUSPEND_OPTIONS_INIT;
    vitals_suspend_plan *plan = NULL;
    vitals_suspend_step step;
    const vt_text group = VT_TEXT("argoproj.io"), kind = VT_TEXT("Rollout");
    options.resume = true;
    assert_int_equal(vitals_suspend_plan_new(group, kind, &options, &plan, NULL), VITALS_OK);
    size_t first = vitals_suspend_plan_first(plan);
    assert_true(vitals_suspend_plan_at(plan, first, &step, sizeof step));
    assert_string_equal(step.subresource.bytes, "status");
    size_t both = step.next_if_not_found;
    assert_true(vitals_suspend_plan_at(plan, step.next, &step, sizeof step));
    assert_null(step.subresource.bytes);
    assert_int_equal(step.next, VITALS_SUSPEND_DONE);
    assert_int_equal(step.next_if_not_found, VITALS_SUSPEND_DONE);
    assert_true(vitals_suspend_plan_at(plan, both, &step, sizeof step));
    assert_non_null(strstr(step.body.bytes, "pauseConditions"));
    assert_false(vitals_suspend_plan_at(plan, 3, &step, sizeof step));
    assert_false(vitals_suspend_plan_at(plan, VITALS_SUSPEND_DONE, &step, sizeof step));
    vitals_suspend_plan_free(plan);
    vitals_suspend_plan_free(NULL);
}

static void plans_that_do_nothing(void **state) {
    (void)state;
    vitals_suspend_options options = VITALS_SUSPEND_OPTIONS_INIT;
    vitals_suspend_plan *plan = NULL;
    vitals_diagnostics *findings = NULL;
    vitals_document *object =
        parse("{\"apiVersion\":\"batch/v1\",\"kind\":\"CronJob\",\"spec\":{\"suspend\":true}}");
    const vt_text group = VT_TEXT("batch"), kind = VT_TEXT("CronJob");
    assert_true(vitals_document_suspended(object));
    assert_null(vitals_document_suspend_message(object).bytes);
    options.object = object;
    assert_int_equal(vitals_suspend_plan_new(group, kind, &options, &plan, NULL), VITALS_OK);
    assert_int_equal(vitals_suspend_plan_first(plan), VITALS_SUSPEND_DONE);
    vitals_suspend_plan_free(plan);
    assert_int_equal(vitals_diagnostics_new(NULL, &findings), VITALS_OK);
    assert_int_equal(vitals_suspend_plan_new(VT_TEXT(""), VT_TEXT("Pod"), NULL, &plan, findings),
                     VITALS_ENOTFOUND);
    assert_non_null(
        strstr(vitals_diagnostics_at(findings, 0)->text.bytes, "Pod cannot be suspended"));
    options.struct_bytes = 3;
    assert_int_equal(vitals_suspend_plan_new(group, kind, &options, &plan, NULL), VITALS_EINVAL);
    vitals_diagnostics_free(findings);
    vitals_document_free(object);
}

static void kinds_for_hosts(void **state) {
    (void)state;
    vitals_suspendable row;
    size_t count = 0;
    while (vitals_suspendable_at(count, &row, sizeof row)) {
        assert_true(row.group.size && row.kind.size && row.where.size);
        count++;
    }
    assert_true(count > 30);
    assert_true(
        vitals_suspendable_of(VT_TEXT("argoproj.io"), VT_TEXT("Application"), &row, sizeof row));
    assert_true(row.needs_force && row.note.size);
    assert_false(vitals_suspendable_of(VT_TEXT(""), VT_TEXT("Pod"), &row, sizeof row));
    char *text = NULL;
    size_t size = 0;
    vitals_document *object = parse(undone[1].object), *free_one = parse(undone[0].object);
    assert_int_equal(vitals_suspend_undone_by(object, NULL, &text, &size), VITALS_OK);
    assert_string_equal(text, undone[1].want);
    vitals_text_free(NULL, text, size);
    assert_int_equal(vitals_suspend_undone_by(free_one, NULL, &text, &size), VITALS_ENOTFOUND);
    vitals_document_free(object);
    vitals_document_free(free_one);
}

static vitals_status plan_once(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_suspend_options options = VITALS_SUSPEND_OPTIONS_INIT;
    vitals_suspend_plan *plan = NULL;
    char *text = NULL;
    size_t size = 0;
    options.allocator = &allocator;
    options.resume = true;
    vitals_status status =
        vitals_suspend_plan_new(VT_TEXT("argoproj.io"), VT_TEXT("Rollout"), &options, &plan, NULL);
    if (status == VITALS_OK) status = vitals_suspend_undone_by(user, &allocator, &text, &size);
    if (text) vitals_text_free(&allocator, text, size);
    vitals_suspend_plan_free(plan);
    return status;
}

static void every_allocation_of_hosts_fails(void **state) {
    (void)state;
    vitals_document *object = parse(undone[1].object);
    torture_run(plan_once, object);
    vitals_document_free(object);
}

static vitals_status make_once(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    const struct row *row = user;
    vt_arena arena;
    vt_buffer why;
    const vt_patch *patch = NULL;
    vt_arena_init(&arena, &allocator, 0);
    vt_buffer_init(&why, &allocator, 4096);
    vitals_status status = make(row, &arena, NULL, &patch, &why);
    vt_buffer_done(&why);
    vt_arena_done(&arena);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    struct row row = { "rollout", ROLLOUT, VT_RESUME, "why", NULL, "", false, false };
    torture_run(make_once, &row);
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(every_kind_is_read_as_it_is_written),
                                         cmocka_unit_test(queries),
                                         cmocka_unit_test(plans),
                                         cmocka_unit_test(plans_that_do_nothing),
                                         cmocka_unit_test(kinds_for_hosts),
                                         cmocka_unit_test(every_allocation_of_hosts_fails),
                                         cmocka_unit_test(every_allocation_fails) };
    return TABLE_RUN("patches", check, rows) + TABLE_RUN("reasons", reason, reasons) +
           TABLE_RUN("undone", undo, undone) +
           cmocka_run_group_tests_name("suspension", others, NULL, NULL);
}
