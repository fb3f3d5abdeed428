/*
** The messages that have a CEL value without protobuf: wrappers, Struct, Value, ListValue,
** Timestamp and Duration. Any other type is unknown.
*/
#include "cel/run/program.h"

typedef struct message {
    const char *name;
    vt_cel_value (*make)(vt_cel_state *state, const struct message *message, vt_text field,
                         vt_cel_value value, vt_cel_value so_far);
    vt_cel_kind kind;  /* of the value when no field is set */
    const char *field; /* the only one, or NULL when `make` knows several */
} message;

static vt_cel_value no_field(vt_cel_state *state, vt_text field) {
    return vt_cel_fail(state, "no such field '%.*s'", VT_TEXT_ARG(field));
}

/* A wrapper: its one field is the value, which must be of its kind. */
static vt_cel_value make_wrapper(vt_cel_state *state, const message *m, vt_text field,
                                 vt_cel_value value, vt_cel_value so_far) {
    (void)so_far;
    if (!vt_text_is(field, m->field)) return no_field(state, field);
    if (value.kind == m->kind) return value;
    return vt_cel_fail(state, "unsupported type conversion from '%s' to %s",
                       vt_cel_type_name(value), m->name);
}

/* google.protobuf.Value: whatever field is set is the value. */
static vt_cel_value make_any(vt_cel_state *state, const message *m, vt_text field,
                             vt_cel_value value, vt_cel_value so_far) {
    static const char *const fields[] = { "null_value", "number_value", "string_value",
                                          "bool_value", "struct_value", "list_value" };
    (void)m;
    (void)so_far;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (vt_text_is(field, fields[i])) return i == 0 ? vt_cel_null_value() : value;
    }
    return no_field(state, field);
}

static vt_cel_value make_time(vt_cel_state *state, const message *m, vt_text field,
                              vt_cel_value value, vt_cel_value so_far) {
    bool seconds = vt_text_is(field, "seconds"), nanos = vt_text_is(field, "nanos");
    if (!seconds && !nanos) return no_field(state, field);
    if (value.kind != VT_CEL_INT) return vt_cel_no_such_overload();
    if (m->kind == VT_CEL_DURATION) {
        int64_t amount;
        if (__builtin_mul_overflow(value.as.integer, seconds ? INT64_C(1000000000) : 1, &amount) ||
            __builtin_add_overflow(so_far.as.integer, amount, &amount)) {
            return VT_CEL_ERROR_TEXT("integer overflow");
        }
        return vt_cel_of_duration(amount);
    }
    bool fits = seconds ? value.as.integer >= INT64_C(-62135596800) &&
                              value.as.integer <= INT64_C(253402300799)
                        : value.as.integer >= 0 && value.as.integer < 1000000000;
    if (!fits) return VT_CEL_ERROR_TEXT("timestamp overflow");
    if (seconds)
        so_far.as.integer = value.as.integer;
    else
        so_far.size = (uint32_t)value.as.integer;
    return so_far;
}

static const message messages[] = {
    { "google.protobuf.BoolValue", make_wrapper, VT_CEL_BOOL, "value" },
    { "google.protobuf.BytesValue", make_wrapper, VT_CEL_BYTES, "value" },
    { "google.protobuf.DoubleValue", make_wrapper, VT_CEL_DOUBLE, "value" },
    { "google.protobuf.FloatValue", make_wrapper, VT_CEL_DOUBLE, "value" },
    { "google.protobuf.Int32Value", make_wrapper, VT_CEL_INT, "value" },
    { "google.protobuf.Int64Value", make_wrapper, VT_CEL_INT, "value" },
    { "google.protobuf.StringValue", make_wrapper, VT_CEL_STRING, "value" },
    { "google.protobuf.UInt32Value", make_wrapper, VT_CEL_UINT, "value" },
    { "google.protobuf.UInt64Value", make_wrapper, VT_CEL_UINT, "value" },
    { "google.protobuf.Struct", make_wrapper, VT_CEL_MAP, "fields" },
    { "google.protobuf.ListValue", make_wrapper, VT_CEL_LIST, "values" },
    { "google.protobuf.Value", make_any, VT_CEL_NULL, NULL },
    { "google.protobuf.Timestamp", make_time, VT_CEL_TIMESTAMP, NULL },
    { "google.protobuf.Duration", make_time, VT_CEL_DURATION, NULL },
};

static const message *find(vt_text name) {
    if (vt_text_starts(name, VT_TEXT("."))) name = vt_text_between(name, 1, name.size);
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++) {
        if (vt_text_is(name, messages[i].name)) return &messages[i];
    }
    return NULL;
}

bool vt_cel_message_known(vt_text name) {
    return find(name) != NULL;
}

vt_cel_value vt_cel_run_message(vt_cel_state *state, const vt_cel_step *step) {
    const message *m = find(step->name);
    vt_cel_value result = { .kind = (uint8_t)m->kind };
    if (m->kind == VT_CEL_STRING || m->kind == VT_CEL_BYTES) result.as.bytes = "";
    if (!vt_cel_charge(state, 40)) return vt_cel_stopped_error(state);
    for (uint32_t i = 0; i < step->child_count; i += 2) {
        vt_cel_value value = vt_cel_step_run(state, step->children[i + 1]);
        if (vt_cel_is_error(value)) return value;
        if (step->optionals && step->optionals[i / 2]) {
            if (value.kind != VT_CEL_OPTIONAL) return vt_cel_no_such_overload();
            if (!value.as.item) continue;
            value = *value.as.item;
        }
        vt_text field = vt_cel_text(step->children[i]->constant);
        result = m->make(state, m, field, value, result);
        if (vt_cel_is_error(result)) return result;
    }
    return result;
}
