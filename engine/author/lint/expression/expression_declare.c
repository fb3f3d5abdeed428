/*
** Declarations for the type checker, made of a schema: only of the fields that the expression names,
** so that they stay as short as the expression.
*/
#include "author/lint/expression/expression.h"

enum { MOST_MESSAGES = 256 };

typedef struct declaring {
    vitals_lint *lint;
    vt_map words; /* all names of fields in the expression */
    vt_buffer messages;
    const vt_schema *declared[MOST_MESSAGES];
    uint32_t count;
} declaring;

static void note_words(declaring *d, const vt_cel_node *node) {
    if (!vt_lint_charge(d->lint, 1)) return;
    bool named = node->kind == VT_CEL_NODE_SELECT || node->kind == VT_CEL_NODE_HAS;
    if (named && !vt_map_put(&d->words, node->name, d)) d->lint->no_memory = true;
    for (uint32_t i = 0; i < node->child_count; i++) note_words(d, node->children[i]);
}

static void add_type(declaring *d, vt_buffer *out, const vt_schema *schema);

static void add_text(vt_buffer *out, const char *text) {
    vt_buffer_add(out, vt_text_from(text));
}

/* Fields that an object may have besides those that are known. */
static void add_open_fields(declaring *d, vt_buffer *out, const vt_schema *schema) {
    size_t at = 0;
    for (const vt_map_entry *word; schema->open && (word = vt_map_next(&d->words, &at));) {
        if (vt_schema_field_of(schema, word->key) || vt_schema_lacks(schema, word->key)) continue;
        vt_buffer_printf(out, " %.*s: dyn,", VT_TEXT_ARG(word->key));
    }
}

static void add_message(declaring *d, const vt_schema *schema, uint32_t number) {
    vt_buffer fields;
    vt_buffer_init(&fields, &d->lint->allocator, SIZE_MAX / 2);
    for (uint32_t i = 0; i < schema->field_count && vt_lint_charge(d->lint, 1); i++) {
        const vt_schema_field *field = &schema->fields[i];
        if (!vt_map_get(&d->words, field->name)) continue;
        vt_buffer_printf(&fields, " %.*s: ", VT_TEXT_ARG(field->name));
        add_type(d, &fields, field->schema);
        add_text(&fields, ",");
    }
    add_open_fields(d, &fields, schema);
    vt_text list = vt_buffer_text(&fields);
    if (list.size > 0) list.size--; /* the last comma */
    vt_buffer_printf(&d->messages, "message " VT_LINT_OBJECT_TYPE "%u {%.*s }\n", number,
                     VT_TEXT_ARG(list));
    if (fields.failed) d->lint->no_memory = true;
    vt_buffer_done(&fields);
}

static void add_object(declaring *d, vt_buffer *out, const vt_schema *schema) {
    uint32_t at = 0;
    while (at < d->count && d->declared[at] != schema) at++;
    if (at == MOST_MESSAGES) {
        add_text(out, "dyn");
        return;
    }
    if (at == d->count) {
        d->declared[d->count++] = schema;
        add_message(d, schema, at);
    }
    vt_buffer_printf(out, VT_LINT_OBJECT_TYPE "%u", at);
}

/* FLUX: a number may arrive as an int or a double, an int-or-string as either. */
static const char *const type_names[] = {
    [VT_SCHEMA_ANY] = "dyn",    [VT_SCHEMA_STRING] = "string", [VT_SCHEMA_INTEGER] = "int",
    [VT_SCHEMA_NUMBER] = "dyn", [VT_SCHEMA_BOOLEAN] = "bool",  [VT_SCHEMA_INT_OR_STRING] = "dyn",
};

/* Recursion ends where a schema is declared already. */
static void add_type(declaring *d, vt_buffer *out, const vt_schema *schema) {
    if (!schema || schema->nullable) {
        add_text(out, "dyn");
    } else if (schema->type == VT_SCHEMA_ARRAY) {
        add_text(out, "list(");
        add_type(d, out, schema->items);
        add_text(out, ")");
    } else if (schema->type != VT_SCHEMA_OBJECT) {
        add_text(out, type_names[schema->type]);
    } else if (schema->field_count > 0) {
        add_object(d, out, schema);
    } else {
        add_text(out, "map(string, ");
        add_type(d, out, schema->items);
        add_text(out, ")");
    }
}

/* Top-level fields of built-in and common kinds, in addition to the fields of every object. */
static const char *const other_roots[] = {
    "addressType",
    "aggregationRule",
    "allowVolumeExpansion",
    "allowedTopologies",
    "automountServiceAccountToken",
    "binaryData",
    "data",
    "endpoints",
    "globalDefault",
    "immutable",
    "mountOptions",
    "operation",
    "parameters",
    "ports",
    "preemptionPolicy",
    "provisioner",
    "reclaimPolicy",
    "report",
    "results",
    "roleRef",
    "rules",
    "scope",
    "secrets",
    "stringData",
    "subjects",
    "subsets",
    "summary",
    "type",
    "value",
    "volumeBindingMode",
    "webhooks",
};

static void add_other_roots(vt_buffer *out) {
    for (size_t i = 0; i < sizeof other_roots / sizeof other_roots[0]; i++) {
        vt_buffer_printf(out, "%s: dyn\n", other_roots[i]);
    }
}

static void add_roots(declaring *d, const vt_schema *schema, vt_buffer *out) {
    for (uint32_t i = 0; i < schema->field_count; i++) {
        vt_buffer_printf(out, "%.*s: ", VT_TEXT_ARG(schema->fields[i].name));
        add_type(d, out, schema->fields[i].schema);
        add_text(out, "\n");
    }
}

vt_text vt_lint_declare(const vt_lint_expression *expression) {
    vitals_lint *lint = expression->lint;
    declaring d = { .lint = lint };
    vt_buffer out;
    vt_buffer_init(&out, &lint->allocator, SIZE_MAX / 2);
    vt_buffer_init(&d.messages, &lint->allocator, SIZE_MAX / 2);
    vt_map_init(&d.words, &lint->allocator, 0);
    note_words(&d, expression->tree);
    add_roots(&d, expression->schema, &out);
    if (expression->schema->open) add_other_roots(&out);
    vt_buffer_add(&out, vt_buffer_text(&d.messages));
    if (out.failed || d.messages.failed) lint->no_memory = true;
    vt_text text = vt_lint_printf(lint, "%.*s", VT_TEXT_ARG(vt_buffer_text(&out)));
    vt_map_done(&d.words);
    vt_buffer_done(&d.messages);
    vt_buffer_done(&out);
    return text;
}
