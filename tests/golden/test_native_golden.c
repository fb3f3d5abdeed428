/* Objects and what Argo CD says of them without any override: deletion first, then the native check. */
#include <stdio.h>

#include "native/native.h"
#include "support/files.h"
#include "support/table.h"

/* What is compared: absent texts mean "no opinion" or "no error". */
typedef struct answer {
    vt_text status, message, error;
} answer;

static const char *health_name(vitals_health health) {
    static const char *const names[] = {
#define VITALS_X(name, text) text,
        VITALS_HEALTH_MAP(VITALS_X)
#undef VITALS_X
    };
    return names[health];
}

static answer assess(const vitals_document *object, vt_arena *arena) {
    vt_evaluation evaluation = { .reader = { object, NULL }, .arena = arena };
    if (vt_native_is_deleting(&evaluation.reader)) {
        return (answer){ VT_TEXT("Progressing"), VT_TEXT("Pending deletion"), VT_TEXT_ABSENT };
    }
    const vt_native_check *check =
        vt_native_find_argocd(vitals_document_group(object), vitals_document_kind(object));
    if (!check) return (answer){ VT_TEXT_ABSENT, VT_TEXT_ABSENT, VT_TEXT_ABSENT };
    vt_opinion opinion = check->check(&evaluation);
    bool failed = opinion.kind == VT_OPINION_FAILED;
    return (answer){ vt_text_from(health_name(opinion.health)), opinion.message,
                     failed ? opinion.message : VT_TEXT_ABSENT };
}

static bool is_same(const char *what, vt_text got, vt_text want) {
    if (vt_text_is_absent(got) == vt_text_is_absent(want) && vt_text_equal(got, want)) return true;
    printf("  %s: got %.*s, want %.*s\n", what, VT_TEXT_ARG(got), VT_TEXT_ARG(want));
    return false;
}

static bool agrees(const vitals_document *line, const vitals_document *object) {
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    answer got = assess(object, &arena);
    vt_text status = vt_value_text(vt_document_find(line, "status", NULL));
    if (vt_text_is_absent(got.message) && !vt_text_is_absent(status)) got.message = VT_TEXT("");
    bool same = is_same("status", got.status, status);
    same &= is_same("message", got.message, vt_value_text(vt_document_find(line, "message", NULL)));
    same &= is_same("error", got.error, vt_value_text(vt_document_find(line, "error", NULL)));
    vt_arena_done(&arena);
    return same;
}

/* The value of "object" as a document of its own. */
static vitals_document *object_of(const vitals_document *line) {
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vitals_document *object = NULL;
    assert_true(vt_document_append_json(line, vt_document_find(line, "object", NULL), 0, &text));
    assert_int_equal(vitals_document_parse(text.bytes, text.size, NULL, &object, NULL), VITALS_OK);
    vt_buffer_done(&text);
    return object;
}

static bool check_line(vitals_text text) {
    vitals_document *line = NULL;
    assert_int_equal(vitals_document_parse(text.bytes, text.size, NULL, &line, NULL), VITALS_OK);
    vitals_document *object = object_of(line);
    bool same = agrees(line, object);
    vt_text id = vt_value_text(vt_document_find(line, "id", NULL));
    if (!same) printf("%.*s differs\n", VT_TEXT_ARG(id));
    vitals_document_free(object);
    vitals_document_free(line);
    return same;
}

static void all_agree(void **state) {
    size_t size, lines = 0, differ = 0;
    char *bytes = file_read(*state, &size);
    assert_non_null(bytes);
    vitals_text rest = { bytes, size }, line;
    while (next_line(&rest, &line)) {
        if (line.size == 0) continue;
        lines++;
        if (!check_line(line)) differ++;
    }
    free(bytes);
    printf("%zu objects, %zu differ\n", lines, differ);
    assert_int_equal(differ, 0);
}

int main(void) {
    const char *path = golden_data("argocd/native-golden.jsonl");
    if (!path) return TEST_SKIPPED;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(all_agree, (void *)(uintptr_t)path),
    };
    return cmocka_run_group_tests_name("native-golden", tests, NULL, NULL);
}
