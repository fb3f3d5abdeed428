/* The schemas of a collection: where documents have them, and which version is asked for. */
#include "author/schema/schema.h"

/* One version of a kind. */
typedef struct kind_version {
    vt_text version;
    const vt_schema *schema;
    struct kind_version *next;
} kind_version;

typedef struct kind_entry {
    kind_version *versions;
    const vt_schema *common; /* of all versions, once it is asked for */
} kind_entry;

void vt_schemas_init(vt_schemas *schemas, vt_arena *arena, const vitals_allocator *allocator) {
    *schemas = (vt_schemas){ .arena = arena };
    vt_map_init(&schemas->kinds, allocator, 0);
}

void vt_schemas_done(vt_schemas *schemas) {
    vt_map_done(&schemas->kinds);
}

/* ------------------------------------------------------------------- adding */

static void *allocate(vt_schemas *schemas, size_t bytes) {
    void *block = vt_arena_allocate_zeroed(schemas->arena, bytes);
    if (!block) schemas->no_memory = true;
    return block;
}

static vt_text key_of(vt_schemas *schemas, vt_text group, vt_text kind) {
    return vt_arena_printf(schemas->arena, "%.*s/%.*s", VT_TEXT_ARG(group), VT_TEXT_ARG(kind));
}

static kind_entry *entry_of(vt_schemas *schemas, vt_text group, vt_text kind) {
    vt_text key = key_of(schemas, group, kind);
    kind_entry *entry = vt_text_is_absent(key) ? NULL : vt_map_get(&schemas->kinds, key);
    if (entry) return entry;
    entry = vt_text_is_absent(key) ? NULL : allocate(schemas, sizeof *entry);
    if (entry && vt_map_put(&schemas->kinds, key, entry)) return entry;
    schemas->no_memory = true;
    return NULL;
}

void vt_schemas_add(vt_schemas *schemas, vt_text group, vt_text version, vt_text kind,
                    const vt_schema *schema) {
    kind_entry *entry = kind.size ? entry_of(schemas, group, kind) : NULL;
    if (!entry) return;
    entry->common = NULL;
    kind_version **at = &entry->versions;
    while (*at && !vt_text_equal((*at)->version, version)) at = &(*at)->next;
    if (!*at) {
        *at = allocate(schemas, sizeof **at);
        if (!*at) return;
        (*at)->version = vt_arena_copy(schemas->arena, version);
        if (vt_text_is_absent((*at)->version)) schemas->no_memory = true;
        schemas->count++;
    }
    (*at)->schema = schema;
}

/* -------------------------------------------------------------------- finding */

static const vt_schema *common_of(vt_schemas *schemas, kind_entry *entry) {
    if (entry->common) return entry->common;
    const vt_schema *common = entry->versions->schema;
    for (const kind_version *at = entry->versions->next; at && common; at = at->next) {
        common = vt_schema_merge(schemas, common, at->schema);
    }
    entry->common = common;
    return common;
}

const vt_schema *vt_schemas_find(vt_schemas *schemas, vt_text group, vt_text version,
                                 vt_text kind) {
    if (schemas->kinds.live_count == 0) return NULL;
    vt_text key = key_of(schemas, group, kind);
    kind_entry *entry = vt_text_is_absent(key) ? NULL : vt_map_get(&schemas->kinds, key);
    if (!entry || !entry->versions) return NULL;
    for (const kind_version *at = entry->versions; at; at = at->next) {
        if (vt_text_equal(at->version, version)) return at->schema;
    }
    return common_of(schemas, entry);
}

/* ----------------------------------------------------- CustomResourceDefinition */

static const vt_value *get(const vt_schema_reader *reader, const vt_value *object,
                           const char *name) {
    return vt_document_get(reader->document, object, vt_text_from(name));
}

static size_t take_crd(vt_schema_reader *reader) {
    const vt_value *spec = vt_document_find(reader->document, "spec", NULL);
    vt_text group = vt_value_text(get(reader, spec, "group"));
    vt_text kind = vt_value_text(get(reader, get(reader, spec, "names"), "kind"));
    const vt_value *list = get(reader, spec, "versions");
    const vt_value *of_all = get(reader, get(reader, spec, "validation"), "openAPIV3Schema");
    const vt_value *at = vt_value_is_array(list) ? vt_array_first(list) : NULL;
    size_t count = 0;
    for (; at; at = vt_array_next(list, at)) {
        const vt_value *schema = get(reader, get(reader, at, "schema"), "openAPIV3Schema");
        if (!schema) schema = of_all; /* apiextensions.k8s.io/v1beta1 */
        if (!schema || vt_value_is(get(reader, at, "served"), VT_FALSE)) continue;
        vt_schemas_add(reader->schemas, group, vt_value_text(get(reader, at, "name")), kind,
                       vt_schema_read_root(reader, schema));
        count++;
    }
    return count;
}

/* ------------------------------------------------------------------------ OpenAPI */

static size_t take_component(vt_schema_reader *reader, const vt_value *component) {
    const vt_value *kinds = get(reader, component, "x-kubernetes-group-version-kind");
    const vt_value *at = vt_value_is_array(kinds) ? vt_array_first(kinds) : NULL;
    if (!at || !get(reader, get(reader, component, "properties"), "metadata")) return 0;
    const vt_schema *schema = vt_schema_read_root(reader, component);
    size_t count = 0;
    for (; at; at = vt_array_next(kinds, at), count++) {
        vt_schemas_add(reader->schemas, vt_value_text(get(reader, at, "group")),
                       vt_value_text(get(reader, at, "version")),
                       vt_value_text(get(reader, at, "kind")), schema);
    }
    return count;
}

static size_t take_openapi(vt_schema_reader *reader) {
    size_t count = 0;
    const vt_value *key = vt_object_first(reader->components);
    for (; key; key = vt_object_next(reader->components, key)) {
        count += take_component(reader, vt_object_value(key));
    }
    return count;
}

size_t vt_schemas_take(vt_schemas *schemas, const vitals_document *document) {
    vt_schema_reader reader = { .schemas = schemas, .document = document };
    size_t count = 0;
    vt_map_init(&reader.read, &schemas->kinds.allocator, 0);
    reader.components = vt_document_find(document, "components", "schemas", NULL);
    if (!reader.components) reader.components = vt_document_find(document, "definitions", NULL);
    if (vt_text_is(vitals_document_kind(document), "CustomResourceDefinition")) {
        reader.components = NULL;
        count = take_crd(&reader);
    } else if (vt_value_is_object(reader.components)) {
        count = take_openapi(&reader);
    }
    vt_map_done(&reader.read);
    return count;
}
