/*
** Decision tables of the native checks as test rows: an object, its status and message, and the id
** of the row that must have decided. A row of the product's table that no case reaches fails the test.
*/
#ifndef VITALS_TESTS_NATIVE_CASES_H
#define VITALS_TESTS_NATIVE_CASES_H

#include <stdio.h>

#include "native/native.h"
#include "support/table.h"

typedef struct native_case {
    TABLE_ROW;
    const char *row;    /* the part of the row's id behind "Kind/" */
    const char *status; /* "Healthy" and so on, or "error" when the check failed */
    const char *message;
    const char *fields;  /* of the object, behind apiVersion, kind and metadata; ' is " */
    const char *version; /* apiVersion; NULL is the one of the group below */
    bool strict;         /* as profile combined evaluates; kinds that it has alone always are */
} native_case;

/* Set by NATIVE_RUN. */
static const char *native_version;
static const vt_native_check *native_check;
static const char *native_reached[512];
static size_t native_reached_count;

/* { 'apiVersion', 'kind', 'metadata': {'name':'x','namespace':'ns'} and the fields of the case }. */
static vitals_document *native_object(const char *version, const char *kind, const char *fields) {
    char text[8192];
    int size =
        snprintf(text, sizeof text,
                 "{'apiVersion':'%s','kind':'%s','metadata':{'name':'x','namespace':'ns'}%s%s}",
                 version, kind, fields[0] ? "," : "", fields);
    assert_in_range(size, 1, sizeof text - 1);
    for (char *at = text; *at; at++) {
        if (*at == '\'') *at = '"';
    }
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, (size_t)size, NULL, &document, NULL), VITALS_OK);
    return document;
}

static const char *native_status_name(const vt_opinion *opinion) {
    static const char *const names[] = {
#define VITALS_X(name, text) text,
        VITALS_HEALTH_MAP(VITALS_X)
#undef VITALS_X
    };
    return opinion->kind == VT_OPINION_FAILED ? "error" : names[opinion->health];
}

/* Without memory for the message the same row decides, or the check fails. */
static void native_check_without_memory(const vitals_document *document, bool strict,
                                        const vt_opinion *with) {
    vt_arena arena;
    vt_arena_init(&arena, NULL, 1);
    vt_evaluation evaluation = { .reader = { document, NULL }, .arena = &arena, .strict = strict };
    vt_opinion without = native_check->check(&evaluation);
    if (without.row != with->row) {
        assert_int_equal(without.kind, VT_OPINION_FAILED);
        assert_non_null(strstr(without.message.bytes, "out of memory"));
    }
    vt_arena_done(&arena);
}

/* With a trace an object is read field by field, without one by the parts looked up beforehand. */
static void native_check_traced(const vitals_document *document, bool strict,
                                const vt_opinion *opinion) {
    vitals_trace *trace = NULL;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_evaluation evaluation = { .reader = { document, trace }, .arena = &arena, .strict = strict };
    vt_opinion traced = native_check->check(&evaluation);
    assert_string_equal(native_status_name(&traced), native_status_name(opinion));
    assert_true(vt_text_equal(traced.message, opinion->message));
    assert_ptr_equal(traced.row, opinion->row);
    assert_ptr_equal(traced.condition, opinion->condition);
    vt_arena_done(&arena);
    vitals_trace_free(trace);
}

static void native_check_case(void **state) {
    const native_case *test = *state;
    const char *version = test->version ? test->version : native_version;
    const bool strict = test->strict || native_check->further;
    vitals_document *document = native_object(version, native_check->kind.bytes, test->fields);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_evaluation evaluation = { .reader = { document, NULL }, .arena = &arena, .strict = strict };
    vt_opinion opinion = native_check->check(&evaluation);

    assert_string_equal(native_status_name(&opinion), test->status);
    assert_int_equal(opinion.message.size, strlen(test->message));
    if (test->message[0]) {
        assert_memory_equal(opinion.message.bytes, test->message, opinion.message.size);
    }
    assert_non_null(opinion.row);
    assert_string_equal(strchr(opinion.row, '/') + 1, test->row);
    native_reached[native_reached_count++] = opinion.row;
    native_check_without_memory(document, strict, &opinion);
    native_check_traced(document, strict, &opinion);
    vt_arena_done(&arena);
    vitals_document_free(document);
}

/* One row of the product's table: some case ended in it. */
static void native_check_reached(void **state) {
    const char *const *row = *state;
    for (size_t i = 0; i < native_reached_count; i++) {
        if (native_reached[i] == *row) return;
    }
    fail_msg("no case reaches %s", *row);
}

static int native_run(const char *group, const char *kind, const char *version,
                      const native_case *cases, size_t count) {
    native_version = version;
    native_check = vt_native_find(vt_text_from(group), vt_text_from(kind));
    if (!native_check) return 1;
    int failed = table_run(kind, native_check_case, cases, count, sizeof *cases);
    size_t rows = 0;
    while (native_check->rows[rows]) rows++;
    return failed + table_run("rows", native_check_reached, native_check->rows, rows,
                              sizeof *native_check->rows);
}

#define NATIVE_RUN(group, kind, version, cases)                                                    \
    native_run(group, kind, version, cases, TABLE_COUNT(cases))

#endif
