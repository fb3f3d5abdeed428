/* Findings about configuration, as diagnostics of the library. */
#include "cluster/config/report.h"

#include <stdio.h>

#define REPORT_MOST_BYTES 1024

/* Formatted on the stack, so that an error can be reported without memory of our own. A longer text is
** cut. */
void vt_report(vitals_diagnostics *list, vitals_severity severity, const char *rule,
               const char *file, const char *format, ...) {
    char text[REPORT_MOST_BYTES];
    if (!list) return;
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (size < 0) return;
    vt_text whole = { text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1 };
    vitals_diagnostic finding = { severity, rule, file, 0,
                                  0,        0,    NULL, vt_text_cut(whole, REPORT_MOST_BYTES) };
    (void)vitals_diagnostics_add(list, &finding);
}
