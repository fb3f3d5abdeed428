/*
** What tools/gen/kinds makes the overview of kinds from: every fixture of the bundled checks, and the
** objects of native.ndjson, as one line of JSON each. A line has the rule that decides, what it answers,
** what profiles flux and kstatus answer, the name of the fixture, and the fields that were read. The kinds
** without health follow, one a line. With --unknown it serves tools/upstream-kinds instead.
*/
#include <stdio.h>

#include "base/text/json_writer.h"
#include "health/health.h"
#include "native/native.h"
#include "rules/check_tree.h"
#include "support/files.h"
#include "support/table.h"

#include <vitals/vitals.h>

#define NOW 1767225600 /* 2026-01-01T00:00:00Z */

typedef struct assessor {
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_verdict *verdict;
    vitals_trace *trace;
} assessor;

static void open_assessor(assessor *by) {
    assert_int_equal(vitals_engine_new(NULL, &by->engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(by->engine, &by->worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &by->verdict), VITALS_OK);
    assert_int_equal(vitals_trace_new(NULL, &by->trace), VITALS_OK);
}

static void close_assessor(assessor *by) {
    vitals_trace_free(by->trace);
    vitals_verdict_free(by->verdict);
    vitals_worker_free(by->worker);
    vitals_engine_release(by->engine);
}

static void assess(assessor *by, const vitals_document *object, vitals_profile profile,
                   vitals_trace *trace) {
    vitals_call call = VITALS_CALL_INIT;
    call.profile = profile;
    call.now_seconds = NOW;
    call.trace = trace;
    assert_int_equal(vitals_assess(by->worker, object, &call, by->verdict), VITALS_OK);
}

static void add_fields(vt_json_writer *line, vitals_trace *trace) {
    vt_json_writer fields = vt_json_add_array(line, "fields");
    vitals_trace_event event;
    for (size_t i = 0; vitals_trace_at(trace, i, &event, sizeof event); i++) {
        if (event.kind == VITALS_TRACE_READ) vt_json_add_text(&fields, NULL, event.path);
    }
    vt_json_close(&fields);
}

static void print_object(assessor *by, const vitals_document *object, vt_text fixture) {
    vt_buffer out;
    vt_buffer_init(&out, NULL, SIZE_MAX / 2);
    vt_json_writer line = vt_json_open_object(&out);
    assess(by, object, VITALS_PROFILE_COMBINED, by->trace);
    vt_json_add_text(&line, "rule", vitals_verdict_rule(by->verdict));
    vt_json_add_word(&line, "source", vitals_source_name(vitals_verdict_source(by->verdict)));
    vt_json_add_word(&line, "status", vitals_health_name(vitals_verdict_health(by->verdict)));
    add_fields(&line, by->trace);
    vt_json_add_text(&line, "fixture", fixture);
    vt_json_add_bool(
        &line, "argocd",
        vt_native_find_argocd(vitals_document_group(object), vitals_document_kind(object)) != NULL);
    static const vitals_profile others[] = { VITALS_PROFILE_FLUX, VITALS_PROFILE_KSTATUS };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assess(by, object, others[i], NULL);
        vt_json_add_word(&line, vitals_profile_name(others[i]),
                         vitals_health_name(vitals_verdict_health(by->verdict)));
    }
    vt_json_close(&line);
    printf("%.*s\n", (int)out.size, out.bytes);
    vt_buffer_done(&out);
}

static void print_bundled(assessor *by) {
    check_tree tree;
    assert_true(tree_read(&tree, VITALS_SOURCE_DIR "/resource_customizations", "health_test.yaml"));
    for (size_t i = 0; i < tree.count; i++) {
        vitals_document *tests =
            tree_document(&tree, tree.directories[i], VT_TEXT("health_test.yaml"));
        const vt_value *at = NULL;
        for (tree_case item; tree_next_case(tests, &at, &item);) {
            vitals_document *object = tree_document(&tree, tree.directories[i], item.input);
            print_object(by, object, item.input);
            vitals_document_free(object);
        }
        vitals_document_free(tests);
    }
    tree_done(&tree);
}

static void print_native(assessor *by) {
    size_t size;
    char *bytes = file_read(VITALS_SOURCE_DIR "/tests/kinds/native.ndjson", &size);
    assert_non_null(bytes);
    vitals_text rest = { bytes, size }, line;
    while (next_line(&rest, &line)) {
        vitals_document *object = NULL;
        assert_int_equal(vitals_document_parse(line.bytes, line.size, NULL, &object, NULL),
                         VITALS_OK);
        print_object(by, object, VT_TEXT(""));
        vitals_document_free(object);
    }
    free(bytes);
}

static void print_healthless(void) {
    vt_text group, kind;
    for (size_t i = 0; vt_healthless_kind_at(i, &group, &kind); i++) {
        printf("{\"healthless\":\"%.*s%s%.*s\"}\n", VT_TEXT_ARG(group), group.size ? "/" : "",
               VT_TEXT_ARG(kind));
    }
}

/* Print those of the names GROUP/KIND on standard input that Argo CD is not known to bundle. */
static void print_unknown(void) {
    char name[1024];
    while (fgets(name, sizeof name, stdin)) {
        vt_text rest = vt_text_trim(vt_text_from(name)), group;
        vt_text_split(&rest, '/', &group);
        if (!vitals_argocd_bundles(group, rest)) {
            printf("%.*s/%.*s\n", VT_TEXT_ARG(group), VT_TEXT_ARG(rest));
        }
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--unknown") == 0) {
        print_unknown();
        return 0;
    }
    assessor by;
    open_assessor(&by);
    print_native(&by);
    print_bundled(&by);
    print_healthless();
    close_assessor(&by);
    return 0;
}
