/*
** Lint on the scripts of tests/lint/corpus, each of which says on its lines what is wrong there:
** `-- wrong: RULE, RULE`. Counts per rule what lint finds rightly, wrongly and not at all; docs/lint.md
** has the same numbers. The labels about nil are checked by running the scripts on incomplete
** objects: what raises an error is labelled, and what is labelled raises one.
*/
#include <dirent.h>
#include <stdio.h>

#include <vitals/testing.h>

#include "support/files.h"
#include "support/lint.h"
#include "support/table.h"

#define CORPUS VITALS_SOURCE_DIR "/tests/lint/corpus/"

enum { MOST_NAMES = 64, MOST_SCRIPTS = 400, MOST_LABELS = 16, MOST_OBJECTS = 6, MOST_RULES = 100 };

/* A rule on a line. */
typedef struct label {
    unsigned line;
    char rule[40];
} label;

typedef struct labels {
    label items[MOST_LABELS * 4];
    size_t count;
} labels;

/* A directory of the corpus: objects of one kind, and scripts for it. */
typedef struct family {
    char name[64], group[64], kind[64];
    char *objects, *object[MOST_OBJECTS];
    size_t object_count;
} family;

/* What was counted of a rule. */
typedef struct rule_count {
    unsigned right, wrong, missed;
} rule_count;

static rule_count counts[MOST_RULES];
static size_t script_count, raising_count, corrected_count;

static size_t rule_index(const char *id) {
    const vitals_lint_rule *rule;
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        if (strcmp(rule->id, id) == 0) return i;
    }
    fail_msg("a label names %s, which is not a rule", id);
    return 0;
}

/* --------------------------------------------------------------------- reading */

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

/* The names in a directory with this ending, sorted. */
static size_t list_names(const char *path, const char *ending, char names[][64], size_t most) {
    DIR *directory = opendir(path);
    assert_non_null(directory);
    size_t count = 0;
    for (const struct dirent *at; (at = readdir(directory));) {
        size_t size = strlen(at->d_name), tail = strlen(ending);
        if (at->d_name[0] == '.' || size < tail) continue;
        if (strcmp(at->d_name + size - tail, ending) != 0) continue;
        assert_true(count < most && size < 64);
        memcpy(names[count++], at->d_name, size + 1);
    }
    closedir(directory);
    qsort(names, count, 64, compare_names);
    return count;
}

static void add_label(labels *list, unsigned line, const char *rule, size_t size) {
    for (size_t i = 0; i < list->count; i++) {
        const label *at = &list->items[i];
        if (at->line == line && strncmp(at->rule, rule, size) == 0 && !at->rule[size]) return;
    }
    assert_true(list->count < TABLE_COUNT(list->items) && size < sizeof list->items[0].rule);
    label *added = &list->items[list->count++];
    added->line = line;
    snprintf(added->rule, sizeof added->rule, "%.*s", (int)size, rule);
}

/* The labels of a script: the rules after "wrong:", separated by commas. */
static void read_labels(const char *text, labels *out) {
    vitals_text rest = { text, strlen(text) }, line;
    out->count = 0;
    for (unsigned number = 1; next_line(&rest, &line); number++) {
        char copy[512];
        snprintf(copy, sizeof copy, "%.*s", (int)line.size, line.bytes);
        char *at = strstr(copy, "-- wrong: ");
        if (!at) continue;
        for (at += 10; *at; at += strspn(at, ", \r")) {
            size_t size = strcspn(at, ", \r");
            add_label(out, number, at, size);
            at += size;
        }
    }
}

static void read_family(family *out, const char *name) {
    char path[512];
    size_t size;
    memset(out, 0, sizeof *out);
    snprintf(out->name, sizeof out->name, "%s", name);
    snprintf(path, sizeof path, CORPUS "%s/objects.yaml", name);
    out->objects = file_read(path, &size);
    assert_non_null(out->objects);
    assert_int_equal(sscanf(out->objects, "apiVersion: %63[^/]", out->group), 1);
    assert_int_equal(sscanf(strstr(out->objects, "kind: "), "kind: %63s", out->kind), 1);
    for (char *at = out->objects; at;) {
        assert_true(out->object_count < MOST_OBJECTS);
        out->object[out->object_count++] = at;
        at = strstr(at, "\n---\n");
        if (!at) break;
        at[1] = '\0';
        at += 5;
    }
}

/* --------------------------------------------------------------------- linting */

static const char tests_head[] = "tests:\n";

