/*
** Every flow of the public API with each single allocation failing once: the call fails with
** VITALS_ENOMEM or gives the answer of an undisturbed run, nothing leaks, nothing crashes.
*/
#include <stdio.h>
#include <stdlib.h>

#include <vitals/cel.h>
#include <vitals/explain.h>
#include <vitals/lint.h>

#include "base/memory/buffer.h"
#include "binding/binding.h"
#include "document/reader.h"
#include "support/files.h"
#include "support/health.h"
#include "support/table.h"
#include "support/torture.h"

#define DEPLOYMENT                                                                                 \
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\",\"uid\":"  \
    "\"d\",\"generation\":1},\"spec\":{\"replicas\":1},\"status\":{\"observedGeneration\":1,"      \
    "\"replicas\":1,\"conditions\":[{\"type\":\"Progressing\",\"status\":\"False\",\"reason\":"    \
    "\"ProgressDeadlineExceeded\",\"message\":\"too late\"}]}}"
#define REPLICA_SET                                                                                \
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"name\":\"rs\",\"uid\":"   \
    "\"r\"},\"spec\":{\"replicas\":1,\"selector\":{\"matchLabels\":{\"app\":\"web\"}}},"           \
    "\"status\":{\"replicas\":1}}"
#define POD                                                                                        \
    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"uid\":\"p\","          \
    "\"labels\":{\"app\":\"web\"},\"ownerReferences\":[{\"uid\":\"r\",\"controller\":true}]},"     \
    "\"status\":{\"phase\":\"Pending\",\"conditions\":[{\"type\":\"PodScheduled\",\"status\":"     \
    "\"False\",\"reason\":\"Unschedulable\"}]}}"
#define WIDGET                                                                                     \
    "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w, uid: w}\n"                      \
    "status: {phase: Ready, parts: [a, b], since: 2026-01-01}\n"
#define GADGET "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: g}\nstatus: {n: 3}\n"

static const char *const objects[] = { DEPLOYMENT, REPLICA_SET, POD, WIDGET, GADGET };
enum { OBJECTS = sizeof objects / sizeof *objects };

static const health_check checks[] = {
    { "example.com/_", "return {status = 'Progressing', message = obj.kind}" }, { NULL, NULL }
};

static const health_setup setup = {
    .configmap = "apiVersion: v1\nkind: ConfigMap\ndata:\n"
                 "  resource.customizations: |\n"
                 "    example.com/Widget:\n"
                 "      health.lua: |\n"
                 "        local t = {}\n"
                 "        for k, v in pairs(obj.status) do t[#t + 1] = k .. type(v) end\n"
                 "        table.sort(t)\n"
                 "        return {status = 'Degraded', message = (table.concat(t, ', '))}\n"
                 "  resource.customizations.health.example.org_Thing: return {}\n",
    .expressions = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n"
                   "metadata: {name: k}\n"
                   "spec:\n  healthCheckExprs:\n"
                   "  - apiVersion: example.com/v1\n    kind: Gadget\n"
                   "    current: \"status.n > 2 && string(status.n).matches('^[0-9]+$')\"\n"
                   "    failed: \"has(status.gone)\"\n",
    .rules = "spec: {helm: {values: \"configs: {cm: {resource.customizations.health.x.io_A: "
             "'return {}'}}\"}}\n"
             "---\n"
             "{kind: ArgoCD, spec: {resourceHealthChecks: [{group: x.io, kind: B, check: 'return "
             "{}'}]}}\n"
             "---\n"
             "{op: add, path: /data/resource.customizations.health.x.io_C, value: 'return {}'}\n"
             "---\n"
             "{apiVersion: config.karmada.io/v1alpha1, kind: ResourceInterpreterCustomization, "
             "spec: {target: "
             "{apiVersion: x.io/v1, kind: D}, customizations: {healthInterpretation: {luaScript: "
             "'x = 1'}}}}\n",
    .policy = "policy:\n- {kind: Gadget, status: Progressing, countsAs: Healthy}\n",
    .checks = checks,
};

