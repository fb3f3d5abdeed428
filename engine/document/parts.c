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
    return identify(document);
}
