/* .status.conditions as kstatus converts them before it looks at any. */
#ifndef VITALS_KSTATUS_CONDITIONS_H
#define VITALS_KSTATUS_CONDITIONS_H

#include "kstatus/result.h"

/* Convert the whole list. false: one element is malformed, and `error` says how, in the words of
** apimachinery's converter. */
bool vt_kstatus_conditions_read(const vt_evaluation *evaluation, vt_conditions *out,
                                vt_text *error);

/* Whether a condition has this type and status. */
static inline bool vt_kstatus_condition_is(const vt_condition *condition, const char *type,
                                           const char *status) {
    return vt_text_is(condition->type, type) && vt_text_is(condition->status, status);
}
/* Index of the first condition with this type and status; count when there is none. */
static inline size_t vt_kstatus_conditions_find(const vt_conditions *conditions, const char *type,
                                                const char *status) {
    size_t i = 0;
    while (i < conditions->count && !vt_kstatus_condition_is(&conditions->items[i], type, status))
        i++;
    return i;
}

#endif