/* ---- one run of a flow */

typedef struct flow_run {
    torture memory;
    vitals_allocator allocator;
    size_t fail_at;
    vt_buffer out; /* the answer */
} flow_run;

/* Allocations fail from here on; before that, and after disarm, a flow prepares and cleans up. */
static void arm(flow_run *run) {
    run->memory.allocations = 0;
    run->memory.fail_at = run->fail_at;
}
static void disarm(flow_run *run) {
    run->memory.fail_at = 0;
}

static void say(flow_run *run, const char *label, vitals_text text) {
    vt_buffer_printf(&run->out, "%s=%.*s\n", label, (int)text.size, text.bytes ? text.bytes : "");
}

static vitals_status parse(flow_run *run, const char *text, vitals_document **out,
                           vitals_diagnostics *diagnostics) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &run->allocator;
    return vitals_document_parse(text, strlen(text), &options, out, diagnostics);
}

/* An engine, a worker and a verdict from the allocator of the run. */
static vitals_status open_health(flow_run *run, health_run *health) {
    health_setup own = setup;
    own.allocator = &run->allocator;
    return health_open(&own, health);
}

/* ---- flows */

static vitals_status flow_parse(flow_run *run) {
    vitals_status status = VITALS_OK;
    arm(run);
    for (size_t i = 0; !status && i < OBJECTS; i++) {
        vitals_document *document = NULL;
        status = parse(run, objects[i], &document, NULL);
        if (!status) say(run, "kind", vitals_document_kind(document));
        vitals_document_free(document);
    }
    return status;
}

static vitals_status flow_syntax_error(flow_run *run) {
    vitals_diagnostics *diagnostics = NULL;
    vitals_document *document = NULL;
    arm(run);
    vitals_status status = vitals_diagnostics_new(&run->allocator, &diagnostics);
    if (!status) status = parse(run, "{\"a\": [1, 2}", &document, diagnostics);
    const vitals_diagnostic *first =
        status == VITALS_ESYNTAX ? vitals_diagnostics_at(diagnostics, 0) : NULL;
    if (first) say(run, "error", first->text);
    if (status == VITALS_ESYNTAX) status = first ? VITALS_OK : VITALS_ENOMEM;
    vitals_document_free(document);
    vitals_diagnostics_free(diagnostics);
    return status;
}

static vitals_status write_both(flow_run *run, const vitals_document *document) {
    char *text = NULL;
    size_t size = 0;
    vitals_status status = vitals_document_write_json(document, 2, &run->allocator, &text, &size);
    if (status) return status;
    say(run, "json", (vitals_text){ text, size });
    vitals_text_free(&run->allocator, text, size);
    status = vitals_document_write_yaml(document, &run->allocator, &text, &size);
    if (status) return status;
    say(run, "yaml", (vitals_text){ text, size });
    vitals_text_free(&run->allocator, text, size);
    return VITALS_OK;
}

static vitals_status flow_write(flow_run *run) {
    vitals_document *document = NULL;
    vitals_status status = parse(run, WIDGET, &document, NULL);
    arm(run);
    if (!status) status = write_both(run, document);
    disarm(run);
    vitals_document_free(document);
    return status;
}

static vitals_status flow_engine(flow_run *run) {
    health_run health;
    arm(run);
    vitals_status status = open_health(run, &health);
    vitals_rule rule;
    for (size_t i = 0; !status && vitals_engine_rule_at(health.engine, i, &rule, sizeof rule);
         i++) {
        say(run, "rule", vt_text_from(rule.id));
    }
    disarm(run);
    health_close(&health);
    return status;
}

static vitals_status assess_all(flow_run *run, health_run *health, const vitals_call *call) {
    vitals_status status = VITALS_OK;
    for (size_t i = 0; !status && i < OBJECTS; i++) {
        vitals_text json;
        disarm(run);
        vitals_document *document = NULL;
        status = parse(run, objects[i], &document, NULL);
        run->memory.fail_at = run->fail_at;
        if (!status) status = vitals_assess(health->worker, document, call, health->verdict);
        if (!status) status = vitals_verdict_json(health->verdict, &json);
        if (!status) say(run, "verdict", json);
        vitals_document_free(document);
    }
    return status;
}

