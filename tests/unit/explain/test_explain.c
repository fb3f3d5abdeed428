/*
** A field that explain reports as read can change the verdict: for each field that a bundled check
** reads in its fixtures, some value changes the verdict of some fixture. The values tried are those
** of other fixtures in the same place, all their strings, and a few general ones. One fixture is
** enough: a generation alone changes nothing where none was observed.
**
** Each check gets a worker of its own: a worker keeps the scripts that it has run, and collecting
** garbage among the scripts of all checks takes most of the time of a run.
*/
#include <vitals/explain.h>

#include <dirent.h>
#include <stdio.h>

#include "author/testing/testing.h"
#include "base/memory/memory.h"
#include "base/run/limits.h"
#include "support/files.h"
#include "support/health.h"
#include "support/table.h"

enum { MOST_FIXTURES = 256, MOST_FIELDS = 256 };

static vitals_engine *engine;
static vitals_worker *worker;
static vitals_report report; /* only its allocator and limits are used */

/* The fixtures of one check. */
static vitals_document *fixtures[MOST_FIXTURES];
static size_t fixture_count;

/* Values that are in no fixture. */
static const char others[] =
    "[null, true, false, 0, 100000, \"\", \"True\", \"False\", \"Unknown\", \"Other\", {}, [],"
    " \"2026-01-01T00:00:00Z\", [\"argocd.argoproj.io/hook-finalizer\"]]";

/* A field of the check, with array indexes removed, and whether changing it had an effect. */
typedef struct known_field {
    char name[512];
    bool effective;
} known_field;

static known_field known[MOST_FIELDS];
static size_t known_count;

static vitals_document *parse(const char *text, size_t size) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, size, NULL, &document, NULL), VITALS_OK);
    return document;
}

static void add_fixtures(const char *check) {
    char path[1024];
    snprintf(path, sizeof path, VITALS_SOURCE_DIR "/resource_customizations/%s/testdata", check);
    DIR *directory = opendir(path);
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        assert_in_range(fixture_count, 0, MOST_FIXTURES - 1);
        char file[2048];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        size_t size;
        char *bytes = file_read(file, &size);
        fixtures[fixture_count++] = parse(bytes, size);
        free(bytes);
    }
    closedir(directory);
}

static bool is_same_verdict(const vitals_verdict *verdict, const vitals_verdict *other) {
    vt_text error = vitals_verdict_error(verdict), other_error = vitals_verdict_error(other);
    return vitals_verdict_health(verdict) == vitals_verdict_health(other) &&
           vt_text_equal(vitals_verdict_message(verdict), vitals_verdict_message(other)) &&
           vt_text_equal(error, other_error) &&
           vitals_verdict_source(verdict) == vitals_verdict_source(other);
}

/* Whether the change changes the verdict. */
static bool changes(const vitals_document *document, const vt_patch *patch,
                    const vitals_verdict *verdict) {
    vitals_document *changed = NULL;
    vitals_verdict *other = NULL;
    assert_int_equal(vt_patch_apply(&report, document, patch, &changed), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &other), VITALS_OK);
    assert_int_equal(vitals_assess(worker, changed, NULL, other), VITALS_OK);
    bool differs = !is_same_verdict(verdict, other);
    vitals_verdict_free(other);
    vitals_document_free(changed);
    return differs;
}

static bool changes_with_any(const vitals_document *document, vt_patch *patch,
                             const vitals_document *from, const vt_value *list,
                             const vitals_verdict *verdict) {
    patch->from = from;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        patch->value = item;
        if (changes(document, patch, verdict)) return true;
    }
    return false;
}

/* The strings of a whole document, as values to try. */
static bool changes_with_strings(const vitals_document *document, vt_patch *patch,
                                 const vitals_document *from, const vitals_verdict *verdict) {
    const vt_value *root = vt_document_root(from);
    patch->from = from;
    for (const vt_value *value = root; value < root + root->next; value++) {
        if (!vt_value_is_string(value)) continue;
        patch->value = value;
        if (changes(document, patch, verdict)) return true;
    }
    return false;
}

/* The value of another fixture in the same place, even a container. */
static bool changes_with_same(const vitals_document *document, vt_text path, vt_patch *patch,
                              const vitals_document *from, const vitals_verdict *verdict) {
    vt_patch other;
    if (!vt_patch_find(from, path, &other)) return false;
    patch->from = from;
    patch->value = vt_patch_target(from, &other);
    return patch->value && changes(document, patch, verdict);
}

