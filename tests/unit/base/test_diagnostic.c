/* Diagnostics lists, places, limits and status texts. */
#include "base/run/diagnostic.h"
#include "base/text/lines.h"

#include "base/run/limits.h"
#include "support/table.h"
#include "support/torture.h"

/* clang-format off */
static const struct row { TABLE_ROW; const char *text; size_t offset; uint32_t line, column; } rows[] = {
    { "start", "abc", 0, 1, 1 },
    { "in the line", "abc", 2, 1, 3 },
    { "end", "abc", 3, 1, 4 },
    { "past the end", "abc", 99, 1, 4 },
    { "the line break itself", "ab\ncd", 2, 1, 3 },
    { "second line", "ab\ncd", 3, 2, 1 },
    { "columns are code points", "\xC3\xA9\xE6\x97\xA5x", 5, 1, 3 },
    { "carriage return is a column", "a\r\nb", 3, 2, 1 },
    { "empty lines", "\n\n\nx", 3, 4, 1 },
};
/* clang-format on */

static void check(void **state) {
    const struct row *row = *state;
    uint32_t line, column;
    vt_place_locate(vt_text_from(row->text), row->offset, &line, &column);
    assert_int_equal(line, row->line);
    assert_int_equal(column, row->column);
}

/* A host appends findings of its own. */
static void added_by_a_host(void **state) {
    (void)state;
    vitals_diagnostics *list = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &list), VITALS_OK);
    char file[] = "config", text[] = "no such user";
    vitals_diagnostic finding = { VITALS_SEVERITY_ERROR,    "kubeconfig", file, 1, 2, 3, NULL,
                                  { text, sizeof text - 1 } };
    assert_int_equal(vitals_diagnostics_add(list, &finding), VITALS_OK);
    file[0] = text[0] = 'X';
    const vitals_diagnostic *kept = vitals_diagnostics_at(list, 0);
    assert_string_equal(kept->file, "config");
    assert_string_equal(kept->text.bytes, "no such user");
    assert_int_equal(kept->line, 2);
    finding.file = NULL;
    finding.text = (vitals_text){ NULL, 0 };
    assert_int_equal(vitals_diagnostics_add(list, &finding), VITALS_OK);
    assert_string_equal(vitals_diagnostics_at(list, 1)->text.bytes, "");
    assert_int_equal(vitals_diagnostics_add(NULL, &finding), VITALS_OK);
    finding.rule = NULL;
    assert_int_equal(vitals_diagnostics_add(list, &finding), VITALS_EINVAL);
    assert_int_equal(vitals_diagnostics_add(list, NULL), VITALS_EINVAL);
    assert_int_equal(vitals_diagnostics_count(list), 2);
    vitals_diagnostics_free(list);
}

static void keeps_copies(void **state) {
    (void)state;
    vitals_diagnostics *list = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &list), VITALS_OK);
    char file[] = "a.yaml", text[] = "broken";
    vt_diagnose(list, VITALS_SEVERITY_WARNING, "some-rule", (vt_place){ file, 2, 3, 4 },
                VT_LIMIT_NAME(rules), vt_text_from(text));
    file[0] = text[0] = 'X';
    vt_diagnose_format(list, VITALS_SEVERITY_ERROR, "other", (vt_place){ NULL, 0, 0, 9 }, NULL,
                       "%d of %s", 7, "them");
    const vitals_diagnostic *first = vitals_diagnostics_at(list, 0);
    assert_string_equal(first->file, "a.yaml");
    assert_string_equal(first->text.bytes, "broken");
    assert_string_equal(first->limit, "rules");
    assert_int_equal(first->column, 4);
    const vitals_diagnostic *second = vitals_diagnostics_at(list, 1);
    assert_string_equal(second->text.bytes, "7 of them");
    assert_string_equal(second->file, "");
    assert_int_equal(second->column, 0); /* no line, no column */
    assert_null(vitals_diagnostics_at(list, 2));
    vitals_diagnostics_clear(list);
    assert_int_equal(vitals_diagnostics_count(list), 0);
    vitals_diagnostics_free(list);
}

