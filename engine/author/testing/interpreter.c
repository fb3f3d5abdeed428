/*
** Runs the tests of Karmada for InterpretHealth: testdata/interprethealth-test.yaml, a document for each case,
** beside customizations.yaml. KARMADA: github.com/karmada-io/karmada v1.18.2,
** pkg/resourceinterpreter/default/thirdparty/thirdparty_test.go.
*/
#include "author/testing/testing.h"
#include "stream/cut.h"

static const char script_file[] = "customizations.yaml";
static const char tests_file[] = "testdata/interprethealth-test.yaml";

/* A case that is being run. */
typedef struct karmada_case {
    vt_test_run *run;
    const vt_check_directory *directory;
    vt_runner *runner;
    vitals_test test;
    uint32_t line; /* of the document in its file */
} karmada_case;

static vitals_status make_runner(vt_test_run *run, const vt_check_directory *directory,
                                 vt_runner *runner) {
    vitals_report *report = run->report;
    vt_text file = vt_report_join(report, directory->path, vt_text_from(script_file));
    vitals_configuration *configuration = NULL;
    vitals_rules_options options = VITALS_RULES_OPTIONS_INIT;
    options.take = VITALS_RULES_INTERPRETERS;
    vitals_status status = file.bytes ? VITALS_OK : VITALS_ENOMEM;
    if (!status) status = vitals_configuration_new(&report->allocator, &configuration);
    if (!status) {
        vitals_configuration_set_bundled(configuration, false);
        vitals_configuration_set_limits(configuration, &report->limits);
        status = vt_test_read_file(report, directory->path, vt_text_from(script_file), &run->text,
                                   run->diagnostics);
    }
    if (!status) {
        status = vitals_configuration_add_rules(configuration, file.bytes,
                                                run->text.bytes ? run->text.bytes : "",
                                                run->text.size, &options, run->diagnostics);
    }
    if (!status) status = vt_runner_init(runner, report, configuration, run->diagnostics);
    vitals_configuration_free(configuration);
    return status;
}

static vitals_status assess(karmada_case *c, const vitals_document *object, bool healthy) {
    vitals_report *report = c->run->report;
    vitals_test *test = &c->test;
    vitals_call call = VITALS_CALL_INIT;
    call.now_seconds = report->options.now_seconds;
    call.interrupt = report->options.interrupt;
    call.interrupt_user = report->options.interrupt_user;
    vitals_verdict *verdict = NULL;
    vitals_status status = vitals_verdict_new(&report->allocator, &verdict);
    if (!status) status = vitals_assess(c->runner->worker, object, &call, verdict);
    if (!status) {
        const bool decided = vitals_verdict_source(verdict) == VITALS_SOURCE_INTERPRETER;
        test->expected_status = vt_text_from(healthy ? "Healthy" : "Degraded");
        test->rule = vt_report_keep(report, vitals_verdict_rule(verdict));
        test->status = vt_text_from(vitals_health_name(vitals_verdict_health(verdict)));
        test->message = vt_report_keep(report, vitals_verdict_message(verdict));
        test->error = decided ? vt_report_keep(report, vitals_verdict_error(verdict))
                              : VT_TEXT("no health script for this apiVersion and kind");
        test->steps = vitals_verdict_steps(verdict);
        const bool same =
            test->error.size == 0 && vt_text_equal(test->status, test->expected_status);
        test->outcome = same ? VITALS_OUTCOME_PASSED : VITALS_OUTCOME_FAILED;
    }
    vitals_verdict_free(verdict);
    return status;
}

