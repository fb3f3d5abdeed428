#include "support/lint.h"

#include <stdio.h>

#include "support/table.h"

static char words[8192];

static void add_finding(const vitals_lint_finding *finding) {
    size_t used = strlen(words);
    snprintf(words + used, sizeof words - used, "%s%s%u:%u %s", used ? " " : "",
             finding->ignored ? "!" : "", finding->line, finding->column, finding->rule->id);
}

const char *lint_findings(const lint_file *files, size_t count) {
    vitals_lint *lint = NULL;
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    assert_int_equal(vitals_lint_set_level(lint, NULL, VITALS_LINT_NOTE), VITALS_OK);
    for (size_t i = 0; i < count && files[i].path; i++) {
        assert_int_equal(
            vitals_lint_text(lint, files[i].path, files[i].text, strlen(files[i].text)), VITALS_OK);
    }
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    words[0] = '\0';
    vitals_lint_finding finding;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++)
        add_finding(&finding);
    vitals_lint_free(lint);
    return words;
}

/* Apply the corrections of one file; false: there is none. `*text` is replaced. */
static bool fix_once(lint_file *files, size_t count, size_t index, char **text) {
    vitals_lint *lint = NULL;
    vitals_lint_edit edit;
    size_t from = 0, used = 0, size = strlen(*text);
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    assert_int_equal(vitals_lint_set_level(lint, NULL, VITALS_LINT_NOTE), VITALS_OK);
    for (size_t i = 0; i < count && files[i].path; i++) {
        assert_int_equal(
            vitals_lint_text(lint, files[i].path, files[i].text, strlen(files[i].text)), VITALS_OK);
    }
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    char *fixed = malloc(size * 2 + 1024);
    assert_non_null(fixed);
    bool any = false;
    for (size_t i = 0; vitals_lint_edit_at(lint, i, &edit, sizeof edit); i++) {
        if (strcmp(edit.file, files[index].path) != 0) continue;
        assert_in_range(edit.offset, from, size);
        memcpy(fixed + used, *text + from, edit.offset - from);
        used += edit.offset - from;
        memcpy(fixed + used, edit.text.bytes, edit.text.size);
        used += edit.text.size;
        from = edit.offset + edit.size;
        any = true;
    }
    memcpy(fixed + used, *text + from, size - from + 1);
    vitals_lint_free(lint);
    free(*text);
    *text = fixed;
    files[index].text = fixed;
    return any;
}

char *lint_fixed(const lint_file *files, size_t count, size_t index) {
    lint_file copy[16];
    assert_true(count <= TABLE_COUNT(copy));
    memcpy(copy, files, count * sizeof *files);
    char *text = malloc(strlen(files[index].text) + 1);
    assert_non_null(text);
    memcpy(text, files[index].text, strlen(files[index].text) + 1);
    for (int round = 0; fix_once(copy, count, index, &text); round++) assert_true(round < 20);
    return text;
}

const char *lint_one(const char *path, const char *text) {
    const lint_file file = { path, text };
    return lint_findings(&file, 1);
}
