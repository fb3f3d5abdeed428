/* Findings of <vitals/why.h> as text: one entry for each cause, a few lines each. */
#ifndef CLI_OUTPUT_SHOW_WHY_H
#define CLI_OUTPUT_SHOW_WHY_H

#include <vitals/why.h>

#include "base/coverage.h"
#include "output/terminal.h"

/* Entries, the worst first. `now_seconds` for ages. */
void why_add_text(vt_buffer *out, const vitals_why *why, const cli_terminal *terminal,
                  int64_t now_seconds);
/* A line of JSON for each finding, or with `whole` one report; with what was not read. */
void why_add_json(vt_buffer *out, const vitals_why *why, bool whole, const cli_coverage *coverage);
/* How bad a finding is: the severity of its health, and that of Degraded at least when its own delivery has failed. */
int why_severity(const vitals_why_finding *finding);

#endif