/* The files of a check tree with the script. */
static size_t make_tree(const family *of, const char *script, lint_file *files, char paths[][256],
                        char *tests, size_t tests_size) {
    size_t used = (size_t)snprintf(tests, tests_size, tests_head);
    snprintf(paths[0], 256, "%s/%s/health.lua", of->group, of->kind);
    snprintf(paths[1], 256, "%s/%s/health_test.yaml", of->group, of->kind);
    files[0] = (lint_file){ paths[0], script };
    files[1] = (lint_file){ paths[1], tests };
    for (size_t i = 0; i < of->object_count; i++) {
        snprintf(paths[i + 2], 256, "%s/%s/testdata/%zu.yaml", of->group, of->kind, i);
        files[i + 2] = (lint_file){ paths[i + 2], of->object[i] };
        used += (size_t)snprintf(tests + used, tests_size - used,
                                 "- healthStatus: {status: Healthy}\n"
                                 "  inputPath: testdata/%zu.yaml\n",
                                 i);
    }
    return of->object_count + 2;
}

static void lint_tree(const lint_file *files, size_t count, labels *out) {
    vitals_lint *lint = NULL;
    vitals_lint_finding finding;
    out->count = 0;
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(
            vitals_lint_text(lint, files[i].path, files[i].text, strlen(files[i].text)), VITALS_OK);
    }
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        add_label(out, finding.line, finding.rule->id, strlen(finding.rule->id));
    }
    vitals_lint_free(lint);
}

static bool has_label(const labels *list, const label *wanted) {
    for (size_t i = 0; i < list->count; i++) {
        const label *at = &list->items[i];
        if (at->line == wanted->line && strcmp(at->rule, wanted->rule) == 0) return true;
    }
    return false;
}

static void count_findings(const char *name, const labels *wanted, const labels *found) {
    for (size_t i = 0; i < found->count; i++) {
        const label *at = &found->items[i];
        bool right = has_label(wanted, at);
        rule_count *count = &counts[rule_index(at->rule)];
        ++*(right ? &count->right : &count->wrong);
        if (!right)
            print_message("%s:%u: %s is found, but not labelled\n", name, at->line, at->rule);
    }
    for (size_t i = 0; i < wanted->count; i++) {
        const label *at = &wanted->items[i];
        if (has_label(found, at)) continue;
        counts[rule_index(at->rule)].missed++;
        print_message("%s:%u: %s is labelled, but not found\n", name, at->line, at->rule);
    }
}

/* --------------------------------------------------------------------- running */

static bool contains(vitals_text text, const char *word) {
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= text.size; i++) {
        if (memcmp(text.bytes + i, word, size) == 0) return true;
    }
    return false;
}

/* An error about nil. The spec is what its author wrote, and the API server has checked it. */
static bool is_judged(const vitals_incomplete_finding *finding) {
    static const char spec[] = "no .spec";
    return finding->failed && finding->script_line > 0 &&
           (contains(finding->text, "nil") || contains(finding->text, "__len undefined")) &&
           !(finding->state.size >= sizeof spec - 1 &&
             memcmp(finding->state.bytes, spec, sizeof spec - 1) == 0);
}

/* The lines that raise an error about nil, for some incomplete object. */
static void run_tree(const lint_file *files, size_t count, labels *raised) {
    static const char *const paths[] = { "." };
    vitals_test_file tree[MOST_OBJECTS + 2];
    for (size_t i = 0; i < count; i++) {
        tree[i] = (vitals_test_file){ { files[i].path, strlen(files[i].path) },
                                      { files[i].text, strlen(files[i].text) } };
    }
    vitals_test_options options = VITALS_TEST_OPTIONS_INIT;
    options.statuses_only = options.incomplete = true;
    options.now_seconds = 1790000000;
    options.files = tree;
    options.file_count = count;
    vitals_report *report = NULL;
    vitals_incomplete_finding finding;
    assert_int_equal(vitals_test_run(paths, 1, &options, &report, NULL), VITALS_OK);
    raised->count = 0;
    for (size_t i = 0; vitals_report_incomplete_at(report, i, &finding, sizeof finding); i++) {
        if (is_judged(&finding)) add_label(raised, finding.script_line, "nil", 3);
    }
    vitals_report_free(report);
}

static bool is_about_nil(const label *at) {
    return strncmp(at->rule, "lua-nil-", 8) == 0;
}

static bool has_line(const labels *list, unsigned line, bool nil_only) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].line == line && (!nil_only || is_about_nil(&list->items[i])))
            return true;
    }
    return false;
}

static bool labels_are_true(const char *name, const labels *wanted, const labels *raised) {
    bool ok = true;
    for (size_t i = 0; i < raised->count; i++) {
        raising_count++;
        if (has_line(wanted, raised->items[i].line, false)) continue;
        print_error("%s:%u raises an error, but has no label\n", name, raised->items[i].line);
        ok = false;
    }
    for (size_t i = 0; i < wanted->count; i++) {
        const label *at = &wanted->items[i];
        if (!is_about_nil(at) || has_line(raised, at->line, false)) continue;
        print_error("%s:%u is labelled %s, but raises no error\n", name, at->line, at->rule);
        ok = false;
    }
    return ok;
}

/* -------------------------------------------------------------------- correcting */

