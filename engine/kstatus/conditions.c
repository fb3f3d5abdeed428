/* Converting .status.conditions, with the converter's complaints. */
#include "kstatus/conditions.h"

static bool is_absent(const vt_value *value) {
    return !value || vt_value_is_null(value);
}

/* One text field of a condition. `go_type` is its type in upstream's struct. */
static bool read_field(const vt_reader *reader, const vt_value *condition, const char *key,
                       const char *go_type, vt_text *out, vt_buffer *error) {
    const vt_value *value = vt_read(reader, condition, vt_text_from(key));
    *out = VT_TEXT("");
    if (is_absent(value)) return true;
    if (vt_value_is_string(value)) {
        *out = vt_value_text(value);
        return true;
    }
    if (vt_value_is_integer(value)) {
        vt_buffer_printf(error, "cannot convert int64 to %s", go_type);
    } else {
        vt_buffer_add_terminated(error, "unrecognized type: string");
    }
    return false;
}

static bool read_condition(const vt_reader *reader, const vt_value *value,
                           vt_kstatus_condition *out, vt_buffer *error) {
    static const vt_kstatus_condition empty = { VT_TEXT_INIT(""), VT_TEXT_INIT(""),
                                                VT_TEXT_INIT(""), VT_TEXT_INIT("") };
    *out = empty;
    if (is_absent(value)) return true;
    if (!vt_value_is_object(value)) {
        vt_buffer_printf(error, "cannot restore struct from: %s", vt_value_go_type(value));
        return false;
    }
    return read_field(reader, value, "type", "string", &out->type, error) &&
           read_field(reader, value, "status", "v1.ConditionStatus", &out->status, error) &&
           read_field(reader, value, "reason", "string", &out->reason, error) &&
           read_field(reader, value, "message", "string", &out->message, error);
}

static bool read_list(const vt_evaluation *evaluation, const vt_value *list,
                      vt_kstatus_conditions *out, vt_buffer *error) {
    size_t count = vt_value_count(list);
    vt_kstatus_condition *items = vt_arena_allocate_array(evaluation->arena, count, sizeof *items);
    const vt_value **values = vt_arena_allocate_array(evaluation->arena, count, sizeof *values);
    if (count > 0 && (!items || !values)) {
        vt_buffer_add_terminated(error, "out of memory");
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const vt_value *value =
            i == 0 ? vt_read_at(&evaluation->reader, list, 0) : vt_array_next(list, values[i - 1]);
        values[i] = value;
        if (!read_condition(&evaluation->reader, value, &items[i], error)) return false;
    }
    *out = (vt_kstatus_conditions){ items, values, count };
    return true;
}

bool vt_kstatus_conditions_read(const vt_evaluation *evaluation, vt_kstatus_conditions *out,
                                vt_buffer *error) {
    const vt_reader *reader = &evaluation->reader;
    *out = (vt_kstatus_conditions){ NULL, NULL, 0 };
    const vt_value *status = vt_read_field(reader, vt_read_root(reader), "status");
    if (is_absent(status)) return true;
    if (!vt_value_is_object(status)) {
        vt_buffer_printf(error, "cannot restore struct from: %s", vt_value_go_type(status));
        return false;
    }
    const vt_value *list = vt_read_field(reader, status, "conditions");
    if (is_absent(list)) return true;
    if (!vt_value_is_array(list)) {
        vt_buffer_printf(error, "cannot restore slice from %s", vt_value_go_type(list));
        return false;
    }
    return read_list(evaluation, list, out, error);
}

bool vt_kstatus_condition_is(const vt_kstatus_condition *condition, const char *type,
                             const char *status) {
    return vt_text_is(condition->type, type) && vt_text_is(condition->status, status);
}

size_t vt_kstatus_conditions_find(const vt_kstatus_conditions *conditions, const char *type,
                                  const char *status) {
    size_t i = 0;
    while (i < conditions->count && !vt_kstatus_condition_is(&conditions->items[i], type, status))
        i++;
    return i;
}
