/* Findings of <vitals/why.h> as text: one entry for each cause, a few lines each. */
#ifndef CLI_OUTPUT_SHOW_WHY_H
#define CLI_OUTPUT_SHOW_WHY_H

#include <vitals/why.h>

#include "base/coverage.h"
#include "output/rank_why.h"
#include "output/terminal.h"

/* Entries in the order of rank_why.h, the first `top` of them or, with 0, all. `now_seconds` for ages. */
void why_add_text(vt_buffer *out, const vitals_why *why, const cli_terminal *terminal,
                  int64_t now_seconds, size_t top);
/* A line of JSON for each finding, or with `whole` one report; with what was not read. */
void why_add_json(vt_buffer *out, const vitals_why *why, bool whole, size_t top,
                  const cli_coverage *coverage);

#endif
