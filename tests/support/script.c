/* Running one script on one object. */
#include "support/script.h"

#include "base/limits.h"
#include "support/table.h"

void script_bench_init(script_bench *bench) {
    memset(bench, 0, sizeof *bench);
    bench->limits = vt_limits_or_default(NULL);
    vt_arena_init(&bench->arena, NULL, 0);
    assert_int_equal(vt_lua_state_new(NULL, &bench->limits, &bench->lua), VITALS_OK);
}

void script_bench_done(script_bench *bench) {
    vt_lua_state_free(bench->lua);
    vitals_document_free(bench->object);
    vt_arena_done(&bench->arena);
}

vt_opinion script_run(script_bench *bench, vt_lua_dialect dialect, bool open_libraries,
                      const char *script, const char *json) {
    vt_arena_empty(&bench->arena);
    assert_int_equal(vitals_document_parse(json, strlen(json), NULL, &bench->object, NULL),
                     VITALS_OK);
    vt_buffer error;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    vt_lua_script *compiled = NULL;
    uint32_t line;
    vt_opinion opinion;
    if (vt_lua_script_new(NULL, &bench->limits, vt_text_from(script), dialect, &compiled, &error,
                          &line) == VITALS_OK) {
        vt_evaluation evaluation = {
            { bench->object, NULL },    &bench->arena, &bench->limits, SCRIPT_NOW_SECONDS,
            bench->zone_offset_seconds, NULL,          NULL,           NULL
        };
        opinion = vt_lua_run(bench->lua, compiled, open_libraries, &evaluation);
    } else {
        opinion = vt_opinion_failed(vt_arena_copy(&bench->arena, vt_buffer_text(&error)), NULL);
        opinion.line = line;
    }
    vt_lua_script_free(compiled);
    vt_buffer_done(&error);
    return opinion;
}

const char *script_answer(script_bench *bench, vt_lua_dialect dialect, bool open_libraries,
                          const char *script, const char *json) {
    vt_opinion opinion = script_run(bench, dialect, open_libraries, script, json);
    const char *head =
        opinion.kind == VT_OPINION_STATUS ? vitals_health_name(opinion.health) : "error";
    return vt_arena_printf(&bench->arena, "%s: %.*s", head, VT_TEXT_ARG(opinion.message)).bytes;
}

/* What all rows of the table under way share; cmocka hands a test its row alone. */
static struct {
    script_bench bench;
    vt_lua_dialect dialect;
    bool open_libraries;
} table;

static void check_row(void **state) {
    const script_row *row = *state;
    const char *object = row->object ? row->object : "{}";
    assert_string_equal(
        script_answer(&table.bench, table.dialect, table.open_libraries, row->script, object),
        row->want);
}

int script_table_run(const char *group, vt_lua_dialect dialect, bool open_libraries,
                     const script_row *rows, size_t count) {
    script_bench_init(&table.bench);
    table.dialect = dialect;
    table.open_libraries = open_libraries;
    int failed = table_run(group, check_row, rows, count, sizeof *rows);
    script_bench_done(&table.bench);
    return failed;
}
