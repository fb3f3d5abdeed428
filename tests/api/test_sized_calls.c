/*
** Every public function that takes a struct, with every size that a caller's header could have given
** it: the call works, reads nothing beyond (AddressSanitizer watches) and writes nothing beyond.
*/
#include <stdlib.h>
#include <string.h>

#include <vitals/cel.h>
#include <vitals/explain.h>
#include <vitals/kstatus.h>
#include <vitals/lint.h>
#include <vitals/live.h>
#include <vitals/testing.h>
#include <vitals/vitals.h>
#include <vitals/why.h>

#include "support/files.h"
#include "support/table.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* One handle of each sort. */
static struct {
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_document *document;
    vitals_verdict *verdict;
    vitals_trace *trace;
    vitals_application *application;
    vitals_explanation *explanation, *owner;
    vitals_cel_program *program;
    vitals_cel_state *state;
    vitals_kstatus_result *kstatus;
    vitals_lint *lint;
    vitals_report *report;
    vitals_draft *draft;
    vitals_set *set;
    vitals_set *troubled; /* a Deployment, its event */
    vitals_why *why;
    vitals_live *live;
    vitals_live_view *view;
    vitals_live_id source, scope, row, led; /* `led` is a row with a delivery */
} all;

static vitals_text text(const char *string) {
    return (vitals_text){ string, strlen(string) };
}

static vitals_document *parse(const char *source) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(source, strlen(source), NULL, &document, NULL),
                     VITALS_OK);
    return document;
}

/* ------------------------------------------------------- structs callers fill */

static const char object[] = "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":"
                             "{\"name\":\"w\",\"uid\":\"u\"},\"status\":{\"phase\":\"Ready\"}}";

static vitals_status with_read_options(const void *given) {
    vitals_document *document = NULL;
    const vitals_status status =
        vitals_document_parse(object, strlen(object), given, &document, NULL);
    vitals_document_free(document);
    return status;
}

static vitals_status with_write_options(const void *given) {
    char *written = NULL;
    size_t size = 0;
    const vitals_status status = vitals_document_write(all.document, given, &written, &size);
    if (!status) vitals_text_free(NULL, written, size);
    return status;
}

static ptrdiff_t read_nothing(void *user, char *buffer, size_t capacity) {
    (void)user, (void)buffer, (void)capacity;
    return 0;
}

static vitals_status with_stream_options(const void *given) {
    vitals_stream *stream = NULL;
    const vitals_status status = vitals_stream_new(given, read_nothing, NULL, &stream);
    vitals_stream_free(stream);
    return status;
}

static vitals_status with_rules_options(const void *given) {
    vitals_configuration *configuration = NULL;
    vitals_status status = vitals_configuration_new(NULL, &configuration);
    if (!status) status = vitals_configuration_add_rules(configuration, "", "", 0, given, NULL);
    vitals_configuration_free(configuration);
    return status;
}

/* Without objects there is nothing to draft from. */
static vitals_status with_draft_options(const void *given) {
    vitals_draft *draft = NULL;
    const vitals_status status = vitals_draft_make(given, &draft);
    vitals_draft_free(draft);
    return status == VITALS_ENOTFOUND ? VITALS_OK : status;
}

static vitals_status with_coverage_part(const void *given) {
    vitals_coverage_list *list = NULL;
    vitals_status status = vitals_coverage_new(NULL, &list);
    if (!status) status = vitals_coverage_add(list, given);
    vitals_coverage_free(list);
    return status;
}

static vitals_status with_coverage_question(const void *given) {
    vitals_coverage_list *list = NULL;
    vitals_health health = VITALS_HEALTH_HEALTHY;
    bool incomplete;
    vitals_text remark;
    vitals_status status = vitals_coverage_new(NULL, &list);
    if (!status) status = vitals_coverage_judge(list, given, &health, &incomplete, &remark);
    vitals_coverage_free(list);
    return status;
}

static vitals_status with_call(const void *given) {
    return vitals_assess(all.worker, all.document, given, all.verdict);
}

static vitals_status with_call_on_text(const void *given) {
    vitals_text json;
    return vitals_assess_text(all.worker, object, strlen(object), given, &json, NULL);
}

