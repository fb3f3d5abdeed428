/* What the formats of CI systems have in common: JUnit's XML, GitHub's workflow commands, SARIF. */
#ifndef CLI_OUTPUT_CI_H
#define CLI_OUTPUT_CI_H

#include "base/coverage.h"
#include "base/text/json_writer.h"

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
void ci_add_invocations(vt_json_writer *run, const cli_coverage *coverage);

/* A path as a URI reference: {"artifactLocation": {"uri": …}}. */
void ci_add_artifact(vt_json_writer *physical, vitals_text path);
/* {"name": {"text": …}} */
void ci_add_message(vt_json_writer *item, const char *name, vitals_text text);
/* A SARIF log with one run of vitals, written result by result: the caller adds the rules of `driver`, then members of
** `run`, then results, each of which it closes. */
typedef struct ci_sarif {
    vt_buffer text;
    vt_json_writer report, runs, run, tool, driver, results;
} ci_sarif;
void ci_sarif_begin(ci_sarif *sarif);
void ci_sarif_end_driver(ci_sarif *sarif);
void ci_sarif_begin_results(ci_sarif *sarif);
vt_json_writer ci_sarif_add(ci_sarif *sarif);
void ci_sarif_end(ci_sarif *sarif);

#endif
