/* The output forms of `vitals lint`, and the list of its rules. */
#ifndef CLI_OUTPUT_SHOW_LINT_H
#define CLI_OUTPUT_SHOW_LINT_H

#include <vitals/lint.h>

#include "output/terminal.h"

/* The findings of a run, counted. */
typedef struct lint_counts {
    size_t files, errors, warnings, notes, ignored;
} lint_counts;

lint_counts lint_count(const vitals_lint *lint);

typedef void (*lint_show_fn)(const vitals_lint *lint, const cli_terminal *terminal);
void lint_show_pretty(const vitals_lint *lint, const cli_terminal *terminal);
void lint_show_github(const vitals_lint *lint, const cli_terminal *terminal);
void lint_show_sarif(const vitals_lint *lint, const cli_terminal *terminal);
void lint_show_json(const vitals_lint *lint, const cli_terminal *terminal);

/* All rules, as a table or as JSON. */
void lint_list_rules(bool as_json, const char *word);
/* Print what one rule finds. false: there is no rule of that id. */
bool lint_explain_rule(const char *id);

#endif
