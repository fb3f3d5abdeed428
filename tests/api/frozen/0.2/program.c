/*
** A program of a user of vitals 0.2: program CHECKS. It is compiled against the headers of 0.2, and run
** with the library of today. It calls a function of each family, and every one that takes a struct.
**
** Never edit it for the sake of a change of the library: it is the program that must keep working.
** OLDER: the headers are those of an imaginary version before, whose structs lack the last field.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vitals/cel.h>
#include <vitals/explain.h>
#include <vitals/kstatus.h>
#include <vitals/lint.h>
#include <vitals/testing.h>
#include <vitals/vitals.h>

static int failures;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                 \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)
#define OK(call) CHECK((call) == VITALS_OK)

static vitals_text text(const char *string) {
    const vitals_text result = { string, strlen(string) };
    return result;
}

static int is(vitals_text got, const char *expected) {
    return got.bytes && got.size == strlen(expected) && memcmp(got.bytes, expected, got.size) == 0;
}

/* An allocator of the program, which counts. */
static void *allocate(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    (void)old_bytes;
    ++*(size_t *)user;
    if (new_bytes) return realloc(block, new_bytes);
    free(block);
    return NULL;
}

static const char configmap[] = "apiVersion: v1\n"
                                "kind: ConfigMap\n"
                                "metadata: {name: argocd-cm}\n"
                                "data:\n"
                                "  resource.customizations.health.example.com_Widget: |\n"
                                "    hs = {status = 'Degraded', message = obj.metadata.name}\n"
                                "    return hs\n";
static const char widget[] = "apiVersion: example.com/v1\n"
                             "kind: Widget\n"
                             "metadata: {name: w, namespace: shop, uid: u1}\n"
                             "status: {ready: true}\n";

static vitals_document *parse(const char *source) {
    vitals_document *document = NULL;
    OK(vitals_document_parse(source, strlen(source), NULL, &document, NULL));
    return document;
}

static vitals_engine *build(void) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    OK(vitals_configuration_new(NULL, &configuration));
    OK(vitals_configuration_add_argocd_cm(configuration, "cm.yaml", configmap, strlen(configmap),
                                          NULL));
    OK(vitals_engine_new(configuration, &engine, NULL));
    vitals_configuration_free(configuration);
    return engine;
}

/* ------------------------------------------------------------ basics, documents */

static void basics(void) {
    CHECK(vitals_version_number() >= VITALS_VERSION_OF(0, 2, 0));
    CHECK(strlen(vitals_version()) >= 5);
    CHECK(strcmp(vitals_status_text(VITALS_EAGAIN), "not finished: call again") == 0);
    vitals_limits *limits = NULL;
    uint64_t value = 0;
    OK(vitals_limits_new(NULL, &limits));
    OK(vitals_limits_set(limits, "document_bytes", 10));
    OK(vitals_limits_get(limits, "document_bytes", &value));
    CHECK(value == 10 && vitals_limit_at(0)->name);
    vitals_diagnostics *diagnostics = NULL;
    vitals_document *document = NULL;
    OK(vitals_diagnostics_new(NULL, &diagnostics));
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = limits;
    CHECK(vitals_document_parse(widget, strlen(widget), &options, &document, diagnostics) ==
          VITALS_ELIMIT);
    CHECK(vitals_diagnostics_count(diagnostics) == 1);
    CHECK(strcmp(vitals_diagnostics_at(diagnostics, 0)->limit, "document_bytes") == 0);
    vitals_document_free(document);
    vitals_diagnostics_free(diagnostics);
    vitals_limits_free(limits);
}

static void documents(void) {
    size_t calls = 0;
    const vitals_allocator allocator = { allocate, &calls };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    vitals_origin origin;
    options.allocator = &allocator;
    options.file = "w.yaml";
    options.format = VITALS_FORMAT_YAML;
    OK(vitals_document_parse(widget, strlen(widget), &options, &document, NULL));
    CHECK(is(vitals_document_kind(document), "Widget") &&
          is(vitals_document_group(document), "example.com"));
    vitals_document_origin(document, &origin, sizeof origin);
    CHECK(strcmp(origin.file, "w.yaml") == 0);
    vitals_document_free(document);
    CHECK(calls > 0);
}

static ptrdiff_t read_once(void *user, char *buffer, size_t capacity) {
    const char **source = user;
    const size_t size = *source ? strlen(*source) : 0;
    if (size > capacity) return -1;
    if (size) memcpy(buffer, *source, size);
    *source = NULL;
    return (ptrdiff_t)size;
}