static vitals_status with_call_on_script(const void *given) {
    return vitals_run_script(all.worker, text("return {}"), false, all.document, given,
                             all.verdict);
}

static vitals_status with_call_to_explain(const void *given) {
    vitals_explanation *explanation = NULL;
    const vitals_status status =
        vitals_explain(all.engine, all.document, given, NULL, &explanation);
    vitals_explanation_free(explanation);
    return status;
}

static vitals_status with_application_options(const void *given) {
    vitals_application *application = NULL;
    const vitals_status status = vitals_application_new(all.engine, given, &application);
    vitals_application_free(application);
    return status;
}

/* A struct that ends before `live` has no object, which is an invalid argument. */
static vitals_status with_resource(const void *given) {
    size_t stated;
    memcpy(&stated, given, sizeof stated);
    const vitals_status status = vitals_application_put(all.application, given);
    const bool is_cut = stated >= sizeof stated && stated % sizeof stated == 0 &&
                        stated < offsetof(vitals_resource, live) + sizeof(void *);
    return is_cut && status == VITALS_EINVAL ? VITALS_OK : status;
}

static vitals_status with_test_options(const void *given) {
    vitals_report *report = NULL;
    const vitals_status status = vitals_test_run(NULL, 0, given, &report, NULL);
    vitals_report_free(report);
    return status;
}

static vitals_status with_cel_options(const void *given) {
    vitals_cel_program *program = NULL;
    const vitals_status status = vitals_cel_compile(text("1 + 1"), given, &program, NULL);
    vitals_cel_program_free(program);
    return status;
}

static vitals_status with_cel_input(const void *given) {
    vitals_cel_answer answer;
    return vitals_cel_evaluate(all.program, all.state, given, &answer, sizeof answer);
}

static vitals_status with_live_options(const void *given) {
    vitals_live *live = NULL;
    const vitals_status status = vitals_live_new(given, &live);
    vitals_live_free(live);
    return status;
}

static vitals_status with_live_source_options(const void *given) {
    vitals_live_id source;
    const vitals_status status =
        vitals_live_source_add(all.live, text("another"), all.engine, given, &source);
    return status ? status : vitals_live_source_remove(all.live, source);
}

static vitals_status with_live_filter(const void *given) {
    vitals_live_view *view = NULL;
    const vitals_status status = vitals_live_view_new(all.live, given, &view);
    vitals_live_view_free(view);
    return status;
}

static vitals_status with_live_text(const void *given) {
    return vitals_live_put_text(all.live, all.scope, object, strlen(object), given, NULL);
}

static vitals_status with_why_options(const void *given) {
    vitals_why *why = NULL;
    const vitals_status status = vitals_why_new(all.worker, NULL, given, &why);
    vitals_why_free(why);
    return status;
}

static const vitals_read_options read_options = VITALS_READ_OPTIONS_INIT;
static const vitals_rules_options rules_options = VITALS_RULES_OPTIONS_INIT;
static const vitals_write_options write_options = VITALS_WRITE_OPTIONS_INIT;
static const vitals_call call = VITALS_CALL_INIT;
static const vitals_coverage_part coverage_part = VITALS_COVERAGE_PART_INIT;
static const vitals_coverage_question coverage_question = VITALS_COVERAGE_QUESTION_INIT;
static const vitals_application_options application_options = VITALS_APPLICATION_OPTIONS_INIT;
static const vitals_test_options test_options = VITALS_TEST_OPTIONS_INIT;
static const vitals_draft_options draft_options = VITALS_DRAFT_OPTIONS_INIT;
static const vitals_cel_options cel_options = VITALS_CEL_OPTIONS_INIT;
static const vitals_cel_input cel_input = VITALS_CEL_INPUT_INIT;

static const vitals_live_options live_options = VITALS_LIVE_OPTIONS_INIT;
static const vitals_live_source_options live_source_options = VITALS_LIVE_SOURCE_OPTIONS_INIT;
static const vitals_live_filter live_filter = VITALS_LIVE_FILTER_INIT;
static const vitals_why_options why_options = VITALS_WHY_OPTIONS_INIT;

static vitals_resource resource = VITALS_RESOURCE_INIT; /* with an object: see make_application */

