/* Making results, and the field helpers that all rules use. */
#include "kstatus/result.h"

#include <inttypes.h>
#include <stdarg.h>

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
    return result;
}

vt_text vt_kstatus_printf(const vt_kstatus_input *input, const char *format, ...) {
    vt_buffer buffer;
    va_list arguments;
    va_start(arguments, format);
    vt_buffer_init(&buffer, &input->evaluation->arena->allocator, SIZE_MAX / 2);
    vt_buffer_vprintf(&buffer, format, arguments);
    va_end(arguments);
    vt_text text = buffer.failed ? VT_TEXT_ABSENT
                                 : vt_arena_copy(input->evaluation->arena, vt_buffer_text(&buffer));
    vt_buffer_done(&buffer);
    return text;
}

static const vt_value *follow(const vt_kstatus_input *input, vt_kstatus_path path) {
    const char *const *keys = path.keys;
    return vt_read_path(&input->evaluation->reader, input->root, keys[0], keys[1], keys[2], NULL);
}

int64_t vt_kstatus_integer(const vt_kstatus_input *input, vt_kstatus_path path, int64_t otherwise) {
    const vt_value *value = follow(input, path);
    return vt_value_is_integer(value) ? value->as.integer : otherwise;
}

vt_text vt_kstatus_string(const vt_kstatus_input *input, vt_kstatus_path path, vt_text otherwise) {
    const vt_value *value = follow(input, path);
    return vt_value_is_string(value) ? vt_value_text(value) : otherwise;
}

static vt_text shortfall_message(const vt_kstatus_input *input, const vt_kstatus_shortfall *row) {
    if (row->surplus) {
        return vt_kstatus_printf(input, "%s: %" PRId64, row->label, row->larger - row->smaller);
    }
    return vt_kstatus_printf(input, "%s: %" PRId64 "/%" PRId64, row->label, row->smaller,
                             row->larger);
}

bool vt_kstatus_first_shortfall(const vt_kstatus_input *input, const vt_kstatus_shortfall *table,
                                size_t count, vt_kstatus_result *out) {
    for (size_t i = 0; i < count; i++) {
        if (table[i].larger <= table[i].smaller) continue;
        *out = vt_kstatus_in_progress(table[i].row, vt_text_from(table[i].reason),
                                      shortfall_message(input, &table[i]));
        return true;
    }
    return false;
}