/* Without failing allocations in parsing: those are counted all the same, so they are taken off. */
static vitals_status flow_assess(flow_run *run, vitals_profile profile) {
    health_run health;
    vitals_status status = open_health(run, &health);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = profile;
    call.now_seconds = 1767225600;
    arm(run);
    if (!status) status = assess_all(run, &health, &call);
    disarm(run);
    health_close(&health);
    return status;
}
static vitals_status flow_combined(flow_run *run) {
    return flow_assess(run, VITALS_PROFILE_COMBINED);
}
static vitals_status flow_argocd(flow_run *run) {
    return flow_assess(run, VITALS_PROFILE_ARGOCD);
}
static vitals_status flow_flux(flow_run *run) {
    return flow_assess(run, VITALS_PROFILE_FLUX);
}
static vitals_status flow_kstatus(flow_run *run) {
    return flow_assess(run, VITALS_PROFILE_KSTATUS);
}

static vitals_status flow_assess_text(flow_run *run) {
    health_run health;
    vitals_status status = open_health(run, &health);
    vitals_text json;
    arm(run);
    if (!status)
        status = vitals_assess_text(health.worker, WIDGET, strlen(WIDGET), NULL, &json, NULL);
    if (!status) say(run, "verdict", json);
    disarm(run);
    health_close(&health);
    return status;
}

static vitals_status flow_trace(flow_run *run) {
    health_run health;
    vitals_trace *trace = NULL;
    vitals_document *document = NULL;
    vitals_status status = open_health(run, &health);
    if (!status) status = parse(run, WIDGET, &document, NULL);
    arm(run);
    if (!status) status = vitals_trace_new(&run->allocator, &trace);
    vitals_call call = VITALS_CALL_INIT;
    call.trace = trace;
    if (!status) status = vitals_assess(health.worker, document, &call, health.verdict);
    if (!status) say(run, "message", vitals_verdict_message(health.verdict));
    vitals_trace_event event;
    for (size_t i = 0; !status && vitals_trace_at(trace, i, &event, sizeof event); i++) {
        say(run, "path", event.path);
        say(run, "value", event.value);
        say(run, "text", event.text);
    }
    if (!status && !vt_trace_is_complete(trace)) status = VITALS_ENOMEM;
    disarm(run);
    vitals_trace_free(trace);
    vitals_document_free(document);
    health_close(&health);
    return status;
}

static vitals_status flow_explain(flow_run *run) {
    health_run health;
    vitals_explanation *explanation = NULL;
    vitals_document *document = NULL;
    vitals_status status = open_health(run, &health);
    if (!status) status = parse(run, GADGET, &document, NULL);
    arm(run);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_FLUX;
    if (!status)
        status = vitals_explain(health.engine, document, &call, &run->allocator, &explanation);
    vitals_considered considered;
    for (size_t i = 0; !status && vitals_explanation_considered_at(explanation, i, &considered,
                                                                   sizeof considered);
         i++) {
        say(run, considered.outcome, considered.text);
    }
    disarm(run);
    vitals_explanation_free(explanation);
    vitals_document_free(document);
    health_close(&health);
    return status;
}

static vitals_status put_all(flow_run *run, health_run *health, vitals_application *application) {
    vitals_status status = VITALS_OK;
    for (size_t i = 0; !status && i < OBJECTS; i++) {
        vitals_document *document = NULL;
        char key[8];
        int size = snprintf(key, sizeof key, "k%zu", i);
        status = parse(run, objects[i], &document, NULL);
        if (!status) status = vitals_assess(health->worker, document, NULL, health->verdict);
        vitals_resource resource = VITALS_RESOURCE_INIT;
        resource.key = (vitals_text){ key, (size_t)size };
        resource.target = resource.live = document;
        resource.verdict = health->verdict;
        if (!status) status = vitals_application_put(application, &resource);
        vitals_document_free(document);
    }
    return status;
}