#define GIVEN(type, function, init)                                                                \
    { #type, function, &(init), sizeof(init) }

static const struct given_row {
    const char *name;
    vitals_status (*use)(const void *given);
    const void *init;
    size_t bytes;
} given_rows[] = {
    GIVEN(vitals_read_options, with_read_options, read_options),
    GIVEN(vitals_read_options, with_stream_options, read_options),
    GIVEN(vitals_rules_options, with_rules_options, rules_options),
    GIVEN(vitals_write_options, with_write_options, write_options),
    GIVEN(vitals_call, with_call, call),
    GIVEN(vitals_call, with_call_on_text, call),
    GIVEN(vitals_call, with_call_on_script, call),
    GIVEN(vitals_call, with_call_to_explain, call),
    GIVEN(vitals_application_options, with_application_options, application_options),
    GIVEN(vitals_coverage_part, with_coverage_part, coverage_part),
    GIVEN(vitals_coverage_question, with_coverage_question, coverage_question),
    GIVEN(vitals_resource, with_resource, resource),
    GIVEN(vitals_test_options, with_test_options, test_options),
    GIVEN(vitals_draft_options, with_draft_options, draft_options),
    GIVEN(vitals_cel_options, with_cel_options, cel_options),
    GIVEN(vitals_cel_input, with_cel_input, cel_input),
    GIVEN(vitals_live_options, with_live_options, live_options),
    GIVEN(vitals_live_source_options, with_live_source_options, live_source_options),
    GIVEN(vitals_live_filter, with_live_filter, live_filter),
    GIVEN(vitals_read_options, with_live_text, read_options),
    GIVEN(vitals_why_options, with_why_options, why_options),
};

/* The row's struct with another size, in memory that ends there. The bytes that the header of the test does not know
** are zero but the one at `marked`. */
static vitals_status use_with_size(const struct given_row *row, size_t bytes, size_t stated,
                                   size_t marked) {
    char *given = calloc(1, bytes);
    assert_non_null(given);
    memcpy(given, row->init, bytes < row->bytes ? bytes : row->bytes);
    memcpy(given, &stated, sizeof stated);
    if (marked) given[marked] = 1;
    const vitals_status status = row->use(given);
    free(given);
    return status;
}

static void any_size_given(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(given_rows); i++) {
        const struct given_row *row = &given_rows[i];
        for (size_t bytes = sizeof bytes; bytes <= row->bytes + 64; bytes += sizeof bytes) {
            if (use_with_size(row, bytes, bytes, 0) != VITALS_OK)
                fail_msg("%s of %zu bytes is not accepted", row->name, bytes);
            if (bytes > row->bytes && use_with_size(row, bytes, bytes, bytes - 1) != VITALS_EINVAL)
                fail_msg("%s with a field that is not known is accepted", row->name);
        }
        static const size_t impossible[] = {
            0, 1, sizeof(size_t) - 1, sizeof(size_t) + 1, 1 << 20, SIZE_MAX
        };
        for (size_t j = 0; j < COUNT_OF(impossible); j++) {
            if (use_with_size(row, row->bytes, impossible[j], 0) != VITALS_EINVAL)
                fail_msg("%s that states %zu bytes is accepted", row->name, impossible[j]);
        }
    }
}

/* --------------------------------------------------- structs the library fills */

#define FILL(name, expression)                                                                     \
    static bool name(void *out, size_t out_bytes) {                                                \
        return expression;                                                                         \
    }

static bool fill_origin(void *out, size_t out_bytes) {
    vitals_document_origin(all.document, out, out_bytes);
    return true;
}
FILL(fill_release, vitals_argocd_release_at(0, out, out_bytes))
FILL(fill_flux_release, vitals_flux_release_at(0, out, out_bytes))
FILL(fill_rule, vitals_engine_rule_at(all.engine, 0, out, out_bytes))
FILL(fill_entry,
     vitals_application_entry_of(all.application, text("u"), out, out_bytes) == VITALS_OK)
