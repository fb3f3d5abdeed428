/*
** Looked up once, when an object has been parsed: its names, the fields that rules start from, and
** its conditions.
*/
#include "document/tree.h"

/* ------------------------------------------------------------------ identity */

static inline vt_text text_at(const vitals_document *document, const vt_value *object,
                              vt_text key) {
    return vt_value_text(vt_document_field(document, object, key));
}

/* APIMACHINERY: schema.ParseGroupVersion and Unstructured.GroupVersionKind: "v1" has no group,
** "g/v" has both, and with more slashes there is no group, version or kind at all. The group is a
** copy, so that it is terminated. */
static bool split_api_version(vt_identity *identity, vt_arena *arena) {
    vt_text whole = identity->api_version;
    if (vt_text_is_absent(whole)) return true;
    size_t slash = vt_text_find_byte(whole, '/', 0);
    if (slash == SIZE_MAX) {
        identity->group = VT_TEXT("");
        identity->version = whole;
    } else if (vt_text_find_byte(whole, '/', slash + 1) == SIZE_MAX) {
        identity->group = vt_arena_copy(arena, vt_text_between(whole, 0, slash));
        identity->version = vt_text_between(whole, slash + 1, SIZE_MAX);
    } else {
        identity->group = identity->version = identity->kind = VT_TEXT("");
    }
    return !vt_text_is_absent(identity->group);
}

/* The key of built-in rules. */
static bool join_group_and_kind(vt_identity *identity, vt_arena *arena) {
    vt_text group = identity->group;
    vt_text kind = vt_text_is_absent(identity->kind) ? VT_TEXT("") : identity->kind;
    if (group.size == 0) {
        identity->group_kind = kind;
        return true;
    }
    size_t size = group.size + 1 + kind.size;
    char *bytes = vt_arena_allocate(arena, size + 1);
    if (!bytes) return false;
    memcpy(bytes, group.bytes, group.size);
    bytes[group.size] = '/';
    memcpy(bytes + group.size + 1, kind.bytes, kind.size + 1);
    identity->group_kind = vt_text_slice(bytes, size);
    return true;
}

static bool identify(vitals_document *document) {
    const vt_value *root = document->values;
    const vt_parts *parts = &document->parts;
    vt_identity *identity = &document->parts.identity;
    identity->api_version = text_at(document, root, VT_TEXT("apiVersion"));
    identity->kind = text_at(document, root, VT_TEXT("kind"));
    identity->namespace_ = text_at(document, parts->metadata, VT_TEXT("namespace"));
    identity->name = text_at(document, parts->metadata, VT_TEXT("name"));
    identity->uid = text_at(document, parts->metadata, VT_TEXT("uid"));
    return split_api_version(identity, &document->arena) &&
           join_group_and_kind(identity, &document->arena);
}

/* ---------------------------------------------------------------- conditions */

/* The text of a condition that a key names, or NULL. */
static inline vt_text *field_of(vt_condition *condition, vt_text key) {
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

/* All texts in one pass over the condition; false when one of them is not a string. */
static bool read_condition(const vt_value *object, vt_condition *out) {
    static const vt_text empty = VT_TEXT_INIT("");
    *out = (vt_condition){ empty, empty, empty, empty, object };
    if (!vt_value_is_object(object)) return vt_value_is_null(object);
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

/* Controllers do not write more conditions than this. */
enum { MOST_PLAIN_CONDITIONS = 32 };

static bool read_conditions(vitals_document *document) {
    vt_parts *parts = &document->parts;
    size_t count = vt_value_is_array(parts->conditions) ? vt_value_count(parts->conditions) : 0;
    if (count == 0 || count > MOST_PLAIN_CONDITIONS) return true;
    vt_condition *items = vt_arena_allocate_array(&document->arena, count, sizeof *items);
    if (!items) return false;
    const vt_value *value = vt_array_first(parts->conditions);
    for (size_t i = 0; value; value = vt_array_next(parts->conditions, value), i++) {
        if (!read_condition(value, &items[i])) return true;
    }
    parts->plain_conditions = (vt_conditions){ items, count };
    return true;
}

/* --------------------------------------------------------------------- parts */

static void find_fields(vitals_document *document) {
    const vt_value *root = document->values;
    vt_parts *parts = &document->parts;
    parts->metadata = vt_document_field(document, root, VT_TEXT("metadata"));
    parts->spec = vt_document_field(document, root, VT_TEXT("spec"));
    parts->status = vt_document_field(document, root, VT_TEXT("status"));
    parts->deletion_timestamp =
        vt_document_field(document, parts->metadata, VT_TEXT("deletionTimestamp"));
    parts->generation = vt_document_field(document, parts->metadata, VT_TEXT("generation"));
    parts->observed_generation =
        vt_document_field(document, parts->status, VT_TEXT("observedGeneration"));
    parts->conditions = vt_document_field(document, parts->status, VT_TEXT("conditions"));
}

bool vt_tree_find_parts(vitals_document *document) {
    find_fields(document);
    return identify(document) && read_conditions(document);
}
