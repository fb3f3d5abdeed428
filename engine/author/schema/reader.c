/* JSON Schema, as CustomResourceDefinitions and OpenAPI v3 documents of Kubernetes use it. */
#include "author/schema/schema.h"

typedef struct field_list {
    vt_schema_field *items;
    uint32_t count;
} field_list;

static const vt_value *get(const vt_schema_reader *reader, const vt_value *object,
                           const char *name) {
    return vt_document_get(reader->document, object, vt_text_from(name));
}
static bool is_set(const vt_schema_reader *reader, const vt_value *object, const char *name) {
    return vt_value_is_true(get(reader, object, name));
}

static void *allocate(vt_schemas *schemas, size_t bytes) {
    void *block = vt_arena_allocate_zeroed(schemas->arena, bytes);
    if (!block) schemas->no_memory = true;
    return block;
}
static vt_text copy(vt_schemas *schemas, vt_text text) {
    vt_text copied = vt_arena_copy(schemas->arena, text);
    if (!vt_text_is_absent(text) && vt_text_is_absent(copied)) schemas->no_memory = true;
    return copied;
}

/* ------------------------------------------------------------------- fields */

/* Insertion keeps the order of names; objects of schemas have few fields, most in order already. */
static void add_field(field_list *list, vt_schema_field field) {
    uint32_t at = list->count;
    while (at > 0 && vt_text_compare(field.name, list->items[at - 1].name) < 0) at--;
    if (at > 0 && vt_text_equal(list->items[at - 1].name, field.name)) return;
    for (uint32_t i = list->count++; i > at; i--) list->items[i] = list->items[i - 1];
    list->items[at] = field;
}

static bool is_listed(const vt_value *list, vt_text name) {
    const vt_value *at = vt_value_is_array(list) ? vt_array_first(list) : NULL;
    for (; at; at = vt_array_next(list, at)) {
        if (vt_value_text_is(at, name)) return true;
    }
    return false;
}

/* A default is filled in when an object is stored or read; a nullable field may be dropped. */
static bool is_present(const vt_schema_reader *reader, const vt_value *object,
                       const vt_value *schema, vt_text name) {
    if (is_listed(get(reader, object, "required"), name)) return true;
    return get(reader, schema, "default") && !is_set(reader, schema, "nullable");
}

enum { ROOT_FIELDS = 3 };

/* What the API server adds to the root, and to embedded resources. */
static void add_root_fields(field_list *list) {
    static const vt_schema text = { .type = VT_SCHEMA_STRING };
    add_field(list, (vt_schema_field){ VT_TEXT("apiVersion"), &text, true, VT_TEXT_ABSENT });
    add_field(list, (vt_schema_field){ VT_TEXT("kind"), &text, true, VT_TEXT_ABSENT });
    add_field(list,
              (vt_schema_field){ VT_TEXT("metadata"), &vt_schema_metadata, true, VT_TEXT_ABSENT });
}

static void read_fields(vt_schema_reader *reader, const vt_value *value, vt_schema *out,
                        bool is_root) {
    const vt_value *properties = get(reader, value, "properties");
    if (!vt_value_is_object(properties)) properties = NULL;
    uint32_t most = vt_value_count(properties) + (is_root ? ROOT_FIELDS : 0);
    field_list list = { most ? allocate(reader->schemas, most * sizeof *list.items) : NULL, 0 };
    if (!list.items) return;
    if (is_root) add_root_fields(&list);
    const vt_value *key = properties ? vt_object_first(properties) : NULL;
    for (; key && !reader->schemas->no_memory; key = vt_object_next(properties, key)) {
        const vt_value *schema = vt_object_value(key);
        const vt_text name = copy(reader->schemas, vt_value_text(key));
        const vt_text description =
            copy(reader->schemas, vt_value_text(get(reader, schema, "description")));
        add_field(&list, (vt_schema_field){ name, vt_schema_read(reader, schema),
                                            is_present(reader, value, schema, name), description });
    }
    out->fields = list.items;
    out->field_count = list.count;
}

static void read_object(vt_schema_reader *reader, const vt_value *value, vt_schema *out,
                        bool is_root) {
    const vt_value *others = get(reader, value, "additionalProperties");
    bool embedded = is_set(reader, value, "x-kubernetes-embedded-resource");
    read_fields(reader, value, out, is_root || embedded);
    if (vt_value_is_object(others)) out->items = vt_schema_read(reader, others);
    out->open = vt_value_is_true(others) || embedded ||
                is_set(reader, value, "x-kubernetes-preserve-unknown-fields") ||
                (!out->items && !vt_value_is_object(get(reader, value, "properties")));
}

/* Keys of a list that is a map are in each of its items. */
static void read_array(vt_schema_reader *reader, const vt_value *value, vt_schema *out) {
    out->items = vt_schema_read(reader, get(reader, value, "items"));
    const vt_value *keys = get(reader, value, "x-kubernetes-list-map-keys");
    vt_schema *items = (vt_schema *)(uintptr_t)out->items;
    const vt_value *key = vt_value_is_array(keys) ? vt_array_first(keys) : NULL;
    for (; key && items && !items->sealed; key = vt_array_next(keys, key)) {
        vt_schema_field *field =
            (vt_schema_field *)(uintptr_t)vt_schema_field_of(items, vt_value_text(key));
        if (field) field->present = true;
    }
}