static vitals_status flow_application(flow_run *run) {
    health_run health;
    vitals_application *application = NULL;
    vitals_health result;
    vitals_text message;
    vitals_status status = open_health(run, &health);
    arm(run);
    if (!status) status = vitals_application_new(health.engine, NULL, &application);
    if (!status) status = put_all(run, &health, application);
    if (!status) status = vitals_application_remove(application, (vitals_text){ "k4", 2 });
    if (!status) status = vitals_application_health(application, &result, &message);
    if (!status) say(run, vitals_health_name(result), message);
    disarm(run);
    vitals_application_free(application);
    health_close(&health);
    return status;
}

/* A set under kstatus: the Pod decides about its ReplicaSet. */
static vitals_status flow_set(flow_run *run) {
    health_run health;
    vitals_set *set = NULL;
    vitals_status status = open_health(run, &health);
    arm(run);
    if (!status) status = vitals_set_new(&run->allocator, &set);
    for (size_t i = 0; !status && i < OBJECTS; i++) {
        vitals_document *document = NULL;
        status = parse(run, objects[i], &document, NULL);
        if (!status) status = vitals_set_put(set, document);
        if (status) vitals_document_free(document);
    }
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_KSTATUS;
    call.now_seconds = 1767225600;
    call.set = set;
    uint64_t cursor = 0;
    for (const vitals_document *next; !status && (next = vitals_set_next(set, &cursor));) {
        status = vitals_assess(health.worker, next, &call, health.verdict);
        if (!status) say(run, "message", vitals_verdict_message(health.verdict));
    }
    disarm(run);
    vitals_set_free(set);
    health_close(&health);
    return status;
}

/* ---- streams */

typedef struct input {
    const char *text;
    size_t at;
} input;

/* Three bytes at a time. */
static ptrdiff_t read_input(void *user, char *buffer, size_t capacity) {
    input *from = user;
    size_t rest = strlen(from->text) - from->at;
    size_t size = rest < 3 ? rest : 3;
    if (size > capacity) size = capacity;
    memcpy(buffer, from->text + from->at, size);
    from->at += size;
    return (ptrdiff_t)size;
}

static vitals_status read_stream(flow_run *run, vitals_stream *stream) {
    vitals_status status;
    do {
        vitals_piece *piece = NULL;
        vitals_document *document = NULL;
        status = vitals_stream_next(stream, &piece, NULL);
        if (!status) status = vitals_piece_parse(piece, &document, NULL, NULL);
        if (!status) say(run, "name", vitals_document_name(document));
        vitals_document_free(document);
        vitals_piece_free(piece);
    } while (!status);
    return status == VITALS_ENOTFOUND ? VITALS_OK : status;
}

static vitals_status flow_stream(flow_run *run) {
    static const char *const texts[] = {
        "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[" DEPLOYMENT "," POD "]}" POD,
        WIDGET "---\n" GADGET "---\nkind: List\napiVersion: v1\nitems:\n- kind: Pod\n"
               "  metadata: {name: x}\n- metadata: {name: y}\n",
    };
    vitals_status status = VITALS_OK;
    arm(run);
    for (size_t i = 0; !status && i < sizeof texts / sizeof *texts; i++) {
        vitals_read_options options = VITALS_READ_OPTIONS_INIT;
        options.allocator = &run->allocator;
        input from = { texts[i], 0 };
        vitals_stream *stream = NULL;
        status = vitals_stream_new(&options, read_input, &from, &stream);
        if (!status) status = read_stream(run, stream);
        vitals_stream_free(stream);
    }
    return status;
}