static bool can_change(size_t index, vt_text path, const vitals_verdict *verdict) {
    const vitals_document *document = fixtures[index];
    vt_patch patch;
    if (!vt_patch_find(document, path, &patch)) fail_msg("%.*s", VT_TEXT_ARG(path));
    if (vt_patch_target(document, &patch) && changes(document, &patch, verdict)) return true;
    vitals_document *tried = parse(others, sizeof others - 1);
    bool found = changes_with_any(document, &patch, tried, vt_document_root(tried), verdict);
    vitals_document_free(tried);
    for (size_t i = 0; i < fixture_count && !found; i++) {
        found = changes_with_same(document, path, &patch, fixtures[i], verdict) ||
                changes_with_strings(document, &patch, fixtures[i], verdict);
    }
    return found;
}

static vitals_verdict *assess(const vitals_document *document) {
    vitals_verdict *verdict = NULL;
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    assert_int_equal(vitals_assess(worker, document, NULL, verdict), VITALS_OK);
    return verdict;
}

/* The container of a field with nothing but the field in it, as text. */
static vitals_document *make_alone(const vitals_document *document, const vt_patch *patch) {
    vt_buffer text;
    vt_buffer_init(&text, NULL, 1 << 20);
    bool array = vt_text_is_absent(patch->key);
    if (array) {
        vt_buffer_add_byte(&text, '[');
    } else {
        vt_buffer_printf(&text, "{\"%.*s\":", VT_TEXT_ARG(patch->key));
    }
    vt_document_append_json(document, vt_patch_target(document, patch), 0, &text);
    vt_buffer_add_byte(&text, array ? ']' : '}');
    vitals_document *alone = parse(text.bytes, text.size);
    vt_buffer_done(&text);
    return alone;
}

/* Whether a field matters when it is the only one: a script may check whether there is any. */
static bool matters_alone(const vitals_document *document, vt_text path) {
    vt_patch patch, outer;
    size_t end = path.size - 1;
    while (end > 0 && path.bytes[end] != '.' && path.bytes[end] != '[') end--;
    vt_patch_find(document, path, &patch);
    if (!vt_patch_target(document, &patch) ||
        !vt_patch_find(document, vt_text_between(path, 0, end), &outer)) {
        return false;
    }
    vitals_document *alone = make_alone(document, &patch), *reduced = NULL;
    outer.from = alone;
    outer.value = vt_document_root(alone);
    assert_int_equal(vt_patch_apply(&report, document, &outer, &reduced), VITALS_OK);
    vitals_verdict *verdict = assess(reduced);
    patch = (vt_patch){ .key = patch.key };
    vt_patch_find(reduced, vt_text_between(path, 0, end), &outer);
    patch.parent = vt_patch_target(reduced, &outer);
    bool matters = changes(reduced, &patch, verdict);
    vitals_verdict_free(verdict);
    vitals_document_free(reduced);
    vitals_document_free(alone);
    return matters;
}

/* The row of a field, added if it is new. */
static known_field *field_of(vt_text path) {
    known_field field = { .effective = false };
    size_t size = 0;
    for (size_t i = 0; i < path.size && size + 2 < sizeof field.name; i++) {
        bool digit = path.bytes[i] >= '0' && path.bytes[i] <= '9';
        if (!digit) field.name[size++] = path.bytes[i];
    }
    for (size_t i = 0; i < known_count; i++) {
        if (strcmp(known[i].name, field.name) == 0) return &known[i];
    }
    assert_in_range(known_count, 0, MOST_FIELDS - 1);
    known[known_count] = field;
    return &known[known_count++];
}

static void try_fixture(size_t index) {
    vitals_explanation *explanation = NULL;
    assert_int_equal(vitals_explain(engine, fixtures[index], NULL, NULL, &explanation), VITALS_OK);
    vitals_field field;
    for (size_t f = 0; vitals_explanation_field_at(explanation, f, &field, sizeof field); f++) {
        known_field *row = field_of(field.path);
        if (row->effective) continue;
        row->effective = can_change(index, field.path, vitals_explanation_verdict(explanation)) ||
                         matters_alone(fixtures[index], field.path);
    }
    vitals_explanation_free(explanation);
}

/* Whether something in a field changes the verdict: ipairs looks at the element of a list after the one
** that decides too. */
static bool has_effective_part(const char *name) {
    size_t size = strlen(name);
    for (size_t i = 0; i < known_count; i++) {
        if (known[i].effective && strncmp(known[i].name, name, size) == 0 && known[i].name[size]) {
            return true;
        }
    }
    return false;
}

