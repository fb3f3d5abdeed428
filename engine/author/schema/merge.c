/* What two versions of a kind have in common. */
#include "author/schema/schema.h"

/* Deeper parts are not compared: nothing is known of them. */
enum { MOST_DEPTH = 32 };

static const vt_schema any = { .type = VT_SCHEMA_ANY };

static const vt_schema *merge(vt_schemas *schemas, const vt_schema *a, const vt_schema *b,
                              int depth);

static void add(vt_schema *out, vt_schema_field *fields, vt_schema_field field) {
    fields[out->field_count++] = field;
}

/* Both are in the order of names. A field of one alone may be absent. */
static void merge_fields(vt_schemas *schemas, const vt_schema *a, const vt_schema *b,
                         vt_schema *out, int depth) {
    uint32_t i = 0, j = 0, most = a->field_count + b->field_count;
    vt_schema_field *fields = vt_arena_allocate_array(schemas->arena, most, sizeof *fields);
    out->fields = fields;
    if (!fields) schemas->no_memory = true;
    while (fields && (i < a->field_count || j < b->field_count)) {
        int order = i == a->field_count   ? 1
                    : j == b->field_count ? -1
                                          : vt_text_compare(a->fields[i].name, b->fields[j].name);
        vt_schema_field field = order <= 0 ? a->fields[i] : b->fields[j];
        if (order == 0) {
            field.schema = merge(schemas, a->fields[i].schema, b->fields[j].schema, depth + 1);
            field.present = a->fields[i].present && b->fields[j].present;
        } else {
            field.present = false;
        }
        add(out, fields, field);
        i += order <= 0;
        j += order >= 0;
    }
}

/* The values of both; none where either may have any. */
static void merge_values(vt_schemas *schemas, const vt_schema *a, const vt_schema *b,
                         vt_schema *out) {
    if (!a->value_count || !b->value_count) return;
    uint32_t count = a->value_count + b->value_count;
    vt_text *values = vt_arena_allocate_array(schemas->arena, count, sizeof *values);
    if (!values) {
        schemas->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        values[i] = i < a->value_count ? a->values[i] : b->values[i - a->value_count];
    }
    out->values = values;
    out->value_count = count;
}

/* Recursion is bounded by MOST_DEPTH: schemas may be parts of themselves. */
static const vt_schema *merge(vt_schemas *schemas, const vt_schema *a, const vt_schema *b,
                              int depth) {
    if (a == b) return a;
    if (a->type != b->type || depth > MOST_DEPTH) return &any;
    vt_schema *out = vt_arena_allocate_zeroed(schemas->arena, sizeof *out);
    if (!out) {
        schemas->no_memory = true;
        return &any;
    }
    out->type = a->type;
    out->open = a->open || b->open;
    out->nullable = a->nullable || b->nullable;
    if (a->items && b->items) out->items = merge(schemas, a->items, b->items, depth + 1);
    if (!a->items != !b->items) out->open = true;
    if (out->type == VT_SCHEMA_OBJECT && (a->field_count || b->field_count))
        merge_fields(schemas, a, b, out, depth);
    merge_values(schemas, a, b, out);
    return out;
}

const vt_schema *vt_schema_merge(vt_schemas *schemas, const vt_schema *a, const vt_schema *b) {
    const vt_schema *merged = merge(schemas, a, b, 0);
    return schemas->no_memory ? NULL : merged;
}
