/* Filling a vitals_diagnostics list. */
#ifndef VITALS_BASE_DIAGNOSTIC_H
#define VITALS_BASE_DIAGNOSTIC_H

#include "base/memory/buffer.h"

/* A position in a file. Zeroes mean "unknown". */
typedef struct vt_place {
    const char *file; /* NULL is "" */
    uint32_t document;
    uint32_t line;
    uint32_t column;
} vt_place;

/* Add one; copies the text and the file name. `list` may be NULL. `rule` and `limit` must be
** static; `limit` may be NULL. When memory runs out the diagnostic is counted as lost, and so is one
** with an absent text, which is what vt_buffer_whole_text gives after its buffer ran out. */
void vt_diagnose(vitals_diagnostics *list, vitals_severity severity, const char *rule,
                 vt_place place, const char *limit, vt_text text);
void vt_diagnose_format(vitals_diagnostics *list, vitals_severity severity, const char *rule,
                        vt_place place, const char *limit, const char *format, ...)
    VITALS_PRINTF(6, 7);
/* What a list holds at some time, NULL nothing. */
typedef struct vt_diagnostics_mark {
    size_t count, lost;
    bool out_of_memory;
} vt_diagnostics_mark;

vt_diagnostics_mark vt_diagnostics_mark_of(const vitals_diagnostics *list);
/* Remove what was added since. Returns whether there was any. */
bool vt_diagnostics_go_back(vitals_diagnostics *list, vt_diagnostics_mark mark);
/* Whether any were lost since the list was cleared because memory ran out. */
bool vt_diagnostics_out_of_memory(const vitals_diagnostics *list);
/* The error "limit NAME of VALUE reached: …", with the value that `limits` sets. `limit` is a name
** from VT_LIMIT_NAME. */
void vt_diagnose_limit(vitals_diagnostics *list, vt_place place, const vitals_limits *limits,
                       const char *limit);

#endif