static void past_the_limit(void **state) {
    (void)state;
    vitals_diagnostics *list = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &list), VITALS_OK);
    for (int i = 0; i < 1100; i++) {
        vt_diagnose(list, VITALS_SEVERITY_NOTE, "r", (vt_place){ 0 }, NULL, VT_TEXT("t"));
    }
    assert_int_equal(vitals_diagnostics_count(list), 1000);
    assert_int_equal(vitals_diagnostics_lost(list), 100);
    vitals_diagnostics_free(list);
    vt_diagnose(NULL, VITALS_SEVERITY_NOTE, "r", (vt_place){ 0 }, NULL, VT_TEXT("t"));
    assert_int_equal(vitals_diagnostics_count(NULL), 0);
}

static vitals_status fill(torture *memory, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(memory);
    vitals_diagnostics *list = NULL;
    vitals_status status = vitals_diagnostics_new(&allocator, &list);
    if (status != VITALS_OK) return status;
    for (int i = 0; i < 50; i++) {
        vt_diagnose_format(list, VITALS_SEVERITY_ERROR, "r", (vt_place){ "f", 0, 1, 1 }, NULL,
                           "%0100d", i);
    }
    assert_int_equal(vitals_diagnostics_count(list) + vitals_diagnostics_lost(list), 50);
    status = vitals_diagnostics_lost(list) ? VITALS_ENOMEM : VITALS_OK;
    vitals_diagnostics_free(list);
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(torture_run(fill, NULL) > 50);
}

static void limits(void **state) {
    (void)state;
    vitals_limits set = { 0 };
    assert_int_equal(vitals_limits_set(&set, "lua_steps", 12), VITALS_OK);
    assert_int_equal(vitals_limits_set(&set, "no_such", 12), VITALS_ENOTFOUND);
    vitals_limits filled = vt_limits_or_default(&set);
    assert_int_equal(filled.lua_steps, 12);
    assert_int_equal(filled.document_depth, 512);
    size_t count = 0;
    for (const vitals_limit_row *row; (row = vitals_limit_at(count)); count++) {
        assert_int_equal(vitals_limits_set(&set, row->name, row->default_value), VITALS_OK);
        assert_true(row->default_value > 0 && *row->text);
    }
    filled = vt_limits_or_default(NULL);
    assert_memory_equal(&filled, &set, sizeof set);
    assert_int_equal(count, sizeof set / sizeof(uint64_t));
}

/* What callers see: a handle, and names. */
static void limits_by_name(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint64_t set, read;
    } values[] = {
        { "lua_steps", 12, 12 },
        { "lua_steps", 0, 20000000 },
        { "lua_steps", UINT64_MAX, UINT64_MAX },
        { "document_depth", 100000, 2000 },
    };
    vitals_limits *own = NULL;
    uint64_t value = 7;
    assert_int_equal(vitals_limits_new(NULL, &own), VITALS_OK);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        assert_int_equal(vitals_limits_set(own, values[i].name, values[i].set), VITALS_OK);
        assert_int_equal(vitals_limits_get(own, values[i].name, &value), VITALS_OK);
        assert_int_equal(value, values[i].read);
    }
    assert_int_equal(vitals_limits_get(own, "no_such", &value), VITALS_ENOTFOUND);
    assert_int_equal(value, 2000);
    assert_int_equal(vitals_limits_get(NULL, "rules", &value), VITALS_OK);
    assert_int_equal(value, 25000);
    assert_int_equal(vitals_limits_new(NULL, NULL), VITALS_EINVAL);
    vitals_limits_free(own);
    vitals_limits_free(NULL);
}

static void status_texts(void **state) {
    (void)state;
    assert_string_equal(vitals_status_text(VITALS_OK), "success");
    assert_string_equal(vitals_status_text(VITALS_ELIMIT), "a limit was reached");
    assert_string_equal(vitals_status_text((vitals_status)77), "unknown status");
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(added_by_a_host), cmocka_unit_test(keeps_copies),
        cmocka_unit_test(past_the_limit),  cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(limits),          cmocka_unit_test(limits_by_name),
        cmocka_unit_test(status_texts),
    };
    return TABLE_RUN("places", check, rows) +
           cmocka_run_group_tests_name("diagnostics", others, NULL, NULL);
}