/* How many of the fields that the fixtures of a check read change nothing. */
static size_t count_idle(const char *check) {
    size_t idle = 0;
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    known_count = 0;
    for (size_t i = 0; i < fixture_count; i++) try_fixture(i);
    for (size_t i = 0; i < known_count; i++) {
        if (known[i].effective || has_effective_part(known[i].name)) continue;
        print_error("%s %s never changes anything\n", check, known[i].name);
        idle++;
    }
    assert_true(known_count > 0);
    vitals_worker_free(worker);
    return idle;
}

static void check_fields(void **state) {
    (void)state;
    size_t idle = 0, checks = 0;
    vitals_rule rule;
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if (rule.source != VITALS_SOURCE_BUNDLED) continue;
        add_fixtures(rule.id);
        if (fixture_count > 0) idle += count_idle(rule.id);
        checks += fixture_count > 0;
        for (size_t f = 0; f < fixture_count; f++) vitals_document_free(fixtures[f]);
        fixture_count = 0;
    }
    assert_true(checks > 0);
    assert_int_equal(idle, 0);
}

/* ------------------------------------------------------------------------- scripts */

static vitals_explanation *explained(const char *object) {
    vitals_document *document = parse(object, strlen(object));
    vitals_explanation *explanation = NULL;
    assert_int_equal(vitals_explain(engine, document, NULL, NULL, &explanation), VITALS_OK);
    vitals_document_free(document);
    return explanation;
}

/* The line `number` of a text, from 1. */
static vitals_text line_of(vitals_text text, uint32_t number) {
    const char *at = text.bytes;
    const char *end = text.bytes + text.size;
    for (; number > 1; number--) {
        at = memchr(at, '\n', (size_t)(end - at));
        assert_non_null(at);
        at++;
    }
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return (vitals_text){ at, (size_t)((stop ? stop : end) - at) };
}

/* The lines that are shown are those of the script; a native check has none. */
static void scripts(void **state) {
    (void)state;
    vitals_explanation *lua =
        explained("kind: Certificate\napiVersion: cert-manager.io/v1\n"
                  "status:\n  conditions:\n  - {type: Ready, status: 'False'}\n");
    const vitals_text script = vitals_explanation_script(lua);
    assert_true(script.size > 0);
    vitals_script_line line;
    size_t count = 0;
    for (; vitals_explanation_line_at(lua, count, &line, sizeof line); count++) {
        const vitals_text found = line_of(script, line.script_line);
        assert_int_equal(found.size, line.text.size);
        assert_memory_equal(found.bytes, line.text.bytes, found.size);
    }
    assert_true(count > 0);
    vitals_explanation_free(lua);
    vitals_explanation *native = explained("kind: Deployment\napiVersion: apps/v1\n");
    assert_null(vitals_explanation_script(native).bytes);
    vitals_explanation_free(native);
}

/* The rows of an entry of healthCheckExprs are YAML that gives the same entry. */
static void expressions(void **state) {
    (void)state;
    const health_setup setup = {
        .expressions = "- apiVersion: example.com/v1\n"
                       "  kind: Lamp\n"
                       "  current: \"status.state == 'a: b #c'\"\n"
                       "  failed: |\n    !has(status.state) ||\n    status.state == 'off'\n"
    };
    static const char want[] = "failed: |-\n  !has(status.state) ||\n  status.state == 'off'\n"
                               "current: |-\n  status.state == 'a: b #c'\n";
    static const char lamp[] = "kind: Lamp\napiVersion: example.com/v1\nmetadata: {name: a}\n"
                               "status: {state: 'off'}\n";
    health_run run;
    vitals_explanation *explanation = NULL;
    vitals_call call = VITALS_CALL_INIT;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_document *document = parse(lamp, strlen(lamp));
    assert_int_equal(vitals_explain(run.engine, document, &call, NULL, &explanation), VITALS_OK);
    const vitals_text text = vitals_explanation_script(explanation);
    assert_int_equal(text.size, sizeof want - 1);
    assert_memory_equal(text.bytes, want, sizeof want - 1);
    vitals_explanation_free(explanation);
    vitals_document_free(document);
    health_close(&run);
}

int main(void) {
    report.limits = vt_limits_or_default(NULL);
    report.allocator = vt_allocator_or_default(NULL);
    if (vitals_engine_new(NULL, &engine, NULL)) return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_fields), cmocka_unit_test(scripts),
                                        cmocka_unit_test(expressions) };
    int failed = cmocka_run_group_tests_name("explain", tests, NULL, NULL);
    vitals_engine_release(engine);
    return failed;
}
