/*
** Inside an explanation: explanation.c makes it and has its getters, explain.c fills it, considered.c
** says why each source did not decide, json.c writes it.
*/
#ifndef VITALS_EXPLAIN_EXPLANATION_H
#define VITALS_EXPLAIN_EXPLANATION_H

#include <vitals/explain.h>

#include "health/health.h"
#include "lua/syntax/syntax.h"

enum {
    VT_EXPLAIN_MOST_CONSIDERED = 16, /* sources of one profile */
    VT_EXPLAIN_MOST_LINES = 3,       /* of the script */
    VT_EXPLAIN_MOST_DESCENDANTS = 20 /* objects that are shown */
};

struct vitals_explanation {
    vitals_allocator allocator;
    vt_arena arena;
    vitals_trace *trace;
    vitals_verdict *verdict;
    const vitals_engine *engine; /* of the worker, while it is made */
    vitals_call call;
    vt_text group, kind, object_namespace, object_name;
    vt_text at;                   /* "file:line" of the object */
    bool of_kind;                 /* there is no object */
    bool is_deleting_time_absent; /* the object has no deletionTimestamp at all */
    bool wildcard, out_of_memory;
    uint64_t steps, most_steps;
    const char *limit;
    vt_text nearest;
    vitals_considered considered[VT_EXPLAIN_MOST_CONSIDERED];
    size_t considered_count;
    vitals_field *fields;
    size_t field_count, field_capacity;
    vitals_script_line lines[VT_EXPLAIN_MOST_LINES];
    size_t line_count;
    vt_text script; /* of the rule that decided, or absent */
    vitals_subexpression *parts;
    size_t part_count, part_capacity;
    vitals_other_profile other_profiles[VITALS_PROFILE_COUNT];
    size_t other_profile_count;
    vitals_descendant descendants[VT_EXPLAIN_MOST_DESCENDANTS];
    size_t descendant_count;
    vt_text because;
};

/* An empty explanation with a copy of `call`. Errors: VITALS_ENOMEM. */
vitals_status vt_explanation_new(const vitals_call *call, const vitals_allocator *allocator,
                                 vitals_explanation **out);
/* Keep a copy; without memory it is absent and `out_of_memory` is set. */
vt_text vt_explanation_keep(vitals_explanation *explanation, vt_text text);
vt_text vt_explanation_printf(vitals_explanation *explanation, const char *format, ...)
    VITALS_PRINTF(2, 3);
/* The rules for the kind of the object; NULL: none, or the look-up ended early. */
const vt_rule *vt_explanation_customization(const vitals_explanation *explanation);
const vt_rule *vt_explanation_bundled(const vitals_explanation *explanation);
/* Describe the outcome of each source from the trace. */
void vt_explanation_consider(vitals_explanation *explanation);

#endif
