/*
** What a run was to judge and has not seen, and how it is printed. The model and its rule are the library's:
** <vitals/coverage.h>. docs/coverage.md explains it.
*/
#ifndef CLI_BASE_COVERAGE_H
#define CLI_BASE_COVERAGE_H

#include <vitals/coverage.h>

#include "base/text.h"

/* Parts whose texts are visible. Start from COVERAGE_INIT. */
typedef struct cli_coverage {
    vitals_coverage_list *list; /* NULL: nothing was added */
    size_t errors;              /* that were printed about what the parts name */
    bool needs_forbidden;       /* what is forbidden is an error: it was asked for, or required */
} cli_coverage;

#define COVERAGE_INIT                                                                              \
    { NULL, 0, false }

void coverage_done(cli_coverage *coverage);
void coverage_clear(cli_coverage *coverage);
/* The texts are copied and made visible. */
void coverage_add(cli_coverage *coverage, const vitals_coverage_part *part);
/* Add the first `most` parts of another one, and empty that. */
void coverage_take(cli_coverage *coverage, cli_coverage *from, size_t most);
/* Count further parts that lose something. */
void coverage_add_more(cli_coverage *coverage, size_t count);
/* Parts of no cluster are of this one; NULL: they stay so. */
void coverage_set_cluster(cli_coverage *coverage, const char *cluster);
/* One part; false past the end. */
bool coverage_at(const cli_coverage *coverage, size_t index, vitals_coverage_part *part);

/* The next part from `next` on that is an error, in reports for programs of CI; false: there is none. */
bool coverage_next_error(const cli_coverage *coverage, size_t *next, vitals_coverage_part *part);
size_t coverage_count_errors(const cli_coverage *coverage);

/* What the rule of profile combined makes of a health. Whether there is a remark, which is visible. */
bool coverage_judge(const cli_coverage *coverage, const vitals_coverage_question *question,
                    vitals_health *health, bool *incomplete, vt_buffer *remark);

/* Whether errors are exit status 3: with --allow-partial those about parts are not. */
static inline bool coverage_fails(const cli_coverage *coverage, size_t errors, bool allow_partial) {
    return errors > (allow_partial ? coverage->errors : 0);
}

/* "half.yaml:7:3" */
void coverage_add_place(vt_buffer *out, const vitals_coverage_part *part);
/* Lines for people: one for each part, the first COVERAGE_LINES of them; one for all that are forbidden. */
enum { COVERAGE_LINES = 10 };
void coverage_add_lines(vt_buffer *out, const cli_coverage *coverage);
/* {"complete":…,"parts":[…]} */
void coverage_add_json(vt_buffer *out, const cli_coverage *coverage);
/* ,"coverage":{…} where there is something to say. */
void coverage_add_member(vt_buffer *out, const cli_coverage *coverage);
/* {"coverage":{…}} and a line break where there is something to say: the last line of a stream. */
void coverage_add_line(vt_buffer *out, const cli_coverage *coverage);

#endif
