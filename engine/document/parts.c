/*
** Looked up once, when an object has been parsed: its names, the fields that rules start from, and
** its conditions.
*/
#include "document/tree.h"

/* ------------------------------------------------------------------ identity */

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

/* --------------------------------------------------------------------- parts */

/* The values of several keys of an object in one walk, NULL for one that is missing. Inlined for keys that are
** literals: what is left of them are comparisons with numbers. */
static inline void find_values(const vitals_document *document, const vt_value *object,
                               const vt_text *keys, size_t count, const vt_value **found) {
    uint64_t sizes = 0;
#pragma GCC unroll 8
    for (size_t i = 0; i < count; i++) sizes |= UINT64_C(1) << keys[i].size;
    if (!vt_value_is_object(object)) return;
    if (object->flags & VT_FLAG_INDEXED) {
        for (size_t i = 0; i < count; i++) found[i] = vt_document_get(document, object, keys[i]);
        return;
    }
    const vt_value *end = object + object->next;
    for (const vt_value *at = object + 1; at < end; at += 1 + at[1].next) {
        if (at->size >= 64 || !(sizes >> at->size & 1) || (at->flags & VT_FLAG_SHADOWED)) continue;
#pragma GCC unroll 8
        for (size_t i = 0; i < count; i++) {
            if (at->size != keys[i].size) continue;
            if (!vt_bytes_equal(at->as.bytes, keys[i].bytes, keys[i].size)) continue;
            found[i] = vt_object_value(at);
            break;
        }
    }
}

static void find_in_root(vitals_document *document) {
    static const vt_text keys[] = { VT_TEXT_INIT("apiVersion"), VT_TEXT_INIT("kind"),
                                    VT_TEXT_INIT("metadata"), VT_TEXT_INIT("spec"),
                                    VT_TEXT_INIT("status") };
    const vt_value *found[5] = { NULL };
    find_values(document, document->values, keys, 5, found);
    vt_parts *parts = &document->parts;
    parts->identity.api_version = vt_value_text(found[0]);
    parts->identity.kind = vt_value_text(found[1]);
    parts->metadata = found[2];
    parts->spec = found[3];
    parts->status = found[4];
}

static void find_in_metadata(vitals_document *document) {
    static const vt_text keys[] = { VT_TEXT_INIT("name"),
                                    VT_TEXT_INIT("namespace"),
                                    VT_TEXT_INIT("uid"),
                                    VT_TEXT_INIT("annotations"),
                                    VT_TEXT_INIT("generation"),
                                    VT_TEXT_INIT("deletionTimestamp"),
                                    VT_TEXT_INIT("ownerReferences") };
    const vt_value *found[7] = { NULL };
    vt_parts *parts = &document->parts;
    find_values(document, parts->metadata, keys, 7, found);
    parts->identity.name = vt_value_text(found[0]);
    parts->identity.namespace_ = vt_value_text(found[1]);
    parts->identity.uid = vt_value_text(found[2]);
    parts->annotations = found[3];
    parts->generation = found[4];
    parts->deletion_timestamp = found[5];
    parts->owner_references = found[6];
}

static void find_in_status(vitals_document *document) {
    static const vt_text keys[] = { VT_TEXT_INIT("observedGeneration"),
                                    VT_TEXT_INIT("conditions") };
    const vt_value *found[2] = { NULL };
    find_values(document, document->parts.status, keys, 2, found);
    document->parts.observed_generation = found[0];
    document->parts.conditions = found[1];
}

bool vt_tree_find_parts(vitals_document *document) {
    find_in_root(document);
    find_in_metadata(document);
    find_in_status(document);
    vt_identity *identity = &document->parts.identity;
    return split_api_version(identity, &document->arena) &&
           join_group_and_kind(identity, &document->arena);
}
