/*
** One deciding field of each healthy fixture is changed to a value that no row has: `.status.phase` and
** `.status.state`, and Ready, which becomes False with an unknown reason. The answer is not Healthy, and one
** that is Progressing says the value, so that nothing waits in silence. Exceptions: sweep.txt.
*/
#include <stdio.h>

#include "base/run/limits.h"
#include "lua/host.h"
#include "rules/check_tree.h"
#include "support/files.h"
#include "support/table.h"

#define BUNDLED VITALS_SOURCE_DIR "/resource_customizations"

enum { MOST_EXCEPTIONS = 64 };

typedef struct exception {
    vt_text name; /* "group/Kind Ready" */
    bool used;
} exception;

static check_tree bundled;
static exception exceptions[MOST_EXCEPTIONS];
static size_t exception_count;

/* A check, and the case that is being changed. */
typedef struct sweep {
    const char *directory;
    vitals_limits limits;
    vt_lua_script *script;
    vt_lua_state *state;
    vt_arena arena;
    const vitals_document *object;
} sweep;

static void open_check(sweep *run, const char *directory) {
    size_t size;
    vt_buffer error;
    vt_lua_problem problem;
    *run = (sweep){ .directory = directory, .limits = vt_limits_or_default(NULL) };
    char *source = tree_script(&bundled, directory, &size);
    vt_arena_init(&run->arena, NULL, 0);
    vt_buffer_init(&error, NULL, 65536);
    assert_int_equal(vt_lua_script_new(NULL, &run->limits, vt_text_slice(source, size),
                                       VT_LUA_ARGOCD, &run->script, &error, &problem),
                     VITALS_OK);
    assert_int_equal(vt_lua_state_new(NULL, &run->limits, &run->state), VITALS_OK);
    vt_buffer_done(&error);
    free(source);
}

static void close_check(sweep *run) {
    vt_arena_done(&run->arena);
    vt_lua_state_free(run->state);
    vt_lua_script_free(run->script);
}

static vt_opinion evaluate(sweep *run) {
    vt_arena_empty(&run->arena);
    vt_evaluation evaluation = { .reader = { run->object, NULL },
                                 .arena = &run->arena,
                                 .limits = &run->limits };
    return vt_lua_run(run->state, run->script, false, &evaluation);
}

static bool is_excepted(const char *directory, const char *field) {
    char name[512];
    snprintf(name, sizeof name, "%s %s", directory, field);
    for (size_t i = 0; i < exception_count; i++) {
        if (!vt_text_is(exceptions[i].name, name)) continue;
        exceptions[i].used = true;
        return true;
    }
    return false;
}

/* The answer for the object as it is now; `value` is what was put in. */
static void check_answer(sweep *run, const char *field, const char *value) {
    const vt_opinion opinion = evaluate(run);
    const bool is_healthy = opinion.health == VITALS_HEALTH_HEALTHY;
    char message[4096];
    snprintf(message, sizeof message, "%.*s", VT_TEXT_ARG(opinion.message));
    const bool is_silent =
        opinion.health == VITALS_HEALTH_PROGRESSING && strstr(message, value) == NULL;
    if ((!is_healthy && !is_silent) || is_excepted(run->directory, field)) return;
    fail_msg("%s: %s as %s is %s: %s", run->directory, field, value,
             is_healthy ? "Healthy" : "Progressing without saying so", message);
}

/* Write over a value: the tree belongs to the document, which nobody else reads. */
static void write_over(const vt_value *at, vt_value by) {
    vt_value *value;
    memcpy(&value, &at, sizeof value);
    *value = by;
}

static void put(const vt_value *at, const char *text) {
    vt_value value = *at;
    value.as.bytes = text;
    value.size = (uint32_t)strlen(text);
    write_over(at, value);
}

static void sweep_field(sweep *run, const vt_value *status, const char *field) {
    static const char *const values[] = { "Failed", "Error", "SomethingNew" };
    const vt_value *at = vt_document_field(run->object, status, vt_text_from(field));
    if (!vt_value_is_string(at) || vt_value_text(at).size == 0) return;
    const vt_value before = *at;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        put(at, values[i]);
        check_answer(run, field, values[i]);
    }
    write_over(at, before);
}

static void sweep_ready(sweep *run, const vt_value *status) {
    const vt_value *list = vt_document_field(run->object, status, VT_TEXT("conditions"));
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        const vt_value *type = vt_document_field(run->object, item, VT_TEXT("type"));
        const vt_value *is = vt_document_field(run->object, item, VT_TEXT("status"));
        const vt_value *reason = vt_document_field(run->object, item, VT_TEXT("reason"));
        const vt_value *message = vt_document_field(run->object, item, VT_TEXT("message"));
        const vt_value *says = vt_value_is_string(message) ? message : reason;
        if (!vt_value_text_is(type, VT_TEXT("Ready")) || !vt_value_text_is(is, VT_TEXT("True")) ||
            !vt_value_is_string(says)) {
            continue;
        }
        put(is, "False");
        if (vt_value_is_string(reason)) put(reason, "SomethingNew");
        put(says, "quota exceeded");
        check_answer(run, "Ready", "quota exceeded");
    }
}

static bool is_stale(const char *file) {
    return strstr(file, "stale") != NULL;
}

static void check_sweep(void **state) {
    sweep run;
    tree_case test;
    open_check(&run, *(const char *const *)*state);
    vitals_document *tests = tree_document(&bundled, run.directory, VT_TEXT("health_test.yaml"));
    for (const vt_value *at = NULL; tree_next_case(tests, &at, &test);) {
        char file[1024];
        snprintf(file, sizeof file, "%.*s", VT_TEXT_ARG(test.input));
        if (!vt_text_is(test.status, "Healthy") || is_stale(file)) continue;
        vitals_document *object = tree_document(&bundled, run.directory, test.input);
        const vt_value *status =
            vt_document_field(object, vt_document_root(object), VT_TEXT("status"));
        run.object = object;
        if (vt_value_is_object(status)) {
            sweep_field(&run, status, "phase");
            sweep_field(&run, status, "state");
            sweep_ready(&run, status);
        }
        vitals_document_free(object);
    }
    vitals_document_free(tests);
    close_check(&run);
}

static void check_exceptions(void **state) {
    (void)state;
    for (size_t i = 0; i < exception_count; i++) {
        if (!exceptions[i].used) {
            fail_msg("sweep.txt: nothing needs %.*s", VT_TEXT_ARG(exceptions[i].name));
        }
    }
}

/* "group/Kind field: why", a line each. */
static void read_exceptions(vt_text rest) {
    for (vt_text line, name; vt_text_split(&rest, '\n', &line);) {
        if (line.size == 0 || line.bytes[0] == '#') continue;
        vt_text_split(&line, ':', &name);
        assert_true(exception_count < MOST_EXCEPTIONS);
        exceptions[exception_count++] = (exception){ name, false };
    }
}

int main(void) {
    size_t size;
    const struct CMUnitTest last[] = { cmocka_unit_test(check_exceptions) };
    if (!tree_read(&bundled, BUNDLED, "health.lua")) return 1;
    char *text = file_read(VITALS_SOURCE_DIR "/tests/rules/sweep.txt", &size);
    read_exceptions(vt_text_slice(text, size));
    int failed = table_run("sweep", check_sweep, bundled.directories, bundled.count,
                           sizeof bundled.directories[0]);
    failed += cmocka_run_group_tests(last, NULL, NULL);
    free(text);
    tree_done(&bundled);
    return failed;
}
