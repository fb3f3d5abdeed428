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

/* The field that a key names, or NULL. */
static inline vt_text *field_of(vt_kstatus_condition *condition, vt_text key) {
    switch (key.size) {
    case sizeof "type" - 1:
        return vt_text_is(key, "type") ? &condition->type : NULL;
    case sizeof "status" - 1:
        if (vt_text_is(key, "status")) return &condition->status;
        return vt_text_is(key, "reason") ? &condition->reason : NULL;
    case sizeof "message" - 1:
        return vt_text_is(key, "message") ? &condition->message : NULL;
    default:
        return NULL;
    }
}

/* All fields in one walk over the condition; false when one is neither a string nor null. */
static bool read_strings(const vt_value *object, vt_kstatus_condition *out) {
    const vt_value *end = object + object->next;
    for (const vt_value *key = object + 1; key < end; key += 1 + key[1].next) {
        vt_text *field = field_of(out, vt_text_slice(key->as.bytes, key->size));
        if (!field || (key->flags & VT_FLAG_SHADOWED)) continue;
        const vt_value *value = vt_object_value(key);
        if (value->type == VT_STRING) {
            *field = vt_text_slice(value->as.bytes, value->size);
        } else if (value->type != VT_NULL) {
            return false;
        }
    }
    return true;
}

/* One field by itself, with a note of the look and the converter's complaint. */
static bool read_field(const vt_evaluation *evaluation, const vt_value *condition, vt_text key,
                       const char *go_type, vt_text *out, vt_text *error) {
    const vt_value *value = vt_read(&evaluation->reader, condition, key);
    *out = vt_value_is_string(value) ? vt_value_text(value) : VT_TEXT("");
    if (vt_value_is_string(value) || is_absent(value)) return true;
    return refuse_field(evaluation, value, go_type, error);
}

static bool read_fields(const vt_evaluation *evaluation, const vt_value *value,
                        vt_kstatus_condition *out, vt_text *error) {
    return read_field(evaluation, value, VT_TEXT("type"), "string", &out->type, error) &&
           read_field(evaluation, value, VT_TEXT("status"), "v1.ConditionStatus", &out->status,
                      error) &&
           read_field(evaluation, value, VT_TEXT("reason"), "string", &out->reason, error) &&
           read_field(evaluation, value, VT_TEXT("message"), "string", &out->message, error);
}

static bool read_condition(const vt_evaluation *evaluation, const vt_value *value,
                           vt_kstatus_condition *out, vt_text *error) {
    static const vt_kstatus_condition empty = { VT_TEXT_INIT(""), VT_TEXT_INIT(""),
                                                VT_TEXT_INIT(""), VT_TEXT_INIT("") };
    *out = empty;
    if (vt_value_is_null(value)) return true;
    if (!vt_value_is_object(value)) {
        *error = vt_message(evaluation->arena, "cannot restore struct from: %s",
                            vt_text_from(vt_value_go_type(value)));
        return false;
    }
    if (!evaluation->reader.trace && read_strings(value, out)) return true;
    return read_fields(evaluation, value, out, error);
}

/* Room for `count` conditions and, behind them, for where they stand. */
static bool make_room(vt_arena *arena, size_t count, vt_kstatus_conditions *out) {
    const size_t each = sizeof(vt_kstatus_condition) + sizeof(const vt_value *);
    vt_kstatus_condition *items = vt_arena_allocate_array(arena, count, each);
    if (!items) return false;
    *out = (vt_kstatus_conditions){ items, (const vt_value **)(items + count), count };
    return true;
}

static bool read_list(const vt_evaluation *evaluation, const vt_value *list,
                      vt_kstatus_conditions *out, vt_text *error) {
    vt_kstatus_conditions all;
    if (vt_value_count(list) == 0) return true;
    if (!make_room(evaluation->arena, vt_value_count(list), &all)) {
        *error = VT_TEXT("out of memory");
        return false;
    }
    const vt_value *value = vt_read_at(&evaluation->reader, list, 0);
    for (size_t i = 0; value; value = vt_array_next(list, value), i++) {
        all.values[i] = value;
        if (!read_condition(evaluation, value, &all.items[i], error)) return false;
    }
    *out = all;
    return true;
}

bool vt_kstatus_conditions_read(const vt_evaluation *evaluation, vt_kstatus_conditions *out,
                                vt_text *error) {
    const vt_reader *reader = &evaluation->reader;
    *out = (vt_kstatus_conditions){ NULL, NULL, 0 };
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
