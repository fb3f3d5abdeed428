/* Runs one script on one object. */
#include "support/script.h"

#include "base/run/limits.h"
#include "support/table.h"

void script_fixture_init(script_fixture *fixture) {
    memset(fixture, 0, sizeof *fixture);
    fixture->limits = vt_limits_or_default(NULL);
    vt_arena_init(&fixture->arena, NULL, 0);
    assert_int_equal(vt_lua_state_new(NULL, &fixture->limits, &fixture->lua), VITALS_OK);
}

void script_fixture_done(script_fixture *fixture) {
    vt_lua_state_free(fixture->lua);
    vitals_document_free(fixture->object);
    vt_arena_done(&fixture->arena);
}

vt_opinion script_run(script_fixture *fixture, vt_lua_dialect dialect, bool open_libraries,
                      const char *script, const char *json) {
    vt_arena_empty(&fixture->arena);
    assert_int_equal(vitals_document_parse(json, strlen(json), NULL, &fixture->object, NULL),
                     VITALS_OK);
    vt_buffer error;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    vt_lua_script *compiled = NULL;
    vt_lua_problem problem;
    vt_opinion opinion;
    if (vt_lua_script_new(NULL, &fixture->limits, vt_text_from(script), dialect, &compiled, &error,
                          &problem) == VITALS_OK) {
        vt_evaluation evaluation = { { fixture->object, NULL },
                                     &fixture->arena,
                                     &fixture->limits,
                                     SCRIPT_NOW_SECONDS,
                                     fixture->zone_offset_seconds,
                                     NULL,
                                     NULL,
                                     NULL };
        opinion = vt_lua_run(fixture->lua, compiled, open_libraries, &evaluation);
    } else {
        opinion = vt_opinion_failed(vt_arena_copy(&fixture->arena, vt_buffer_text(&error)), NULL);
        opinion.line = problem.line;
        opinion.limit = problem.limit;
    }
    vt_lua_script_free(compiled);
    vt_buffer_done(&error);
    return opinion;
}

const char *script_answer(script_fixture *fixture, vt_lua_dialect dialect, bool open_libraries,
                          const char *script, const char *json) {
    vt_opinion opinion = script_run(fixture, dialect, open_libraries, script, json);
    const char *head =
        opinion.kind == VT_OPINION_STATUS ? vitals_health_name(opinion.health) : "error";
    return vt_arena_printf(&fixture->arena, "%s: %.*s", head, VT_TEXT_ARG(opinion.message)).bytes;
}

/* Shared by all rows of the current table; cmocka passes only the row to a test. */
static struct {
    script_fixture fixture;
    vt_lua_dialect dialect;
    bool open_libraries;
} table;

static void check_row(void **state) {
    const script_row *row = *state;
    const char *object = row->object ? row->object : "{}";
    assert_string_equal(
        script_answer(&table.fixture, table.dialect, table.open_libraries, row->script, object),
        row->want);
}

int script_table_run(const char *group, vt_lua_dialect dialect, bool open_libraries,
                     const script_row *rows, size_t count) {
    script_fixture_init(&table.fixture);
    table.dialect = dialect;
    table.open_libraries = open_libraries;
    int failed = table_run(group, check_row, rows, count, sizeof *rows);
    script_fixture_done(&table.fixture);
    return failed;
}