static vitals_status flow_lint(flow_run *run) {
    vitals_lint *lint = NULL;
    arm(run);
    vitals_status status = vitals_lint_new(&run->allocator, NULL, &lint);
    if (!status)
        status = vitals_lint_text(lint, "cm.yaml", setup.configmap, strlen(setup.configmap));
    if (!status)
        status = vitals_lint_text(lint, "exprs.yaml", setup.expressions, strlen(setup.expressions));
    if (!status) status = vitals_lint_text(lint, "rules.yaml", setup.rules, strlen(setup.rules));
    if (!status) status = vitals_lint_finish(lint);
    vitals_lint_finding finding;
    for (size_t i = 0; !status && vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        say(run, finding.rule->id, finding.text);
    }
    disarm(run);
    vitals_lint_free(lint);
    return status;
}

#define KUSTOMIZATION VITALS_SOURCE_DIR "/tests/torture/kustomize/kustomization.yaml"

/* Files that a kustomization names, while an engine is built and in lint. */
static vitals_status flow_kustomization(flow_run *run) {
    vitals_rules_options options = VITALS_RULES_OPTIONS_INIT;
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    vitals_lint *lint = NULL;
    vitals_rule rule;
    size_t size = 0;
    char *text = file_read(KUSTOMIZATION, &size);
    assert_non_null(text);
    options.take |= VITALS_RULES_FOLLOW;
    arm(run);
    vitals_status status = vitals_configuration_new(&run->allocator, &configuration);
    if (!status) {
        vitals_configuration_set_bundled(configuration, false);
        status = vitals_configuration_add_rules(configuration, KUSTOMIZATION, text, size, &options,
                                                NULL);
    }
    if (!status) status = vitals_engine_new(configuration, &engine, NULL);
    if (!status) status = vitals_lint_new(&run->allocator, NULL, &lint);
    if (!status) status = vitals_lint_path(lint, KUSTOMIZATION, NULL);
    if (!status) status = vitals_lint_finish(lint);
    disarm(run);
    for (size_t i = 0; !status && vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if (rule.source == VITALS_SOURCE_CUSTOMIZATION) say(run, rule.id, vt_text_from(rule.file));
    }
    vitals_lint_free(lint);
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
    free(text);
    return status;
}

static vitals_status flow_cel(flow_run *run) {
    static const char line[] = "{\"env\":\"flux\",\"mode\":\"compile\",\"expr\":\"[3,1,2].map(x, "
                               "string(x) + s).join(',').matches('3.*z')\",\"vars\":{\"s\":\"z\"}}";
    vitals_cel_batch *batch = NULL;
    vitals_text answer;
    arm(run);
    vitals_status status = vitals_cel_batch_new(&run->allocator, NULL, &batch);
    if (!status)
        status = vitals_cel_batch_answer(batch, (vitals_text){ line, strlen(line) }, &answer, NULL);
    if (!status) say(run, "answer", answer);
    disarm(run);
    vitals_cel_batch_free(batch);
    return status;
}

/* ---- each allocation fails once */

typedef vitals_status (*flow_fn)(flow_run *run);

/* One call through the flat interface; what it answered. */
static vitals_status say_result(flow_run *run, vitals_binding *binding, const char *label,
                                int64_t result) {
    if (result >= 0) {
        say(run, label,
            (vitals_text){ vitals_binding_text(binding), vitals_binding_text_size(binding) });
    }
    return result < 0 ? (vitals_status)result : VITALS_OK;
}

static vitals_status use_live(flow_run *run, vitals_binding *b) {
    int64_t source = 0, scope = 0, view = 0;
    vitals_status status = say_result(run, b, "open", vitals_binding_live_open(b, NULL, 0));
    if (!status) status = say_result(run, b, "", source = vitals_binding_live_source(b, NULL, 0));
    if (!status) {
        status = say_result(run, b, "", scope = vitals_binding_live_scope(b, source, NULL, 0));
    }
    if (!status) status = say_result(run, b, "", view = vitals_binding_live_view(b, NULL, 0));
    if (!status) {
        status =
            say_result(run, b, "put", vitals_binding_live_put(b, scope, WIDGET, strlen(WIDGET)));
    }
    if (!status) status = say_result(run, b, "run", vitals_binding_live_run(b, 1, 10));
    if (!status) {
        status = say_result(run, b, "page", vitals_binding_live_snapshot(b, view, 0, 10));
    }
    return status;
}