FILL(fill_event, vitals_trace_at(all.trace, 0, out, out_bytes))
FILL(fill_function, vitals_cel_function_at(VITALS_CEL_ENVIRONMENT_FLUX, 0, out, out_bytes, NULL, 0))
FILL(fill_answer, vitals_cel_evaluate(all.program, all.state, NULL, out, out_bytes) == VITALS_OK)
FILL(fill_condition, vitals_kstatus_result_condition(all.kstatus, 0, out, out_bytes))
FILL(fill_considered, vitals_explanation_considered_at(all.explanation, 0, out, out_bytes))
FILL(fill_field, vitals_explanation_field_at(all.explanation, 0, out, out_bytes))
FILL(fill_line, vitals_explanation_line_at(all.owner, 0, out, out_bytes))
FILL(fill_part, vitals_explanation_subexpression_at(all.explanation, 0, out, out_bytes))
FILL(fill_other, vitals_explanation_other_profile_at(all.explanation, 0, out, out_bytes))
FILL(fill_descendant, vitals_explanation_descendant_at(all.owner, 0, out, out_bytes))
FILL(fill_finding, vitals_lint_finding_at(all.lint, 0, out, out_bytes))
FILL(fill_edit, vitals_lint_edit_at(all.lint, 0, out, out_bytes))
FILL(fill_lint_field,
     vitals_lint_field_at(all.lint, text(""), text("Pod"), text("."), 0, out, out_bytes))
FILL(fill_test, vitals_report_test_at(all.report, 0, out, out_bytes))
FILL(fill_incomplete, vitals_report_incomplete_at(all.report, 0, out, out_bytes))
FILL(fill_coverage, vitals_report_coverage_at(all.report, 0, out, out_bytes))
FILL(fill_point, vitals_report_coverage_point_at(all.report, 0, 0, out, out_bytes))
FILL(fill_file, vitals_draft_file_at(all.draft, 0, out, out_bytes))

static bool fill_live_stats(void *out, size_t out_bytes) {
    vitals_live_stats_of(all.live, out, out_bytes);
    return true;
}
static bool fill_live_counts(void *out, size_t out_bytes) {
    vitals_live_counts_of(all.view, out, out_bytes);
    return true;
}
static bool fill_live_position(void *out, size_t out_bytes) {
    vitals_live_head(all.view, out, out_bytes);
    return true;
}
static bool fill_live_wanted(void *out, size_t out_bytes) {
    uint64_t at = 0;
    return vitals_live_wanted_next(all.live, &at, out, out_bytes);
}
static bool fill_live_change(void *out, size_t out_bytes) {
    vitals_live_position position = { 0, 0 };
    size_t count;
    return vitals_live_changes(all.view, &position, out, 1, out_bytes, &count) == VITALS_OK &&
           count == 1;
}
FILL(fill_live_row, vitals_live_row_of(all.view, all.row, out, out_bytes) == VITALS_OK)
FILL(fill_live_delivery, vitals_live_delivery_of(all.view, all.led, out, out_bytes) == VITALS_OK)
FILL(fill_live_membership, vitals_live_membership_at(all.view, all.row, 0, out, out_bytes))
FILL(fill_live_source, vitals_live_source_of(all.view, all.source, out, out_bytes) == VITALS_OK)
FILL(fill_live_scope, vitals_live_scope_of(all.view, all.scope, out, out_bytes) == VITALS_OK)
FILL(fill_live_application,
     vitals_live_application_of(all.view, vitals_live_application_next(all.view, 0), out,
                                out_bytes) == VITALS_OK)
FILL(fill_finding_of_why, vitals_why_finding_at(all.why, 0, out, out_bytes))
FILL(fill_why_event, vitals_why_event_at(all.why, 0, 0, out, out_bytes))
FILL(fill_why_change, vitals_why_change_at(all.why, 0, 0, out, out_bytes))

static bool fill_live_absent(void *out, size_t out_bytes) {
    for (vitals_live_id id = 0; (id = vitals_live_application_next(all.view, id));) {
        uint64_t at = 0;
        if (vitals_live_absent_next(all.view, id, &at, out, out_bytes)) return true;
    }
    return false;
}

