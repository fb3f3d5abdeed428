/* Fields and conditions as upstream's Go code reads them. */
#include "kstatus/fields.h"

#include "base/number/number.h"

/* ------------------------------------------------------------- values as Go prints them */

static bool append_array(vt_buffer *buffer, const vitals_document *document,
                         const vt_value *array) {
    vt_buffer_add_byte(buffer, '[');
    for (const vt_value *item = vt_array_first(array); item; item = vt_array_next(array, item)) {
        if (item != vt_array_first(array)) vt_buffer_add_byte(buffer, ' ');
        vt_kstatus_append_go_value(buffer, document, item);
    }
    return vt_buffer_add_byte(buffer, ']');
}

/* The smallest key above `after` in byte order, so that keys come out sorted without memory. */
static const vt_value *next_key(const vt_value *object, const vt_value *after) {
    const vt_value *best = NULL;
    for (const vt_value *key = vt_object_first(object); key; key = vt_object_next(object, key)) {
        if (after && vt_text_compare(vt_value_text(key), vt_value_text(after)) <= 0) continue;
        if (!best || vt_text_compare(vt_value_text(key), vt_value_text(best)) < 0) best = key;
    }
    return best;
}

/* Selection is quadratic; past this many keys an error text is of no use to anybody. */
enum { MAP_MOST_KEYS = 256 };

static bool append_map(vt_buffer *buffer, const vitals_document *document, const vt_value *object) {
    vt_buffer_add_terminated(buffer, "map[");
    int written = 0;
    for (const vt_value *key = next_key(object, NULL); key; key = next_key(object, key)) {
        if (written++ > 0) vt_buffer_add_byte(buffer, ' ');
        if (written > MAP_MOST_KEYS) {
            vt_buffer_add_terminated(buffer, "...");
            break;
        }
        vt_buffer_add(buffer, vt_value_text(key));
        vt_buffer_add_byte(buffer, ':');
        vt_kstatus_append_go_value(buffer, document, vt_object_value(key));
    }
    return vt_buffer_add_byte(buffer, ']');
}

bool vt_kstatus_append_go_value(vt_buffer *buffer, const vitals_document *document,
                                const vt_value *value) {
    switch (vt_value_type(value)) {
    case VT_NULL:
        return vt_buffer_add_terminated(buffer, "<nil>");
    case VT_FALSE:
        return vt_buffer_add_terminated(buffer, "false");
    case VT_TRUE:
        return vt_buffer_add_terminated(buffer, "true");
    case VT_INTEGER:
        return vt_buffer_add_integer(buffer, value->as.integer);
    case VT_DOUBLE:
        return vt_number_append_double(buffer, value->as.number, 'g', -1);
    case VT_STRING:
        return vt_buffer_add(buffer, vt_value_text(value));
    case VT_ARRAY:
        return append_array(buffer, document, value);
    case VT_OBJECT:
        return append_map(buffer, document, value);
    }
    return false;
}

const char *vt_kstatus_go_type(const vt_value *value) {
    static const char *const names[] = {
        [VT_NULL] = "<nil>",
        [VT_FALSE] = "bool",
        [VT_TRUE] = "bool",
        [VT_INTEGER] = "int64",
        [VT_DOUBLE] = "float64",
        [VT_STRING] = "string",
        [VT_ARRAY] = "[]interface {}",
        [VT_OBJECT] = "map[string]interface {}",
    };
    return names[vt_value_type(value)];
}

void vt_kstatus_append_lookup_error(vt_buffer *error, const vt_reader *reader,
                                    const vt_kstatus_lookup *lookup) {
    static const char *const wanted[] = {
        [VT_STRING] = "string",
        [VT_INTEGER] = "int64",
        [VT_ARRAY] = "[]interface{}",
        [VT_OBJECT] = "map[string]interface{}",
    };
    bool of_parent = !vt_value_is_object(lookup->parent);
    const vt_value *value = of_parent ? lookup->parent : lookup->leaf;
    vt_buffer_printf(error, ".%s.%s accessor error: ", lookup->parent_name.bytes,
                     lookup->leaf_name.bytes);
    vt_kstatus_append_go_value(error, reader->document, value);
    vt_buffer_printf(error, " is of the type %s, expected %s", vt_kstatus_go_type(value),
                     of_parent ? "map[string]interface{}" : wanted[lookup->want]);
}

/* ------------------------------------------------------------- conditions */

static bool is_absent(const vt_value *value) {
    return !value || vt_value_is_null(value);
}

