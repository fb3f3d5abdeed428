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

const char *lint_one(const char *path, const char *text) {
    const lint_file file = { path, text };
    return lint_findings(&file, 1);
}