static vitals_status flow_binding(flow_run *run) {
    static const char options[] =
        "{\"checks\":{\"example.com/Widget\":\"return {status='Healthy', message=obj.kind}\"}}";
    static const char request[] = "{\"files\":{\"a/B/health.lua\":\"x = 1\"}}";
    arm(run);
    vitals_binding *b = vt_binding_new(&run->allocator);
    if (!b) return VITALS_ENOMEM;
    vitals_status status =
        say_result(run, b, "configure", vitals_binding_configure(b, options, strlen(options)));
    if (!status) {
        status = say_result(run, b, "assess", vitals_binding_assess(b, WIDGET, strlen(WIDGET), 1));
    }
    if (!status)
        status = say_result(run, b, "lint", vitals_binding_lint(b, request, strlen(request)));
    if (!status) {
        status = say_result(run, b, "test", vitals_binding_test(b, request, strlen(request), 1));
    }
    if (!status) status = use_live(run, b);
    vitals_binding_free(b);
    return status;
}

static const struct flow {
    TABLE_ROW;
    flow_fn work;
} flows[] = {
    { "parse", flow_parse },
    { "syntax error", flow_syntax_error },
    { "write", flow_write },
    { "engine", flow_engine },
    { "assess combined", flow_combined },
    { "assess argocd", flow_argocd },
    { "assess flux", flow_flux },
    { "assess kstatus", flow_kstatus },
    { "assess text", flow_assess_text },
    { "trace", flow_trace },
    { "explain", flow_explain },
    { "application", flow_application },
    { "set", flow_set },
    { "stream", flow_stream },
    { "lint", flow_lint },
    { "kustomization", flow_kustomization },
    { "cel", flow_cel },
    { "binding", flow_binding },
};

static vitals_status run_once(flow_fn work, size_t fail_at, flow_run *run) {
    memset(run, 0, sizeof *run);
    run->allocator = torture_allocator(&run->memory);
    run->fail_at = fail_at;
    vt_buffer_init(&run->out, NULL, SIZE_MAX / 2);
    vitals_status status = work(run);
    assert_int_equal(run->memory.live_blocks, 0);
    assert_int_equal(run->memory.live_bytes, 0);
    return status;
}

static bool same_answer(const flow_run *a, const flow_run *b) {
    return vt_text_equal(vt_buffer_text(&a->out), vt_buffer_text(&b->out));
}

/* A rule that runs out of memory is an answer: Unknown with that error. */
static bool reports_memory(const flow_run *run) {
    return vt_text_find(vt_buffer_text(&run->out), VT_TEXT("not enough memory"), 0) != SIZE_MAX;
}

static void check(void **state) {
    const struct flow *flow = *state;
    flow_run reference, run;
    assert_int_equal(run_once(flow->work, 0, &reference), VITALS_OK);
    assert_true(reference.out.size > 0);
    size_t wrong = 0;
    bool is_over = false;
    size_t fail_at = 1;
    for (; !is_over; fail_at++) {
        vitals_status status = run_once(flow->work, fail_at, &run);
        is_over = run.memory.allocations < fail_at;
        if (status == VITALS_OK && !same_answer(&reference, &run) && !reports_memory(&run)) {
            printf("allocation %zu\n", fail_at);
            wrong++;
        } else if (status != VITALS_OK) {
            assert_int_equal(status, VITALS_ENOMEM);
        }
        vt_buffer_done(&run.out);
    }
    printf("  %s: %zu allocations\n", flow->name, fail_at - 2);
    vt_buffer_done(&reference.out);
    assert_int_equal(wrong, 0);
}

int main(void) {
    return TABLE_RUN("flows", check, flows);
}