/* The texts of a condition in the order of upstream's struct, with the types that they have there. */
enum { TYPE, STATUS, REASON, MESSAGE, TEXTS };
static const struct condition_text {
    vt_text key;
    const char *go_type;
} condition_texts[TEXTS] = { { VT_TEXT_INIT("type"), "string" },
                             { VT_TEXT_INIT("status"), "v1.ConditionStatus" },
                             { VT_TEXT_INIT("reason"), "string" },
                             { VT_TEXT_INIT("message"), "string" } };

/* A condition being read. */
typedef struct condition_reading {
    vt_text texts[TEXTS];
    size_t malformed; /* the first text that is neither a string nor null; TEXTS: none */
    const vt_value *malformed_value;
} condition_reading;

static inline void take_text(condition_reading *reading, size_t text, const vt_value *value) {
    if (value->type == VT_STRING) {
        reading->texts[text] = vt_text_slice(value->as.bytes, value->size);
    } else if (value->type != VT_NULL && text < reading->malformed) {
        reading->malformed = text;
        reading->malformed_value = value;
    }
}

static inline bool is_text(const vt_value *key, size_t text) {
    vt_text wanted = condition_texts[text].key;
    return vt_bytes_equal(key->as.bytes, wanted.bytes, wanted.size);
}

/* Which text a key names; TEXTS: none. */
static inline size_t text_of_key(const vt_value *key) {
    switch (key->size) {
    case 4:
        return is_text(key, TYPE) ? TYPE : TEXTS;
    case 6:
        return is_text(key, STATUS) ? STATUS : is_text(key, REASON) ? REASON : TEXTS;
    case 7:
        return is_text(key, MESSAGE) ? MESSAGE : TEXTS;
    default:
        return TEXTS;
    }
}

/* All texts in one walk: what kstatus does for an object is mostly this. */
static void take_texts(condition_reading *reading, const vt_reader *reader,
                       const vt_value *condition) {
    if (reader->trace || (condition->flags & VT_FLAG_INDEXED)) {
        for (size_t text = 0; text < TEXTS; text++) {
            const vt_value *value = vt_read(reader, condition, condition_texts[text].key);
            if (value) take_text(reading, text, value);
        }
        return;
    }
    const vt_value *end = condition + condition->next;
    for (const vt_value *key = condition + 1; key < end; key += 1 + key[1].next) {
        size_t text = text_of_key(key);
        if (text == TEXTS || (key->flags & VT_FLAG_SHADOWED)) continue;
        take_text(reading, text, key + 1);
    }
}

static bool refuse(const vt_evaluation *evaluation, const condition_reading *reading,
                   vt_text *error) {
    vt_text go_type = vt_text_from(condition_texts[reading->malformed].go_type);
    *error = vt_value_is_integer(reading->malformed_value)
                 ? vt_message(evaluation->arena, "cannot convert int64 to %s", go_type)
                 : VT_TEXT("unrecognized type: string");
    return false;
}

static bool read_condition(const vt_evaluation *evaluation, const vt_value *value,
                           vt_condition *out, vt_text *error) {
    static const vt_text empty = VT_TEXT_INIT("");
    condition_reading reading = { { empty, empty, empty, empty }, TEXTS, NULL };
    if (vt_value_is_object(value)) {
        take_texts(&reading, &evaluation->reader, value);
    } else if (!vt_value_is_null(value)) {
        *error = vt_message(evaluation->arena, "cannot restore struct from: %s",
                            vt_text_from(vt_value_go_type(value)));
        return false;
    }
    *out = (vt_condition){ reading.texts[TYPE], reading.texts[STATUS], reading.texts[REASON],
                           reading.texts[MESSAGE], value };
    return reading.malformed == TEXTS || refuse(evaluation, &reading, error);
}

/* The elements in order; each read is traced, the first malformed one is the error. */
static bool read_list(const vt_evaluation *evaluation, const vt_value *list, vt_conditions *out,
                      vt_text *error) {
    size_t count = vt_value_count(list);
    if (count == 0) return true;
    vt_condition *items = vt_arena_allocate_array(evaluation->arena, count, sizeof *items);
    if (!items) {
        *error = VT_TEXT_ABSENT;
        return false;
    }
    const vt_value *value = vt_read_at(&evaluation->reader, list, 0);
    for (size_t i = 0; value; value = vt_array_next(list, value), i++) {
        if (!read_condition(evaluation, value, &items[i], error)) return false;
    }
    *out = (vt_conditions){ items, count };
    return true;
}

bool vt_kstatus_conditions_read(const vt_evaluation *evaluation, vt_conditions *out,
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
