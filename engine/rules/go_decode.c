/* Decoding into a struct as Go's encoding/json does, with the text of the first error. */
#include "rules/go_decode.h"

#include "base/memory/sort.h"
#include "base/text/utf8.h"

/* The path to an error: the innermost struct and the fields that lead there. */
typedef struct field_path {
    const char *struct_name; /* NULL outside of any struct */
    vt_text fields;          /* joined by dots */
} field_path;

static const field_path OUTSIDE = { NULL, { NULL, 0 } };

/* GO: UnmarshalTypeError.Error. */
static void fail(vt_go_decoder *decoder, const vt_value *value, field_path path,
                 const char *type_name) {
    if (!vt_text_is_absent(decoder->error)) return;
    decoder->error_at = value;
    if (path.struct_name) {
        decoder->error = vt_arena_printf(
            decoder->arena, "json: cannot unmarshal %s into Go struct field %s.%.*s of type %s",
            vt_value_json_type(value), path.struct_name, VT_TEXT_ARG(path.fields), type_name);
    } else {
        decoder->error =
            vt_arena_printf(decoder->arena, "json: cannot unmarshal %s into Go value of type %s",
                            vt_value_json_type(value), type_name);
    }
    if (vt_text_is_absent(decoder->error)) decoder->no_memory = true;
}

void vt_go_cannot(vt_go_decoder *decoder, const vt_value *value, const char *type_name) {
    fail(decoder, value, OUTSIDE, type_name);
}

static int compare_keys(const void *a, const void *b) {
    const vt_value *const *first = a, *const *second = b;
    return vt_text_compare(vt_value_text(*first), vt_value_text(*second));
}

const vt_value **vt_go_sorted_keys(vt_go_decoder *decoder, const vt_value *object) {
    size_t count = 0, most = vt_value_count(object);
    const vt_value **keys = vt_arena_allocate_array(decoder->arena, most + 1, sizeof *keys);
    if (!keys) {
        decoder->no_memory = true;
        return NULL;
    }
    for (const vt_value *key = vt_object_first(object); key; key = vt_object_next(object, key)) {
        keys[count++] = key;
    }
    keys[count] = NULL;
    if (!vt_sort(keys, count, sizeof *keys, compare_keys, decoder->interrupt)) {
        decoder->stopped = true;
    }
    return decoder->stopped ? NULL : keys;
}

/* One code point folded as encoding/json folds: ASCII, the long s and the Kelvin sign. */
static uint32_t fold(uint32_t code_point) {
    if (code_point >= 'A' && code_point <= 'Z') return code_point + ('a' - 'A');
    if (code_point == 0x17F) return 's';
    if (code_point == 0x212A) return 'k';
    return code_point;
}

static bool names_field(vt_text key, const char *name) {
    vt_text wanted = vt_text_from(name);
    size_t a = 0, b = 0;
    while (a < key.size && b < wanted.size) {
        if (fold(vt_utf8_next(key, &a)) != fold(vt_utf8_next(wanted, &b))) return false;
    }
    return a == key.size && b == wanted.size;
}

static bool fits_string(const vt_go_field *field, const vt_value *value) {
    if (vt_value_is_null(value) || vt_value_is_string(value)) return true;
    return field->takes_scalars && vt_value_type(value) < VT_ARRAY;
}

static void decode_strings(vt_go_decoder *decoder, const vt_go_field *field, const vt_value *value,
                           field_path path) {
    if (!vt_value_is_array(value)) {
        fail(decoder, value, path, field->type_name);
        return;
    }
    for (const vt_value *item = vt_array_first(value); item; item = vt_array_next(value, item)) {
        if (!fits_string(field, item)) fail(decoder, item, path, "string");
    }
}

enum { OBJECTS_PER_ASK = 1000 };

static bool goes_on(vt_go_decoder *decoder) {
    if (++decoder->objects % OBJECTS_PER_ASK == 0 && vt_interrupt_asked(decoder->interrupt)) {
        decoder->stopped = true;
    }
    return !decoder->stopped && !decoder->no_memory;
}

static void decode_object(vt_go_decoder *decoder, const vt_go_struct *type, const vt_value *object,
                          field_path path, const vt_value **values);

static void decode_list(vt_go_decoder *decoder, const vt_go_struct *element, const char *type_name,
                        const vt_value *list, field_path path) {
    if (!vt_value_is_array(list)) {
        fail(decoder, list, path, type_name);
        return;
    }
    const vt_value *item = vt_array_first(list);
    for (; item && goes_on(decoder); item = vt_array_next(list, item)) {
        decode_object(decoder, element, item, path, NULL);
    }
}

static void decode_field(vt_go_decoder *decoder, const vt_go_field *field, const vt_value *value,
                         field_path path) {
    switch (field->type) {
    case VT_GO_STRING:
        if (!fits_string(field, value)) fail(decoder, value, path, field->type_name);
        break;
    case VT_GO_BOOL:
        if (!vt_value_is_bool(value)) fail(decoder, value, path, field->type_name);
        break;
    case VT_GO_STRINGS:
        decode_strings(decoder, field, value, path);
        break;
    case VT_GO_STRUCTS:
        decode_list(decoder, field->element, field->type_name, value, path);
        break;
    }
}

/* The path one field deeper. */
static field_path path_below(vt_go_decoder *decoder, field_path path, const char *struct_name,
                             const char *field) {
    field_path below = { struct_name, vt_text_from(field) };
    if (path.fields.size == 0) return below;
    below.fields = vt_arena_printf(decoder->arena, "%.*s.%s", VT_TEXT_ARG(path.fields), field);
    if (vt_text_is_absent(below.fields)) decoder->no_memory = true;
    return below;
}

/* Recursion is bounded by the tables: a struct's fields name another struct at most once. */
static void decode_object(vt_go_decoder *decoder, const vt_go_struct *type, const vt_value *object,
                          field_path path, const vt_value **values) {
    if (vt_value_is_null(object)) return;
    if (!vt_value_is_object(object)) {
        fail(decoder, object, path, type->type_name);
        return;
    }
    const vt_value **keys = vt_go_sorted_keys(decoder, object);
    for (; keys && *keys; keys++) {
        const vt_value *value = vt_object_value(*keys);
        for (size_t i = 0; type->fields[i].name; i++) {
            const vt_go_field *field = &type->fields[i];
            if (!names_field(vt_value_text(*keys), field->name) || vt_value_is_null(value))
                continue;
            decode_field(decoder, field, value, path_below(decoder, path, type->name, field->name));
            if (values) values[i] = value;
        }
    }
}

static bool succeeded(const vt_go_decoder *decoder) {
    return !decoder->no_memory && !decoder->stopped && vt_text_is_absent(decoder->error);
}

bool vt_go_decode_struct(vt_go_decoder *decoder, const vt_go_struct *type, const vt_value *object,
                         const vt_value **values) {
    decode_object(decoder, type, object, OUTSIDE, values);
    return succeeded(decoder);
}

bool vt_go_decode_structs(vt_go_decoder *decoder, const vt_go_struct *element,
                          const char *type_name, const vt_value *list) {
    if (!vt_value_is_null(list)) decode_list(decoder, element, type_name, list, OUTSIDE);
    return succeeded(decoder);
}
