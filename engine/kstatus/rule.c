/* Making the results of rules. */
#include "kstatus/rule.h"

static vt_kstatus_result make(vitals_kstatus status, const char *row, vt_text message) {
    vt_kstatus_result result = { 0 };
    result.status = status;
    result.row = row;
    result.message = message.bytes ? message : VT_TEXT("");
    return result;
}

static vt_kstatus_result with_condition(vitals_kstatus status, const char *row, vt_text type,
                                        vt_text reason, vt_text message) {
    vt_kstatus_result result = make(status, row, message);
    result.conditions[0] = (vt_kstatus_condition){ type, VT_TEXT("True"), reason, result.message };
    result.condition_count = 1;
    return result;
}

vt_kstatus_result vt_kstatus_current(const char *row, vt_text message) {
    return make(VITALS_KSTATUS_CURRENT, row, message);
}

vt_kstatus_result vt_kstatus_terminating(const char *row, vt_text message) {
    return make(VITALS_KSTATUS_TERMINATING, row, message);
}

vt_kstatus_result vt_kstatus_in_progress(const char *row, vt_text reason, vt_text message) {
    return with_condition(VITALS_KSTATUS_IN_PROGRESS, row, VT_TEXT("Reconciling"), reason, message);
}

vt_kstatus_result vt_kstatus_stalled(const char *row, vt_text reason, vt_text message) {
    return with_condition(VITALS_KSTATUS_FAILED, row, VT_TEXT("Stalled"), reason, message);
}

vt_kstatus_result vt_kstatus_error(const char *row, vt_text message) {
    vt_kstatus_result result =
        make(VITALS_KSTATUS_UNKNOWN, row, message.bytes ? message : VT_TEXT("out of memory"));
    result.failed = true;
    result.no_memory = message.bytes == NULL;
    return result;
}

static vt_text shortfall_message(const vt_kstatus_input *input, const vt_kstatus_shortfall *row) {
    vt_arena *arena = input->evaluation->arena;
    if (row->surplus) return vt_message(arena, "%s: %d", row->label, row->larger - row->smaller);
    return vt_message(arena, "%s: %d/%d", row->label, row->smaller, row->larger);
}

bool vt_kstatus_first_shortfall(const vt_kstatus_input *input, const vt_kstatus_shortfall *table,
                                size_t count, vt_kstatus_result *out) {
    for (size_t i = 0; i < count; i++) {
        if (table[i].larger <= table[i].smaller) continue;
        *out = vt_kstatus_in_progress(table[i].row, table[i].reason,
                                      shortfall_message(input, &table[i]));
        return true;
    }
    return false;
}
