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
