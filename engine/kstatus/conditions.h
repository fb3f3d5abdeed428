/* .status.conditions as kstatus converts them before it looks at any. */
#ifndef VITALS_KSTATUS_CONDITIONS_H
#define VITALS_KSTATUS_CONDITIONS_H

#include "kstatus/result.h"

/* Look by look, with a note of each and the converter's complaints. */
bool vt_kstatus_conditions_convert(const vt_evaluation *evaluation, vt_conditions *out,
                                   vt_text *error);
/* Convert the whole list. false: one element is malformed, and `error` says how, in the words of
** apimachinery's converter. Those that are plain, or not there, are converted already. */
static inline bool vt_kstatus_conditions_read(const vt_evaluation *evaluation, vt_conditions *out,
                                              vt_text *error) {
    const vt_parts *parts = vt_document_parts(evaluation->reader.document);
    bool none = vt_value_is_object(parts->status) && !parts->conditions;
    *out = parts->plain_conditions;
    if ((out->items || none) && !evaluation->reader.trace) return true;
    return vt_kstatus_conditions_convert(evaluation, out, error);
}

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
