/* The typed conversion: an object checked against the tables of its Go type. */
#include "native/typed.h"

#include <math.h>

#include "base/number/clock.h"
#include "base/number/number.h"
#include "base/text/base64.h"
#include "base/text/message.h"

/* Schemas may be recursive; past this depth everything converts. */
#define SCHEMA_DEPTH_MOST 256

static uint32_t four_bytes(const unsigned char *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The first and the last four bytes of a name and its length; as in tools/gen/typed. */
static uint32_t mixed(vt_text name) {
    const unsigned char *bytes = (const unsigned char *)name.bytes;
    size_t size = name.size;
    if (size < 4) {
        return bytes[0] | (uint32_t)bytes[size / 2] << 8 | (uint32_t)bytes[size - 1] << 16 |
               (uint32_t)size << 24;
    }
    return four_bytes(bytes) ^ four_bytes(bytes + size - 4) * 0x9e3779b1u ^
           (uint32_t)size * 0x85ebca6bu;
}

/* The number, from 1, of the only field that may have a name; 0: none. */
static inline unsigned candidate(const vt_native_schema *schema, vt_text name) {
    if (name.size == 0) return 0;
    return schema->slots[mixed(name) * schema->seed >> schema->slot_shift];
}

static inline bool is_named(const vt_native_field *field, vt_text name) {
    return field->name_bytes == name.size && vt_bytes_equal(field->name, name.bytes, name.size);
}

const vt_native_field *vt_native_field_find(const vt_native_schema *schema, vt_text name) {
    unsigned number = candidate(schema, name);
    if (number == 0) return NULL;
    const vt_native_field *field = &schema->fields[number - 1];
    return is_named(field, name) ? field : NULL;
}

/* An int32 or int64 takes any number without a fraction. */
static bool is_integral(const vt_value *value) {
    if (vt_value_is_integer(value)) return true;
    return vt_value_is(value, VT_DOUBLE) && trunc(value->as.number) == value->as.number;
}

static bool is_time(const vt_value *value) {
    return vt_value_is_string(value) && vt_is_instant(vt_value_text(value));
}

static bool is_quantity(const vt_value *value) {
    return vt_value_is_string(value) &&
           vt_native_quantity_check(vt_value_text(value)) == VT_NATIVE_QUANTITY_FINE;
}

/* The number as encoding/json writes it must read as an int32. */
static bool is_small_integral(const vt_value *value) {
    if (vt_value_is_integer(value)) {
        return value->as.integer >= INT32_MIN && value->as.integer <= INT32_MAX;
    }
    return is_integral(value) && value->as.number >= INT32_MIN && value->as.number <= INT32_MAX;
}

/* A value of a type that its kind does not accept as such. */
static bool is_leaf(const vt_value *value, vt_native_kind kind) {
    switch (kind) {
    case VT_NATIVE_INT32:
    case VT_NATIVE_INT64:
    case VT_NATIVE_UINT8:
        return is_integral(value);
    case VT_NATIVE_TIME:
        return is_time(value);
    case VT_NATIVE_QUANTITY:
        return is_quantity(value);
    case VT_NATIVE_INT_OR_STRING:
        return is_small_integral(value);
    case VT_NATIVE_STRING:
    case VT_NATIVE_BOOL:
    case VT_NATIVE_ANYTHING:
    case VT_NATIVE_OBJECT: /* not reached: convert_value goes into it */
        break;
    }
    return false;
}

typedef struct conversion {
    unsigned release;
    vt_native_mismatch *mismatch; /* set by what does not convert */
} conversion;

/* Whether the type that a release has knows the field. What it does not know may hold anything. */
static bool is_known(const vt_native_field *field, unsigned release) {
    if (release == 0) return field->until == 0;
    return field->since <= release && (field->until == 0 || release < field->until);
}

static bool convert_object(const vt_native_schema *schema, const vt_value *object, unsigned depth,
                           const conversion *of);

static bool fails(const conversion *of, const vt_native_field *field, const vt_value *value,
                  bool element) {
    *of->mismatch = (vt_native_mismatch){ value, field, element };
    return false;
}

/* Whether a value has a type of a set. */
static inline bool is_among(const vt_value *value, uint8_t types) {
    return types >> value->type & 1;
}

/* A value of a field, or an element of it, whose type is not accepted as such. */
static bool convert_value(const vt_native_field *field, const vt_value *value, bool element,
                          unsigned depth, const conversion *of) {
    if (field->kind != VT_NATIVE_OBJECT) {
        return is_leaf(value, (vt_native_kind)field->kind) || fails(of, field, value, element);
    }
    if (!vt_value_is_object(value)) return fails(of, field, value, element);
    return depth == 0 || convert_object(field->object, value, depth - 1, of);
}

static bool convert_list(const vt_native_field *field, const vt_value *value, unsigned depth,
                         const conversion *of) {
    if (field->kind == VT_NATIVE_UINT8 && vt_value_is_string(value)) {
        return vt_base64_fault(vt_value_text(value), true) < 0 || fails(of, field, value, false);
    }
    if (!vt_value_is_array(value)) return fails(of, field, value, false);
    const vt_value *after = value + value->next;
    for (const vt_value *item = value + 1; item < after; item += item->next) {
        if (is_among(item, field->element_accepts)) continue;
        if (!convert_value(field, item, true, depth, of)) return false;
    }
    return true;
}

static bool convert_map(const vt_native_field *field, const vt_value *value, unsigned depth,
                        const conversion *of) {
    if (!vt_value_is_object(value)) return fails(of, field, value, false);
    const vt_value *after = value + value->next;
    for (const vt_value *key = value + 1; key < after; key += 1 + key[1].next) {
        if (is_among(key + 1, field->element_accepts) || (key->flags & VT_FLAG_SHADOWED)) continue;
        if (!convert_value(field, vt_object_value(key), true, depth, of)) return false;
    }
    return true;
}

static bool convert_field(const vt_native_field *field, const vt_value *value, unsigned depth,
                          const conversion *of) {
    switch ((vt_native_shape)field->shape) {
    case VT_NATIVE_LIST:
        return convert_list(field, value, depth, of);
    case VT_NATIVE_MAP:
        return convert_map(field, value, depth, of);
    case VT_NATIVE_ONE:
        break;
    }
    return convert_value(field, value, false, depth, of);
}

/* Goes through the object's own keys, in whatever order they are written. Once a field failed only
** those before it, in Go's order, are still of interest: the first of all is what Go reports.
** This loop sees every key of every object, so it walks the flat tree without a call a key. A value
** whose type the candidate accepts needs no comparison of names: as that field it is right, as an unknown one ignored. */
static bool convert_object(const vt_native_schema *schema, const vt_value *object, unsigned depth,
                           const conversion *of) {
    const vt_native_field *end = schema->fields + schema->field_count;
    const vt_native_field *first_failed = end;
    const vt_value *after = object + object->next;
    for (const vt_value *key = object + 1; key < after; key += 1 + key[1].next) {
        const vt_text name = vt_text_slice(key->as.bytes, key->size);
        unsigned number = candidate(schema, name);
        if (number == 0) continue;
        const vt_native_field *field = &schema->fields[number - 1];
        if (is_among(key + 1, field->accepts) || !is_named(field, name)) continue;
        if (!is_known(field, of->release)) continue;
        if (field >= first_failed || (key->flags & VT_FLAG_SHADOWED)) continue;
        if (key[1].flags & VT_FLAG_ENTRIES) continue; /* deferred, with the types of this field */
        if (!convert_field(field, vt_object_value(key), depth, of)) first_failed = field;
    }
    return first_failed == end;
}

bool vt_native_converts(const vt_native_schema *schema, const vt_value *object, unsigned release,
                        vt_native_mismatch *mismatch) {
    const conversion of = { release, mismatch };
    return convert_object(schema, object, SCHEMA_DEPTH_MOST, &of);
}

/* ------------------------------------------------------------------- Go's error texts */

static vt_text cannot_convert(const vt_value *value, const char *to, vt_arena *arena) {
    return vt_message(arena, "cannot convert %s to %s", vt_text_from(vt_value_go_type(value)),
                      vt_text_from(to));
}

static vt_text string_text(const vt_native_mismatch *mismatch, vt_arena *arena) {
    if (!vt_value_is_integer(mismatch->value)) return VT_TEXT("unrecognized type: string");
    const char *alias = mismatch->field->alias;
    return cannot_convert(mismatch->value, alias ? alias : "string", arena);
}

static vt_text integer_text(const vt_native_mismatch *mismatch, const char *type, vt_arena *arena) {
    if (vt_value_is(mismatch->value, VT_DOUBLE))
        return cannot_convert(mismatch->value, type, arena);
    return vt_message(arena, "unrecognized type: %s", vt_text_from(type));
}

static vt_text time_text(const vt_native_mismatch *mismatch, vt_arena *arena) {
    if (!vt_value_is_string(mismatch->value)) {
        return vt_message(arena, "json: cannot unmarshal %s into Go value of type string",
                          vt_text_from(vt_value_json_type(mismatch->value)));
    }
    vt_instant instant;
    vt_buffer buffer = vt_arena_buffer(arena);
    (void)vt_instant_parse_explained(vt_value_text(mismatch->value), &instant, &buffer);
    return vt_arena_buffer_text(&buffer);
}

static vt_text quantity_text(const vt_native_mismatch *mismatch) {
    vt_native_quantity_fault fault = VT_NATIVE_QUANTITY_FORMAT;
    if (vt_value_is_string(mismatch->value)) {
        fault = vt_native_quantity_check(vt_value_text(mismatch->value));
    }
    if (fault == VT_NATIVE_QUANTITY_SUFFIX) return VT_TEXT("unable to parse quantity's suffix");
    if (fault == VT_NATIVE_QUANTITY_NUMBER) {
        return VT_TEXT("unable to parse numeric part of quantity");
    }
    return VT_TEXT("quantities must match the regular expression "
                   "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

static vt_text int_or_string_text(const vt_native_mismatch *mismatch, vt_arena *arena) {
    vt_buffer buffer = vt_arena_buffer(arena);
    (void)vt_buffer_printf(&buffer, "json: cannot unmarshal %s",
                           vt_value_json_type(mismatch->value));
    if (vt_value_is_integer(mismatch->value)) {
        (void)vt_buffer_printf(&buffer, " %lld", (long long)mismatch->value->as.integer);
    } else if (vt_value_is(mismatch->value, VT_DOUBLE)) {
        (void)vt_buffer_add_byte(&buffer, ' ');
        (void)vt_number_append_json_double(&buffer, mismatch->value->as.number);
    }
    (void)vt_buffer_add(&buffer, VT_TEXT(" into Go value of type int32"));
    return vt_arena_buffer_text(&buffer);
}

static vt_text leaf_text(const vt_native_mismatch *mismatch, vt_arena *arena) {
    switch ((vt_native_kind)mismatch->field->kind) {
    case VT_NATIVE_STRING:
        return string_text(mismatch, arena);
    case VT_NATIVE_BOOL:
        return VT_TEXT("unrecognized type: bool");
    case VT_NATIVE_INT32:
        return integer_text(mismatch, "int32", arena);
    case VT_NATIVE_INT64:
        return integer_text(mismatch, "int64", arena);
    case VT_NATIVE_UINT8:
        return integer_text(mismatch, "uint8", arena);
    case VT_NATIVE_TIME:
        return time_text(mismatch, arena);
    case VT_NATIVE_QUANTITY:
        return quantity_text(mismatch);
    case VT_NATIVE_INT_OR_STRING:
        return int_or_string_text(mismatch, arena);
    case VT_NATIVE_ANYTHING:
    case VT_NATIVE_OBJECT:
        break;
    }
    return vt_message(arena, "cannot restore struct from: %s",
                      vt_text_from(vt_value_go_type(mismatch->value)));
}

vt_text vt_native_mismatch_text(const vt_native_mismatch *mismatch, vt_arena *arena) {
    const vt_value *value = mismatch->value;
    if (mismatch->element || mismatch->field->shape == VT_NATIVE_ONE) {
        return leaf_text(mismatch, arena);
    }
    if (mismatch->field->kind == VT_NATIVE_UINT8 && vt_value_is_string(value)) {
        return vt_message(arena, "error decoding from json: illegal base64 data at input byte %d",
                          vt_base64_fault(vt_value_text(value), true));
    }
    bool list = mismatch->field->shape == VT_NATIVE_LIST;
    return vt_message(arena, "cannot restore %s from %s", vt_text_from(list ? "slice" : "map"),
                      vt_text_from(vt_value_go_type(value)));
}

/* ------------------------------------------------------------------- and for people */

static const char *const value_words[] = {
    [VT_NULL] = "null",        [VT_FALSE] = "a boolean",  [VT_TRUE] = "a boolean",
    [VT_INTEGER] = "a number", [VT_DOUBLE] = "a number",  [VT_STRING] = "a string",
    [VT_ARRAY] = "a list",     [VT_OBJECT] = "a mapping",
};

static const char *const kind_words[] = {
    [VT_NATIVE_STRING] = "a string",
    [VT_NATIVE_BOOL] = "a boolean",
    [VT_NATIVE_INT32] = "an integer",
    [VT_NATIVE_INT64] = "an integer",
    [VT_NATIVE_UINT8] = "an integer",
    [VT_NATIVE_TIME] = "a time as RFC 3339 has it",
    [VT_NATIVE_QUANTITY] = "a quantity",
    [VT_NATIVE_INT_OR_STRING] = "an integer of 32 bits or a string",
    [VT_NATIVE_ANYTHING] = "anything",
    [VT_NATIVE_OBJECT] = "a mapping",
};

static const char *expected_words(const vt_native_mismatch *mismatch) {
    const vt_native_field *field = mismatch->field;
    if (mismatch->element || field->shape == VT_NATIVE_ONE) return kind_words[field->kind];
    if (field->kind == VT_NATIVE_UINT8) return "base64";
    return field->shape == VT_NATIVE_LIST ? "a list" : "a mapping";
}

vt_text vt_native_mismatch_words(const vt_native_mismatch *mismatch, vt_arena *arena) {
    return vt_message(arena, "is %s, not %s", vt_text_from(value_words[mismatch->value->type]),
                      vt_text_from(expected_words(mismatch)));
}
