/* Converting .status.conditions, with the converter's complaints. */
#include "kstatus/conditions.h"

static bool is_absent(const vt_value *value) {
    return !value || vt_value_is_null(value);
}

/* `value` is no string. `go_type` is the field's type in upstream's struct. */
static bool refuse_field(const vt_evaluation *evaluation, const vt_value *value,
                         const char *go_type, vt_text *error) {
    *error =
        vt_value_is_integer(value)
            ? vt_message(evaluation->arena, "cannot convert int64 to %s", vt_text_from(go_type))
            : VT_TEXT("unrecognized type: string");
    return false;
}

/* One text field of a condition. */
static bool read_field(const vt_evaluation *evaluation, const vt_value *condition, vt_text key,
                       const char *go_type, vt_text *out, vt_text *error) {
    const vt_value *value = vt_read(&evaluation->reader, condition, key);
    *out = vt_value_is_string(value) ? vt_value_text(value) : VT_TEXT("");
    if (vt_value_is_string(value) || is_absent(value)) return true;
    return refuse_field(evaluation, value, go_type, error);
}

static bool read_condition(const vt_evaluation *evaluation, const vt_value *value,
                           vt_condition *out, vt_text *error) {
    static const vt_text empty = VT_TEXT_INIT("");
    *out = (vt_condition){ empty, empty, empty, empty, value };
    if (vt_value_is_null(value)) return true;
    if (!vt_value_is_object(value)) {
        *error = vt_message(evaluation->arena, "cannot restore struct from: %s",
                            vt_text_from(vt_value_go_type(value)));
        return false;
    }
    return read_field(evaluation, value, VT_TEXT("type"), "string", &out->type, error) &&
           read_field(evaluation, value, VT_TEXT("status"), "v1.ConditionStatus", &out->status,
                      error) &&
           read_field(evaluation, value, VT_TEXT("reason"), "string", &out->reason, error) &&
           read_field(evaluation, value, VT_TEXT("message"), "string", &out->message, error);
}

/* One after the other, with a note of each look and a complaint about the first that is malformed. */
static bool read_list(const vt_evaluation *evaluation, const vt_value *list, vt_conditions *out,
                      vt_text *error) {
    size_t count = vt_value_count(list);
    if (count == 0) return true;
    vt_condition *items = vt_arena_allocate_array(evaluation->arena, count, sizeof *items);
    if (!items) {
        *error = VT_TEXT("out of memory");
        return false;
    }
    const vt_value *value = vt_read_at(&evaluation->reader, list, 0);
    for (size_t i = 0; value; value = vt_array_next(list, value), i++) {
        if (!read_condition(evaluation, value, &items[i], error)) return false;
    }
    *out = (vt_conditions){ items, count };
    return true;
}

bool vt_kstatus_conditions_convert(const vt_evaluation *evaluation, vt_conditions *out,
                                   vt_text *error) {
    const vt_reader *reader = &evaluation->reader;
    *out = (vt_conditions){ NULL, 0 };
    vt_kstatus_note_status(reader);
    const vt_value *status = vt_document_status(reader->document);
    if (is_absent(status)) return true;
    if (!vt_value_is_object(status)) {
        *error = vt_message(evaluation->arena, "cannot restore struct from: %s",
                            vt_text_from(vt_value_go_type(status)));
        return false;
    }
    const vt_value *list = vt_read_conditions(reader);
    if (is_absent(list)) return true;
    if (!vt_value_is_array(list)) {
        *error = vt_message(evaluation->arena, "cannot restore slice from %s",
                            vt_text_from(vt_value_go_type(list)));
        return false;
    }
    return read_list(evaluation, list, out, error);
}
