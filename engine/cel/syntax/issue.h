/* Errors of an expression: collected while parsing or checking, then printed as cel-go prints
** them. */
#ifndef VITALS_CEL_ISSUE_H
#define VITALS_CEL_ISSUE_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"
#include "cel/run/meter.h"

typedef struct vt_cel_issue vt_cel_issue;

struct vt_cel_issue {
    vt_cel_issue *next;
    uint32_t offset;
    vt_text text;
};

typedef struct vt_cel_issues {
    vt_arena *arena;
    vt_text source;
    const char *name; /* of the source: "<input>" */
    vt_cel_issue *first, *last;
    uint32_t count;
    bool out_of_memory;
    const char *limit;   /* the limit of the language that the expression passes, or NULL */
    vt_cel_meter *meter; /* of the compilation; NULL: nothing is charged */
} vt_cel_issues;

/* No position: printed as -1:0, without the line. */
#define VT_CEL_NO_POSITION UINT32_MAX
/* Further issues are counted, not kept. */
#define VT_CEL_MOST_ISSUES 100

void vt_cel_issues_init(vt_cel_issues *issues, vt_arena *arena, vt_text source);
void vt_cel_issue_add(vt_cel_issues *issues, uint32_t offset, const char *format, ...)
    VITALS_PRINTF(3, 4);
/* Move the issues of `from` to `issues`. */
void vt_cel_issues_merge(vt_cel_issues *issues, vt_cel_issues *from);
/* Charge work on the expression. false: the compilation is stopped. */
static inline bool vt_cel_issues_charge(vt_cel_issues *issues, uint64_t cost) {
    return !issues->meter || vt_cel_meter_charge(issues->meter, cost);
}
/* Append all of them, sorted by position, up to about 1 MiB:
**     ERROR: <input>:1:5: Syntax error: no viable alternative at input '.'
**      | foo.
**      | ....^
*/
bool vt_cel_issues_append(vt_cel_issues *issues, vt_buffer *buffer);
/* The position of the first issue; VT_CEL_NO_POSITION when there is none. */
uint32_t vt_cel_issues_offset(const vt_cel_issues *issues);

#endif