#define FILLED(type, function)                                                                     \
    { #type, function, sizeof(type) }

static const struct filled_row {
    const char *name;
    bool (*fill)(void *out, size_t out_bytes);
    size_t bytes;
} filled_rows[] = {
    FILLED(vitals_origin, fill_origin),
    FILLED(vitals_argocd_release, fill_release),
    FILLED(vitals_flux_release, fill_flux_release),
    FILLED(vitals_rule, fill_rule),
    FILLED(vitals_application_entry, fill_entry),
    FILLED(vitals_trace_event, fill_event),
    FILLED(vitals_cel_function, fill_function),
    FILLED(vitals_cel_answer, fill_answer),
    FILLED(vitals_kstatus_condition, fill_condition),
    FILLED(vitals_considered, fill_considered),
    FILLED(vitals_field, fill_field),
    FILLED(vitals_script_line, fill_line),
    FILLED(vitals_subexpression, fill_part),
    FILLED(vitals_other_profile, fill_other),
    FILLED(vitals_descendant, fill_descendant),
    FILLED(vitals_lint_finding, fill_finding),
    FILLED(vitals_lint_edit, fill_edit),
    FILLED(vitals_lint_field, fill_lint_field),
    FILLED(vitals_test, fill_test),
    FILLED(vitals_incomplete_finding, fill_incomplete),
    FILLED(vitals_coverage, fill_coverage),
    FILLED(vitals_coverage_point, fill_point),
    FILLED(vitals_draft_file, fill_file),
    FILLED(vitals_live_stats, fill_live_stats),
    FILLED(vitals_live_counts, fill_live_counts),
    FILLED(vitals_live_position, fill_live_position),
    FILLED(vitals_live_wanted, fill_live_wanted),
    FILLED(vitals_live_change, fill_live_change),
    FILLED(vitals_live_row, fill_live_row),
    FILLED(vitals_live_delivery_info, fill_live_delivery),
    FILLED(vitals_live_membership, fill_live_membership),
    FILLED(vitals_live_source, fill_live_source),
    FILLED(vitals_live_scope, fill_live_scope),
    FILLED(vitals_live_application, fill_live_application),
    FILLED(vitals_live_absent, fill_live_absent),
    FILLED(vitals_why_finding, fill_finding_of_why),
    FILLED(vitals_why_event, fill_why_event),
    FILLED(vitals_why_change, fill_why_change),
};

/* That the part which the caller knows is right is what test_sized checks, for all of them. */
static void any_size_filled(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(filled_rows); i++) {
        const struct filled_row *row = &filled_rows[i];
        for (size_t bytes = 0; bytes <= row->bytes + 32; bytes++) {
            unsigned char *out = malloc(bytes + 16);
            assert_non_null(out);
            memset(out, 0xAA, bytes + 16);
            if (!row->fill(out, bytes)) fail_msg("%s: nothing to fill", row->name);
            for (size_t j = row->bytes; j < bytes; j++) assert_int_equal(out[j], 0);
            for (size_t j = bytes; j < bytes + 16; j++) {
                if (out[j] != 0xAA) fail_msg("%s of %zu bytes is written beyond", row->name, bytes);
            }
            free(out);
        }
    }
}

/* ------------------------------------------------------------------ completeness */

static bool has_row(const char *name) {
    for (size_t i = 0; i < COUNT_OF(given_rows); i++)
        if (strcmp(given_rows[i].name, name) == 0) return true;
    for (size_t i = 0; i < COUNT_OF(filled_rows); i++)
        if (strcmp(filled_rows[i].name, name) == 0) return true;
    return false;
}

/* GROWING_STRUCTS lists the structs of the headers that carry or are passed with their size; see `alter`. */
static void every_struct_has_a_row(void **state) {
    (void)state;
    size_t size = 0, count = 0;
    char *list = file_read(GROWING_STRUCTS, &size);
    assert_non_null(list);
    vitals_text rest = { list, size }, line;
    while (next_line(&rest, &line)) {
        char name[128];
        if (line.size == 0) continue;
        assert_true(line.size < sizeof name);
        memcpy(name, line.bytes, line.size);
        name[line.size] = '\0';
        count++;
        /* A library of its own: tests/cluster has these. */
        if (strncmp(name, "vitals_cluster_", strlen("vitals_cluster_")) == 0) continue;
        if (strncmp(name, "vitals_suspend", strlen("vitals_suspend")) == 0) continue;
        if (!has_row(name)) fail_msg("%s has no row in this test", name);
    }
    assert_true(count + 1 >= COUNT_OF(filled_rows)); /* changes are passed with the size of one */
    free(list);
}

/* -------------------------------------------------------------------- the handles */