/* The object of a case as a document of its own. */
static vitals_status run_object(karmada_case *c, const vitals_document *document,
                                const vt_value *object, bool healthy) {
    vitals_report *report = c->run->report;
    vitals_read_options read = VITALS_READ_OPTIONS_INIT;
    vitals_document *alone = NULL;
    char *json = NULL;
    size_t size = 0;
    read.allocator = &report->allocator;
    read.limits = &report->limits;
    read.file = c->test.file.bytes;
    vitals_status status = vitals_value_write_json(document, (const vitals_value *)object, 0,
                                                   &report->allocator, &json, &size);
    if (!status) status = vitals_document_parse(json, size, &read, &alone, c->run->diagnostics);
    if (!status) status = assess(c, alone, healthy);
    vitals_document_free(alone);
    vitals_text_free(&report->allocator, json, size);
    return status;
}

static vitals_status run_case(karmada_case *c, const vitals_document *document) {
    const vt_value *root = vt_document_root(document);
    const vt_value *object = vt_document_get(document, root, VT_TEXT("observedObj"));
    const vt_value *output = vt_document_get(document, root, VT_TEXT("output"));
    const vt_value *healthy = vt_document_get(document, output, VT_TEXT("healthy"));
    const vt_text name = vt_value_text(vt_document_get(document, root, VT_TEXT("name")));
    vitals_report *report = c->run->report;
    if (!object || !healthy) return VITALS_OK;
    c->test.name = vt_arena_printf(&report->arena, "%.*s/%s: %.*s", VT_TEXT_ARG(c->directory->name),
                                   tests_file, VT_TEXT_ARG(name));
    c->test.line = c->line + vt_document_place(document, object).line - 1;
    if (!c->test.name.bytes) return VITALS_ENOMEM;
    if (vt_interrupt_asked(vt_report_interrupt(report))) return VITALS_ESTOPPED;
    if (report->options.wants && !report->options.wants(report->options.user, c->test.name.bytes))
        return VITALS_OK;
    vitals_status status = run_object(c, document, object, vt_value_is_true(healthy));
    return status ? status : vt_run_add(c->run, &c->test);
}

static uint32_t count_lines(vt_text text) {
    uint32_t lines = 0;
    for (size_t at = 0; (at = vt_text_find_byte(text, '\n', at)) != SIZE_MAX; at++) lines++;
    return lines;
}

static vitals_status run_documents(karmada_case *c, vt_text text) {
    vitals_report *report = c->run->report;
    vitals_status status = VITALS_OK;
    uint32_t line = 1;
    while (text.size > 0 && !status && !c->run->stopped) {
        vt_yaml_cut cut = VT_YAML_CUT_INIT;
        vitals_document *document = NULL;
        vt_yaml_cut_document(&cut, text, true);
        const vt_text piece = vt_text_between(text, 0, cut.at ? cut.at : text.size);
        vitals_read_options read = VITALS_READ_OPTIONS_INIT;
        read.allocator = &report->allocator;
        read.limits = &report->limits;
        read.file = c->test.file.bytes;
        read.format = VITALS_FORMAT_YAML;
        c->line = line;
        status =
            vitals_document_parse(piece.bytes, piece.size, &read, &document, c->run->diagnostics);
        if (!status) status = run_case(c, document);
        vitals_document_free(document);
        line += count_lines(piece);
        text = vt_text_between(text, piece.size, text.size);
    }
    return status;
}

vitals_status vt_run_interpreter(vt_test_run *run, const vt_check_directory *directory) {
    vt_runner runner;
    vt_buffer tests;
    karmada_case c = { .run = run, .directory = directory, .runner = &runner };
    vitals_status status = make_runner(run, directory, &runner);
    if (status) return status;
    vt_buffer_init(&tests, &run->report->allocator, SIZE_MAX / 2);
    c.test.file = vt_report_join(run->report, directory->path, vt_text_from(tests_file));
    c.test.input = c.test.file;
    if (!c.test.file.bytes) status = VITALS_ENOMEM;
    if (!status) {
        status = vt_test_read_file(run->report, directory->path, vt_text_from(tests_file), &tests,
                                   run->diagnostics);
    }
    if (!status) status = run_documents(&c, vt_buffer_text(&tests));
    vt_buffer_done(&tests);
    vt_runner_done(&runner);
    return status;
}
