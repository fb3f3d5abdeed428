/* What the formats of CI systems have in common: JUnit's XML, GitHub's workflow commands, SARIF. */
#ifndef CLI_OUTPUT_CI_H
#define CLI_OUTPUT_CI_H

#include "base/coverage.h"

struct cJSON;

/* Text inside XML, visible. */
void ci_add_xml(vt_buffer *out, vitals_text from);

/* Where an annotation belongs; 0: not known. */
typedef struct ci_place {
    vitals_text file;
    uint32_t line, column;
} ci_place;

/* ::error file=…,line=…,col=…,title=…::text, with a line break. Without a file (or "-") the annotation has no place. */
void ci_add_annotation(vt_buffer *out, const char *level, ci_place place, vitals_text title,
                       vitals_text text);

/* What was not read: a <testcase> with an <error> for each part that is lost, annotations, and the invocations of a
** SARIF run, which say so. Nothing where nothing is lost. */
void ci_add_unread_testcases(vt_buffer *out, const cli_coverage *coverage);
void ci_add_unread_annotations(vt_buffer *out, const cli_coverage *coverage);
void ci_add_invocations(struct cJSON *run, const cli_coverage *coverage);

/* A path as a URI reference, as the member `uri`. */
void ci_add_uri(struct cJSON *item, const char *path);
/* A SARIF log with one run of vitals: `driver` is filled by the caller. */
struct cJSON *ci_sarif_run(struct cJSON **driver);
/* Print it as far as its results, one result after another, and the rest. The run and results are freed. */
typedef struct ci_sarif {
    char *text;       /* of the log without results */
    const char *rest; /* in `text` */
    bool any;
} ci_sarif;
void ci_sarif_begin(ci_sarif *sarif, struct cJSON *run);
void ci_sarif_add(ci_sarif *sarif, struct cJSON *result);
void ci_sarif_end(ci_sarif *sarif);

#endif
