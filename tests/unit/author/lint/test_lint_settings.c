/* Settings: what a .vitals.yaml excludes, at which level rules are reported, and its mistakes. */
#include <stdio.h>

#include "author/lint/lint.h"
#include "support/table.h"

/* Whether a path is excluded; what is linted is the directory of the settings or one below it. */
static const struct excluded_row {
    TABLE_ROW;
    const char *pattern, *root, *relative, *path;
    bool excluded;
} excluded[] = {
    { "a name at any depth", "charts", "r", "", "r/a/charts/b.yaml", true },
    { "a name of a file", "b.yaml", "r", "", "r/a/b.yaml", true },
    { "part of a name", "chart", "r", "", "r/charts/b.yaml", false },
    { "a star in a name", "*.tmpl.yaml", "r", "", "r/a/b.tmpl.yaml", true },
    { "a star is within a part", "a/*.yaml", "r", "", "r/a/b/c.yaml", false },
    { "a question mark", "a?", "r", "", "r/ab/c.yaml", true },
    { "a path", "a/b", "r", "", "r/a/b/c.yaml", true },
    { "a path begins at the settings", "a/b", "r", "", "r/x/a/b/c.yaml", false },
    { "a slash in front", "/a", "r", "", "r/x/a/c.yaml", false },
    { "the same at the settings", "/a", "r", "", "r/a/c.yaml", true },
    { "a slash behind", "a/", "r", "", "r/x/a/c.yaml", true },
    { "two stars in front", "**/a/b", "r", "", "r/x/y/a/b/c.yaml", true },
    { "two stars that match nothing", "**/a/b", "r", "", "r/a/b/c.yaml", true },
    { "two stars within", "a/**/d.yaml", "r", "", "r/a/b/c/d.yaml", true },
    { "two stars behind", "a/**", "r", "", "r/a/b.yaml", true },
    { "two stars tried twice", "**/a/c", "r", "", "r/a/b/a/c", true },
    { "another ending", "a/**/d.yaml", "r", "", "r/a/b/c/e.yaml", false },
    { "below the settings", "a/b", "r", "a", "r/b/c.yaml", true },
    { "below the settings, not that", "a/b", "r", "a", "r/c/b.yaml", false },
    { "the directory itself", "a", "r", "a", "r/c.yaml", true },
    { "an absolute path", "a/b", "/r", "", "/r/a/b/c.yaml", true },
    { "the working directory", "a/b", ".", "", "./a/b/c.yaml", true },
    { "characters that are special elsewhere", "{a,b}/[c]", "r", "", "r/{a,b}/[c]/d.yaml", true },
    { "no braces", "{a,b}", "r", "", "r/a/c.yaml", false },
    { "no classes", "[ab]", "r", "", "r/a/c.yaml", false },
    { "no escapes", "a\\b", "r", "", "r/a\\b/c.yaml", true },
    { "an underscore is itself", "a_c", "r", "", "r/abc/d.yaml", false },
    { "two underscores at the end", "a/__", "r", "", "r/a/b.yaml", false },
    { "a question mark is one character, not a byte", "a?", "r", "", "r/a\xc3\xa9/c.yaml", true },
    { "three stars", "a/***/c", "r", "", "r/a/b/c", true },
    { "many stars", "*a*a*a*a*a*a*a*a*b", "r", "", "r/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      false },
};

static vitals_lint *configured(const char *text, const char *root, const char *relative,
                               vitals_status wanted, vitals_diagnostics *diagnostics) {
    vitals_lint *lint = NULL;
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    assert_int_equal(vitals_lint_configure(lint, ".vitals.yaml", text, strlen(text), root, relative,
                                           diagnostics),
                     wanted);
    return lint;
}

static void check_excluded(void **state) {
    const struct excluded_row *row = *state;
    char text[256];
    snprintf(text, sizeof text, "lint:\n  exclude: ['%s']\n", row->pattern);
    vitals_lint *lint = configured(text, row->root, row->relative, VITALS_OK, NULL);
    assert_int_equal(vt_lint_excludes(lint, vt_text_from(row->path)), row->excluded);
    vitals_lint_free(lint);
}

static const struct mistake_row {
    TABLE_ROW;
    const char *text, *diagnostics;
} mistakes[] = {
    { "nothing", "", "" },
    { "null", "lint:\n", "" },
    { "all that there is", "lint:\n  exclude: [a]\n  levels:\n    lua-global: note\n", "" },
    { "off without quotes", "lint: {levels: {lua-unused: off}}\n", "" },
    { "another setting", "lnt: {}\n", "1:1 there is no setting lnt" },
    { "another setting of lint", "lint:\n  a: 1\n", "2:3 there is no setting a" },
    { "not a map", "lint: [a]\n", "1:7 this must be a map" },
    { "not a list", "lint: {exclude: a}\n", "1:17 exclude must be a list of paths" },
    { "not a path", "lint: {exclude: [a, 5]}\n",
      "1:21 an excluded path is not a string, or empty" },
    { "not a map of levels", "lint: {levels: []}\n",
      "1:16 levels must be a map from rules to levels" },
    { "not a rule", "lint:\n  levels: {lua-x: off}\n", "2:12 there is no rule lua-x" },
    { "not a level", "lint:\n  levels:\n    lua-unused: on\n",
      "3:17 a level is error, warning, note or off" },
};

static void check_mistakes(void **state) {
    const struct mistake_row *row = *state;
    vitals_diagnostics *diagnostics = NULL;
    char found[512] = "";
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    vitals_lint *lint =
        configured(row->text, ".", "", *row->diagnostics ? VITALS_ECONFIG : VITALS_OK, diagnostics);
    const vitals_diagnostic *at = vitals_diagnostics_at(diagnostics, 0);
    if (at) {
        snprintf(found, sizeof found, "%u:%u %.*s", at->line, at->column, (int)at->text.size,
                 at->text.bytes);
    }
    assert_string_equal(found, row->diagnostics);
    vitals_diagnostics_free(diagnostics);
    vitals_lint_free(lint);
}

/* What is a matter of taste, where a fixture has an observedGeneration. */
#define TASTE "return { status = obj.status and \"Healthy\" or \"Progressing\" }\n"
static const char fixture[] = "kind: W\nstatus: { observedGeneration: 1 }\n";

/* The severity of the first finding, "" for none. */
static const struct level_row {
    TABLE_ROW;
    const char *settings, *rule;
    vitals_lint_level level;
    const char *script;
    int severity; /* -1: none */
} levels[] = {
    { "a warning", "", NULL, 0, "local a = 1\nreturn { status = \"Healthy\" }\n",
      VITALS_SEVERITY_WARNING },
    { "off in the settings", "lint: {levels: {lua-unused: off}}\n", NULL, 0,
      "local a = 1\nreturn { status = \"Healthy\" }\n", -1 },
    { "an error in the settings", "lint: {levels: {lua-unused: error}}\n", NULL, 0,
      "local a = 1\nreturn { status = \"Healthy\" }\n", VITALS_SEVERITY_ERROR },
    { "the caller decides", "lint: {levels: {lua-unused: error}}\n", "lua-unused", VITALS_LINT_NOTE,
      "local a = 1\nreturn { status = \"Healthy\" }\n", VITALS_SEVERITY_NOTE },
    { "taste", "", NULL, 0, TASTE, -1 },
    { "taste in the settings", "lint: {levels: {lua-observed-generation: warning}}\n", NULL, 0,
      TASTE, VITALS_SEVERITY_WARNING },
    { "all taste", "", "", VITALS_LINT_NOTE, TASTE, VITALS_SEVERITY_NOTE },
    { "taste that is silenced", "", NULL, 0,
      "-- vitals:ignore lua-observed-generation a reason\n" TASTE, -1 },
};

static void check_levels(void **state) {
    const struct level_row *row = *state;
    vitals_lint *lint = configured(row->settings, ".", "", VITALS_OK, NULL);
    vitals_lint_finding finding;
    if (row->rule) {
        assert_int_equal(vitals_lint_set_level(lint, *row->rule ? row->rule : NULL, row->level),
                         VITALS_OK);
    }
    assert_int_equal(vitals_lint_set_level(lint, "no-fixtures", VITALS_LINT_OFF), VITALS_OK);
    assert_int_equal(vitals_lint_set_level(lint, "fixture-unused", VITALS_LINT_OFF), VITALS_OK);
    assert_int_equal(vitals_lint_text(lint, "e.io/W/testdata/a.yaml", fixture, sizeof fixture - 1),
                     VITALS_OK);
    assert_int_equal(vitals_lint_text(lint, "e.io/W/health.lua", row->script, strlen(row->script)),
                     VITALS_OK);
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    bool any = vitals_lint_finding_at(lint, 0, &finding, sizeof finding);
    assert_int_equal(any ? (int)finding.severity : -1, row->severity);
    vitals_lint_free(lint);
}

static bool wants_b(void *user, const char *file) {
    (void)user;
    return strstr(file, "/B/") != NULL;
}

static void check_filter(void **state) {
    static const char script[] = "local a = 1\nreturn { status = \"Healthy\" }\n";
    vitals_lint *lint = NULL;
    vitals_lint_finding finding;
    (void)state;
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    vitals_lint_set_filter(lint, wants_b, NULL);
    assert_int_equal(vitals_lint_text(lint, "e.io/A/health.lua", script, strlen(script)),
                     VITALS_OK);
    assert_int_equal(vitals_lint_text(lint, "e.io/B/health.lua", script, strlen(script)),
                     VITALS_OK);
    assert_int_equal(vitals_lint_set_level(lint, "lua-x", VITALS_LINT_OFF), VITALS_ENOTFOUND);
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    assert_int_equal(vitals_lint_file_count(lint), 1);
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        assert_string_equal(finding.file, "e.io/B/health.lua");
    }
    assert_true(vitals_lint_finding_at(lint, 0, &finding, sizeof finding));
    assert_int_equal(vitals_lint_set_level(lint, "lua-unused", VITALS_LINT_OFF), VITALS_EINVAL);
    assert_int_equal(vitals_lint_configure(lint, "", "", 0, "", "", NULL), VITALS_EINVAL);
    vitals_lint_free(lint);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_filter) };
    return TABLE_RUN("lint_excluded", check_excluded, excluded) +
           TABLE_RUN("lint_mistakes", check_mistakes, mistakes) +
           TABLE_RUN("lint_levels", check_levels, levels) +
           cmocka_run_group_tests_name("lint_filter", tests, NULL, NULL);
}
