/* What the formats of CI systems have in common: JUnit's XML, GitHub's workflow commands, SARIF. */
#ifndef CLI_OUTPUT_CI_H
#define CLI_OUTPUT_CI_H

#include "base/text.h"

struct cJSON;

/* Text inside XML, visible. */
void ci_add_xml(cli_text *out, vitals_text from);

/* ::error file=…,line=…,title=…::text, with a line break. `line` 0: not known. Without a file (or "-")
** the annotation has none. */
void ci_add_annotation(cli_text *out, const char *level, vitals_text file, uint32_t line,
                       vitals_text title, vitals_text text);

/* A path as a URI reference, as the member `uri`. */
void ci_add_uri(struct cJSON *item, const char *path);
/* Print a SARIF log with one run of vitals, which is freed: `driver` is filled by the caller. */
struct cJSON *ci_sarif_run(struct cJSON **driver);
void ci_write_sarif(struct cJSON *run);

#endif