static void streams(void) {
    const char *source = "{\"kind\":\"A\"}\n{\"kind\":\"B\"}\n";
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_stream *stream = NULL;
    vitals_piece *piece = NULL;
    size_t count = 0;
    options.file = "-";
    OK(vitals_stream_new(&options, read_once, &source, &stream));
    while (vitals_stream_next(stream, &piece, NULL) == VITALS_OK) {
        vitals_document *document = NULL;
        vitals_event event = VITALS_EVENT_ERROR;
        OK(vitals_piece_parse(piece, &document, &event, NULL));
        CHECK(event == VITALS_EVENT_NONE);
        vitals_document_free(document);
        vitals_piece_free(piece);
        count++;
    }
    CHECK(count == 2);
    vitals_stream_free(stream);
}

static void sets(void) {
    vitals_set *set = NULL;
    OK(vitals_set_new(NULL, &set));
    OK(vitals_set_put(set, parse(widget)));
    CHECK(vitals_set_count(set) == 1);
    CHECK(vitals_set_find(set, text("example.com"), text("Widget"), text("shop"), text("w")) !=
          NULL);
    vitals_set_free(set);
}

/* --------------------------------------------------------- verdicts, applications */

static void verdicts(vitals_engine *engine, const vitals_document *document) {
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    vitals_rule rule;
    vitals_text json;
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    call.now_seconds = 1700000000;
    OK(vitals_worker_new(engine, &worker));
    OK(vitals_verdict_new(NULL, &verdict));
    OK(vitals_assess(worker, document, &call, verdict));
    CHECK(vitals_verdict_health(verdict) == VITALS_HEALTH_DEGRADED);
    CHECK(is(vitals_verdict_message(verdict), "w"));
    CHECK(vitals_verdict_source(verdict) == VITALS_SOURCE_CUSTOMIZATION);
    OK(vitals_verdict_json(verdict, &json));
    CHECK(strstr(json.bytes, "\"status\":\"Degraded\""));
    CHECK(vitals_engine_rule_at(engine, 0, &rule, sizeof rule));
    CHECK(strcmp(rule.id, "example.com/Widget") == 0 && rule.line == 5 && !rule.broken);
    OK(vitals_assess_text(worker, widget, strlen(widget), &call, &json, NULL));
    CHECK(strstr(json.bytes, "\"status\":\"Degraded\""));
#ifndef OLDER
    vitals_trace_event event;
    OK(vitals_trace_new(NULL, &call.trace));
    OK(vitals_assess(worker, document, &call, verdict));
    CHECK(vitals_trace_at(call.trace, 0, &event, sizeof event));
    CHECK(event.source == VITALS_SOURCE_DELETION || event.kind == VITALS_TRACE_READ);
    vitals_trace_free(call.trace);
#endif
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
}

static void applications(vitals_engine *engine, const vitals_document *document) {
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    vitals_application *application = NULL;
    vitals_application_entry entry;
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    vitals_health health = VITALS_HEALTH_EMPTY;
    options.aggregate = VITALS_AGGREGATE_WORST;
    OK(vitals_worker_new(engine, &worker));
    OK(vitals_verdict_new(NULL, &verdict));
    OK(vitals_assess(worker, document, NULL, verdict));
    OK(vitals_application_new(engine, &options, &application));
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.key = text("u1");
    resource.live = document;
    resource.verdict = verdict;
    OK(vitals_application_put(application, &resource));
    OK(vitals_application_health(application, &health, NULL));
    CHECK(health == VITALS_HEALTH_DEGRADED);
    OK(vitals_application_entry_of(application, text("u1"), &entry, sizeof entry));
    CHECK(entry.health == VITALS_HEALTH_DEGRADED && entry.counted);
    vitals_application_free(application);
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
}

static void explanations(vitals_engine *engine, const vitals_document *document) {
    vitals_call call = VITALS_CALL_INIT;
    vitals_explanation *explanation = NULL;
    vitals_considered considered;
    vitals_field field;
    vitals_script_line line;
    vitals_subexpression part;
    vitals_other_profile other;
    vitals_descendant descendant;
    call.profile = VITALS_PROFILE_ARGOCD;
    OK(vitals_explain(engine, document, &call, NULL, &explanation));
    CHECK(vitals_explanation_considered_at(explanation, 0, &considered, sizeof considered));
    CHECK(strlen(considered.outcome) > 0);
    CHECK(vitals_explanation_field_at(explanation, 0, &field, sizeof field));
    CHECK(field.path.size > 1 && field.path.bytes[0] == '.');
    CHECK(vitals_explanation_line_at(explanation, 0, &line, sizeof line) && line.script_line == 1);
    CHECK(vitals_explanation_other_profile_at(explanation, 0, &other, sizeof other));
    CHECK(other.profile != VITALS_PROFILE_ARGOCD);
    CHECK(!vitals_explanation_subexpression_at(explanation, 0, &part, sizeof part));
    CHECK(!vitals_explanation_descendant_at(explanation, 0, &descendant, sizeof descendant));
    vitals_explanation_free(explanation);
}