static const char configmap[] =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n"
    "  resource.customizations.health.example.com_Widget: |\n"
    "    return {status = 'Degraded', message = obj.metadata.name}\n";
static const char expressions[] = "- apiVersion: example.com/v1\n  kind: Widget\n"
                                  "  current: status.phase == 'Ready'\n";
static const char child[] =
    "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"c\","
    "\"uid\":\"c\",\"ownerReferences\":[{\"uid\":\"u\"}]}}";

static void make_engine(void) {
    vitals_configuration *configuration = NULL;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(
        vitals_configuration_add_argocd_cm(configuration, "cm", configmap, strlen(configmap), NULL),
        VITALS_OK);
    assert_int_equal(vitals_configuration_add_expressions(configuration, "e", expressions,
                                                          strlen(expressions), NULL),
                     VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &all.engine, NULL), VITALS_OK);
    vitals_configuration_free(configuration);
}

static void make_explanations(void) {
    vitals_call how = VITALS_CALL_INIT;
    assert_int_equal(vitals_set_new(NULL, &all.set), VITALS_OK);
    assert_int_equal(vitals_set_put(all.set, parse(object)), VITALS_OK);
    assert_int_equal(vitals_set_put(all.set, parse(child)), VITALS_OK);
    how.set = all.set;
    how.profile = VITALS_PROFILE_ARGOCD;
    const vitals_document *owner = vitals_set_find_uid(all.set, text("u"));
    assert_int_equal(vitals_explain(all.engine, owner, &how, NULL, &all.owner), VITALS_OK);
    how.profile = VITALS_PROFILE_FLUX;
    assert_int_equal(vitals_explain(all.engine, all.document, &how, NULL, &all.explanation),
                     VITALS_OK);
    assert_int_equal(vitals_trace_new(NULL, &all.trace), VITALS_OK);
    how.trace = all.trace;
    assert_int_equal(vitals_assess(all.worker, all.document, &how, all.verdict), VITALS_OK);
}

static void make_application(void) {
    assert_int_equal(vitals_application_new(all.engine, NULL, &all.application), VITALS_OK);
    resource.key = text("u");
    resource.live = all.document;
    resource.verdict = all.verdict;
    assert_int_equal(vitals_application_put(all.application, &resource), VITALS_OK);
}

static void make_evaluators(void) {
    assert_int_equal(vitals_cel_compile(text("'a' + 'b'"), NULL, &all.program, NULL), VITALS_OK);
    assert_int_equal(vitals_cel_state_new(NULL, &all.state), VITALS_OK);
    assert_int_equal(vitals_kstatus_result_new(NULL, &all.kstatus), VITALS_OK);
    vitals_document *behind = parse("apiVersion: a.b/v1\nkind: C\nmetadata: {name: c, generation: "
                                    "2}\nstatus: {observedGeneration: 1}\n");
    assert_int_equal(
        vitals_kstatus_compute(behind, VITALS_KSTATUS_READER_COMPUTE, 0, NULL, all.kstatus),
        VITALS_OK);
    vitals_document_free(behind);
}

static void make_tools(void) {
    static const char broken[] = "return {";
    static const char idle[] = "local a = 1\nreturn { status = \"Healthy\" }\n";
    const char *const checks = VITALS_SOURCE_DIR "/tests/api/checks";
    vitals_test_options options = VITALS_TEST_OPTIONS_INIT;
    options.coverage = options.incomplete = true;
    assert_int_equal(vitals_test_run(&checks, 1, &options, &all.report, NULL), VITALS_OK);
    assert_int_equal(vitals_draft_new(all.document, NULL, &all.draft), VITALS_OK);
    assert_int_equal(vitals_lint_new(NULL, NULL, &all.lint), VITALS_OK);
    assert_int_equal(vitals_lint_text(all.lint, "a/B/health.lua", broken, strlen(broken)),
                     VITALS_OK);
    assert_int_equal(vitals_lint_text(all.lint, "a/C/health.lua", idle, strlen(idle)), VITALS_OK);
    assert_int_equal(vitals_lint_finish(all.lint), VITALS_OK);
}

