/* What schemas know about a path in objects of a kind: for editors. */
#include "author/lint/lint.h"
#include "base/memory/sized.h"

static const char *type_name(const vt_schema *schema) {
    static const char *const names[] = {
        [VT_SCHEMA_ANY] = "any",         [VT_SCHEMA_OBJECT] = "object",
        [VT_SCHEMA_ARRAY] = "list",      [VT_SCHEMA_STRING] = "string",
        [VT_SCHEMA_INTEGER] = "integer", [VT_SCHEMA_NUMBER] = "number",
        [VT_SCHEMA_BOOLEAN] = "boolean", [VT_SCHEMA_INT_OR_STRING] = "integer or string",
    };
    const bool is_map = schema->type == VT_SCHEMA_OBJECT && schema->items && !schema->field_count;
    return is_map ? "map" : names[schema->type];
}

/* A key of a list is one of its items': a path may leave out which. */
static const vt_schema *follow(const vt_schema *schema, vt_text path) {
    vt_text step;
    while (schema && vt_text_split(&path, '.', &step)) {
        const size_t bracket = vt_text_find_byte(step, '[', 0);
        step = vt_text_between(step, 0, bracket == SIZE_MAX ? step.size : bracket);
        if (step.size == 0) continue;
        while (schema && schema->type == VT_SCHEMA_ARRAY) schema = schema->items;
        schema = vt_schema_get(schema, step);
    }
    while (schema && schema->type == VT_SCHEMA_ARRAY) schema = schema->items;
    return schema;
}

bool vitals_lint_field_at(vitals_lint *lint, vitals_text group, vitals_text kind, vitals_text path,
                          size_t index, vitals_lint_field *out, size_t out_bytes) {
    vitals_lint_field field = { .type = "value" };
    if (!lint || !out) return false;
    const vt_schema *schema = vt_schemas_find(&lint->schemas, group, VT_TEXT_ABSENT, kind);
    if (!schema || schema->type != VT_SCHEMA_OBJECT) schema = vt_schema_of_any_object();
    schema = follow(schema, path);
    if (schema && schema->type == VT_SCHEMA_OBJECT && index < schema->field_count) {
        const vt_schema_field *found = &schema->fields[index];
        field = (vitals_lint_field){ found->name, found->description, type_name(found->schema),
                                     found->present };
    } else if (schema && schema->type == VT_SCHEMA_STRING && index < schema->value_count) {
        field.name = schema->values[index];
    } else {
        return false;
    }
    vt_sized_write(out, out_bytes, &field, sizeof field);
    return true;
}