static void read_values(vt_schema_reader *reader, const vt_value *value, vt_schema *out) {
    const vt_value *list = get(reader, value, "enum");
    uint32_t count = vt_value_is_array(list) ? vt_value_count(list) : 0;
    vt_text *values = count ? allocate(reader->schemas, count * sizeof *values) : NULL;
    if (!values) return;
    const vt_value *at = vt_array_first(list);
    for (uint32_t i = 0; at; at = vt_array_next(list, at), i++) {
        if (vt_value_is_null(at)) out->nullable = true;
        values[i] = vt_value_is_string(at) ? copy(reader->schemas, vt_value_text(at)) : VT_TEXT("");
    }
    out->values = values;
    out->value_count = count;
}

/* -------------------------------------------------------------------- types */

static const struct type_name {
    const char *name;
    vt_schema_type type;
} type_names[] = {
    { "object", VT_SCHEMA_OBJECT }, { "array", VT_SCHEMA_ARRAY },
    { "string", VT_SCHEMA_STRING }, { "integer", VT_SCHEMA_INTEGER },
    { "number", VT_SCHEMA_NUMBER }, { "boolean", VT_SCHEMA_BOOLEAN },
};

static vt_schema_type type_of(const vt_schema_reader *reader, const vt_value *value) {
    vt_text name = vt_value_text(get(reader, value, "type"));
    if (is_set(reader, value, "x-kubernetes-int-or-string") ||
        vt_value_text_is(get(reader, value, "format"), VT_TEXT("int-or-string"))) {
        return VT_SCHEMA_INT_OR_STRING;
    }
    for (size_t i = 0; i < sizeof type_names / sizeof type_names[0]; i++) {
        if (vt_text_is(name, type_names[i].name)) return type_names[i].type;
    }
    return vt_value_is_object(get(reader, value, "properties")) ? VT_SCHEMA_OBJECT : VT_SCHEMA_ANY;
}

static void fill(vt_schema_reader *reader, const vt_value *value, vt_schema *out, bool is_root) {
    out->type = (uint8_t)type_of(reader, value);
    out->nullable = is_set(reader, value, "nullable");
    out->sealed = true;
    if (out->type == VT_SCHEMA_OBJECT) read_object(reader, value, out, is_root);
    if (out->type == VT_SCHEMA_ARRAY) read_array(reader, value, out);
    if (out->type == VT_SCHEMA_STRING) read_values(reader, value, out);
    out->sealed = false;
}

/* --------------------------------------------------------------- references */

/* The last part of "#/components/schemas/io.k8s.api.core.v1.Pod". */
static vt_text name_of(vt_text reference) {
    size_t at = reference.size;
    while (at > 0 && reference.bytes[at - 1] != '/') at--;
    return vt_text_between(reference, at, reference.size);
}

static bool is_named(vt_text name, const char *end) {
    return vt_text_ends(name, vt_text_from(end));
}

/* A schema may be a part of itself: it is noted before it is filled. */
static const vt_schema *follow(vt_schema_reader *reader, vt_text reference) {
    static const vt_schema any = { .type = VT_SCHEMA_ANY };
    static const vt_schema number_or_text = { .type = VT_SCHEMA_INT_OR_STRING };
    vt_text name = name_of(reference);
    if (is_named(name, ".meta.v1.ObjectMeta")) return &vt_schema_metadata;
    if (is_named(name, ".intstr.IntOrString")) return &number_or_text;
    vt_schema *known = vt_map_get(&reader->read, name);
    if (known) return known;
    const vt_value *value = vt_document_get(reader->document, reader->components, name);
    if (!value) return &any;
    vt_schema *made = allocate(reader->schemas, sizeof *made);
    if (!made) return &any;
    if (!vt_map_put(&reader->read, name, made)) reader->schemas->no_memory = true;
    fill(reader, value, made, false);
    return made;
}

/* {"$ref": …}, or {"allOf": [{"$ref": …}]} with a default or a description beside it. */
static vt_text reference_of(const vt_schema_reader *reader, const vt_value *value) {
    const vt_value *all = get(reader, value, "allOf");
    if (vt_value_is_array(all) && vt_value_count(all) == 1 && !get(reader, value, "properties")) {
        value = vt_array_first(all);
    }
    return vt_value_text(get(reader, value, "$ref"));
}

/* Recursion is bounded by limit depth of the document, and references are followed once. */
const vt_schema *vt_schema_read(vt_schema_reader *reader, const vt_value *value) {
    static const vt_schema any = { .type = VT_SCHEMA_ANY };
    vt_text reference = reference_of(reader, value);
    if (reference.size > 0) return follow(reader, reference);
    vt_schema *made = vt_value_is_object(value) ? allocate(reader->schemas, sizeof *made) : NULL;
    if (!made) return &any;
    fill(reader, value, made, false);
    return made;
}

const vt_schema *vt_schema_read_root(vt_schema_reader *reader, const vt_value *value) {
    static const vt_schema any = { .type = VT_SCHEMA_ANY };
    vt_schema *made = vt_value_is_object(value) ? allocate(reader->schemas, sizeof *made) : NULL;
    if (!made) return &any;
    fill(reader, value, made, true);
    return made;
}