static vitals_live_id put_live(const char *source, const char *kind, const char *group) {
    const vitals_live_object names = {
        { NULL, 0 }, text(group), text(kind), { NULL, 0 }, text("w")
    };
    vitals_status status =
        vitals_live_put_text(all.live, all.scope, source, strlen(source), NULL, NULL);
    assert_int_equal(status, VITALS_OK);
    assert_int_equal(vitals_live_run(all.live, all.worker, 0, 100), VITALS_OK);
    return vitals_live_row_find(all.view, all.source, &names);
}

static void make_live(void) {
    static const char member[] =
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"w\","
        "\"labels\":{\"app.kubernetes.io/instance\":\"a\"}}}";
    static const char application[] = "{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":"
                                      "\"Application\",\"metadata\":{\"name\":\"w\"},\"spec\":{"
                                      "\"destination\":{\"name\":\"in-cluster\"}},\"status\":{"
                                      "\"resources\":[{\"kind\":\"Gone\",\"name\":\"g\"}]}}";
    assert_int_equal(vitals_live_new(NULL, &all.live), VITALS_OK);
    assert_int_equal(vitals_live_source_add(all.live, text("one"), all.engine, NULL, &all.source),
                     VITALS_OK);
    assert_int_equal(vitals_live_scope_add(all.live, all.source, NULL, &all.scope), VITALS_OK);
    assert_int_equal(vitals_live_view_new(all.live, NULL, &all.view), VITALS_OK);
    all.row = put_live(member, "Gadget", "example.com");
    all.led = put_live(application, "Application", "argoproj.io");
    assert_int_equal(vitals_live_want(all.view, all.row), VITALS_OK);
}

static void make_why(void) {
    static const char deployment[] =
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w, namespace: n, uid: d, "
        "managedFields: [{manager: kubectl-edit, operation: Update, time: "
        "'2026-01-01T00:59:00Z'}]}\n"
        "spec: {replicas: 1}\nstatus: {conditions: [{type: Progressing, status: 'False', reason: "
        "ProgressDeadlineExceeded, lastTransitionTime: '2026-01-01T01:00:00Z'}]}\n";
    static const char event[] =
        "apiVersion: v1\nkind: Event\nmetadata: {name: e, namespace: n, uid: e}\ninvolvedObject: "
        "{kind: Deployment, namespace: n, name: w, uid: d}\ntype: Warning\nreason: Slow\nmessage: "
        "slow\n"
        "lastTimestamp: '2026-01-01T01:00:00Z'\n";
    vitals_document *object_of = parse(deployment);
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    size_t index;
    assert_int_equal(vitals_set_new(NULL, &all.troubled), VITALS_OK);
    assert_int_equal(vitals_set_put(all.troubled, object_of), VITALS_OK);
    assert_int_equal(vitals_set_put(all.troubled, parse(event)), VITALS_OK);
    options.set = all.troubled;
    assert_int_equal(vitals_why_new(all.worker, NULL, &options, &all.why), VITALS_OK);
    assert_int_equal(vitals_why_ask(all.why, object_of, &index), VITALS_OK);
}

static int make(void **state) {
    (void)state;
    make_engine();
    all.document = parse(object);
    assert_int_equal(vitals_worker_new(all.engine, &all.worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &all.verdict), VITALS_OK);
    make_explanations();
    make_application();
    make_evaluators();
    make_tools();
    make_live();
    make_why();
    return 0;
}

static int done(void **state) {
    (void)state;
    vitals_why_free(all.why);
    vitals_set_free(all.troubled);
    vitals_live_free(all.live);
    vitals_lint_free(all.lint);
    vitals_draft_free(all.draft);
    vitals_report_free(all.report);
    vitals_kstatus_result_free(all.kstatus);
    vitals_cel_state_free(all.state);
    vitals_cel_program_free(all.program);
    vitals_application_free(all.application);
    vitals_trace_free(all.trace);
    vitals_explanation_free(all.explanation);
    vitals_explanation_free(all.owner);
    vitals_set_free(all.set);
    vitals_verdict_free(all.verdict);
    vitals_worker_free(all.worker);
    vitals_document_free(all.document);
    vitals_engine_release(all.engine);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_size_given),
        cmocka_unit_test(any_size_filled),
        cmocka_unit_test(every_struct_has_a_row),
    };
    return cmocka_run_group_tests(tests, make, done);
}
