/* Findings about configuration, as diagnostics of the library. */
#ifndef VITALS_CLUSTER_REPORT_H
#define VITALS_CLUSTER_REPORT_H

#include "base/memory/buffer.h"

/* Append an error or a warning. `rule` is static; `file` may be NULL. Without memory for the text it is
** counted as lost. */
void vt_report(vitals_diagnostics *list, vitals_severity severity, const char *rule,
               const char *file, const char *format, ...) VITALS_PRINTF(5, 6);

#endif