/* --------------------------------------------------------------- CEL and kstatus */

static void expressions(const vitals_document *document) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    const vitals_cel_variable variable = { { "w", 1 }, document };
    vitals_cel_program *program = NULL;
    vitals_cel_state *state = NULL;
    vitals_cel_answer answer;
    vitals_cel_function function;
    char signature[128];
    options.environment = VITALS_CEL_ENVIRONMENT_FLUX;
    input.object = document;
    input.variables = &variable;
    input.variable_count = 1;
    OK(vitals_cel_compile(text("w.metadata.name + kind"), &options, &program, NULL));
    OK(vitals_cel_state_new(NULL, &state));
    OK(vitals_cel_evaluate(program, state, &input, &answer, sizeof answer));
    CHECK(!answer.failed && is(answer.text, "\"wWidget\"") && strcmp(answer.type, "string") == 0);
    CHECK(vitals_cel_function_at(VITALS_CEL_ENVIRONMENT_FLUX, 0, &function, sizeof function,
                                 signature, sizeof signature));
    CHECK(strlen(function.name) > 0 && strstr(signature, "->"));
    vitals_cel_state_free(state);
    vitals_cel_program_free(program);
}

static void kstatuses(void) {
    vitals_document *document =
        parse("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, generation: 2}\n"
              "status: {observedGeneration: 1}\n");
    vitals_kstatus_result *result = NULL;
    vitals_kstatus_condition condition;
    OK(vitals_kstatus_result_new(NULL, &result));
    OK(vitals_kstatus_compute(document, VITALS_KSTATUS_READER_COMPUTE, 0, NULL, result));
    CHECK(vitals_kstatus_result_status(result) == VITALS_KSTATUS_IN_PROGRESS);
    CHECK(vitals_kstatus_result_condition(result, 0, &condition, sizeof condition));
    CHECK(is(condition.type, "Reconciling"));
    vitals_kstatus_result_free(result);
    vitals_document_free(document);
}

/* --------------------------------------------------------------- lint and tests */

static void lints(void) {
    static const char typo[] =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n"
        "  resource.customizations.health.example.com_Widget: 'return {'\n";
    vitals_lint *lint = NULL;
    vitals_lint_finding finding;
    OK(vitals_lint_new(NULL, NULL, &lint));
    OK(vitals_lint_text(lint, "argocd-cm.yaml", typo, strlen(typo)));
    OK(vitals_lint_finish(lint));
    CHECK(vitals_lint_finding_at(lint, 0, &finding, sizeof finding));
    CHECK(finding.rule->severity == VITALS_SEVERITY_ERROR && finding.line == 5 && !finding.ignored);
    vitals_lint_free(lint);
}

static void tests(const char *checks) {
    vitals_test_options options = VITALS_TEST_OPTIONS_INIT;
    vitals_report *report = NULL;
    vitals_test test;
    vitals_coverage coverage;
    vitals_coverage_point point;
    vitals_incomplete_finding incomplete;
    options.coverage = true;
    options.incomplete = true;
    OK(vitals_test_run(&checks, 1, &options, &report, NULL));
    CHECK(vitals_report_count(report, VITALS_OUTCOME_PASSED) == 1);
    CHECK(vitals_report_test_at(report, 0, &test, sizeof test) && is(test.status, "Healthy"));
    CHECK(vitals_report_coverage_at(report, 0, &coverage, sizeof coverage) && coverage.lines == 5);
    CHECK(vitals_report_coverage_point_at(report, 0, 0, &point, sizeof point) && point.line == 1);
    CHECK(!vitals_report_incomplete_at(report, 0, &incomplete, sizeof incomplete));
    vitals_report_free(report);
}

static void drafts(const vitals_document *document) {
    vitals_draft *draft = NULL;
    vitals_draft_file file;
    OK(vitals_draft_new(document, NULL, &draft));
    CHECK(vitals_draft_file_at(draft, 0, &file, sizeof file));
    CHECK(is(file.path, "example.com/Widget/health.lua"));
    vitals_draft_free(draft);
}

int main(int argc, char **argv) {
    vitals_engine *engine = build();
    vitals_document *document = parse(widget);
    if (argc != 2 || !engine || !document) return 2;
    basics();
    documents();
    streams();
    sets();
    verdicts(engine, document);
    applications(engine, document);
    explanations(engine, document);
    expressions(document);
    kstatuses();
    lints();
    tests(argv[1]);
    drafts(document);
    vitals_document_free(document);
    vitals_engine_release(engine);
    return failures != 0;
}