static vitals_report *test_tree(const lint_file *files, size_t count) {
    static const char *const paths[] = { "." };
    vitals_test_file tree[MOST_OBJECTS + 2];
    for (size_t i = 0; i < count; i++) {
        tree[i] = (vitals_test_file){ { files[i].path, strlen(files[i].path) },
                                      { files[i].text, strlen(files[i].text) } };
    }
    vitals_test_options options = VITALS_TEST_OPTIONS_INIT;
    options.now_seconds = 1790000000;
    options.files = tree;
    options.file_count = count;
    vitals_report *report = NULL;
    assert_int_equal(vitals_test_run(paths, 1, &options, &report, NULL), VITALS_OK);
    return report;
}

static bool same_text(vitals_text a, vitals_text b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0);
}

/* A script that is corrected as far as possible gives the same verdicts; whether that changed it. */
static bool check_corrections(lint_file *files, size_t count) {
    char *fixed = lint_fixed(files, count, 0);
    vitals_report *before = test_tree(files, count);
    bool changed = strcmp(fixed, files[0].text) != 0;
    files[0].text = fixed;
    vitals_report *after = test_tree(files, count);
    vitals_test was, is;
    for (size_t i = 0; vitals_report_test_at(before, i, &was, sizeof was); i++) {
        assert_true(vitals_report_test_at(after, i, &is, sizeof is));
        assert_true(same_text(was.status, is.status) && same_text(was.message, is.message));
        assert_int_equal(was.error.size > 0, is.error.size > 0);
    }
    vitals_report_free(before);
    vitals_report_free(after);
    free(fixed);
    return changed;
}

/* ----------------------------------------------------------------------- tests */

static bool check_script(const family *of, const char *name) {
    char path[512], called[160], tests[2048];
    static char paths[MOST_OBJECTS + 2][256];
    lint_file files[MOST_OBJECTS + 2];
    labels wanted, found, raised;
    size_t size;
    snprintf(called, sizeof called, "%s/%s", of->name, name);
    snprintf(path, sizeof path, CORPUS "%s", called);
    char *script = file_read(path, &size);
    assert_non_null(script);
    read_labels(script, &wanted);
    size_t count = make_tree(of, script, files, paths, tests, sizeof tests);
    lint_tree(files, count, &found);
    count_findings(called, &wanted, &found);
    run_tree(files, count, &raised);
    bool ok = labels_are_true(called, &wanted, &raised);
    corrected_count += check_corrections(files, count);
    free(script);
    script_count++;
    return ok;
}

static void check_labels(void **state) {
    static char families[MOST_NAMES][64], names[MOST_NAMES][64];
    size_t family_count = list_names(CORPUS, "", families, MOST_NAMES);
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < family_count; i++) {
        char path[256];
        family of;
        read_family(&of, families[i]);
        snprintf(path, sizeof path, CORPUS "%s", families[i]);
        size_t count = list_names(path, ".lua", names, MOST_NAMES);
        for (size_t k = 0; k < count; k++) ok = check_script(&of, names[k]) && ok;
        free(of.objects);
    }
    assert_true(ok);
    assert_in_range(script_count, 150, MOST_SCRIPTS);
    assert_in_range(raising_count, 50, 1000);
    assert_in_range(corrected_count, 5, MOST_SCRIPTS);
}

static unsigned percent(unsigned of, unsigned others) {
    return of + others ? of * 100 / (of + others) : 100;
}

/* Right at least 19 times of 20, and at least 9 of 10 found. */
static void check_precision_and_recall(void **state) {
    (void)state;
    const vitals_lint_rule *rule;
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        const rule_count *at = &counts[i];
        if (at->right + at->wrong + at->missed == 0) continue;
        print_message("%-24s precision %3u%%, recall %3u%%: %u right, %u wrong, %u missed\n",
                      rule->id, percent(at->right, at->wrong), percent(at->right, at->missed),
                      at->right, at->wrong, at->missed);
        if (at->wrong * 19 > at->right) fail_msg("%s is wrong too often", rule->id);
        if (at->missed * 9 > at->right) fail_msg("%s misses too much", rule->id);
    }
}

static void check_table(void **state) {
    (void)state;
    size_t size;
    char *text = file_read(VITALS_SOURCE_DIR "/docs/lint.md", &size), line[256];
    const vitals_lint_rule *rule;
    bool same = true;
    assert_non_null(text);
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        const rule_count *at = &counts[i];
        if (at->right + at->wrong + at->missed == 0) continue;
        snprintf(line, sizeof line, "| `%s` | %u | %u | %u |\n", rule->id, at->right, at->wrong,
                 at->missed);
        if (strstr(text, line)) continue;
        print_error("docs/lint.md should have %s", line);
        same = false;
    }
    snprintf(line, sizeof line, "%zu scripts", script_count);
    if (!strstr(text, line)) print_error("docs/lint.md should say: %s\n", line);
    same = same && strstr(text, line);
    free(text);
    assert_true(same);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_labels),
        cmocka_unit_test(check_precision_and_recall),
        cmocka_unit_test(check_table),
    };
    return cmocka_run_group_tests_name("lint_corpus", tests, NULL, NULL);
}
