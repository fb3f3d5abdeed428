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

static void find_in_root(vitals_document *document) {
    vt_parts *parts = &document->parts;
    const vt_value *api_version, *kind;
    const vt_wanted wanted[] = {
        { VT_TEXT_INIT("apiVersion"), &api_version },   { VT_TEXT_INIT("kind"), &kind },
        { VT_TEXT_INIT("metadata"), &parts->metadata }, { VT_TEXT_INIT("spec"), &parts->spec },
        { VT_TEXT_INIT("status"), &parts->status },
    };
    vt_document_fields(document, document->values, wanted, sizeof wanted / sizeof *wanted);
    parts->identity.api_version = vt_value_text(api_version);
    parts->identity.kind = vt_value_text(kind);
}

static void find_in_metadata(vitals_document *document) {
    vt_parts *parts = &document->parts;
    const vt_value *namespace_, *name, *uid;
    const vt_wanted wanted[] = {
        { VT_TEXT_INIT("annotations"), &parts->annotations },
        { VT_TEXT_INIT("deletionTimestamp"), &parts->deletion_timestamp },
        { VT_TEXT_INIT("generation"), &parts->generation },
        { VT_TEXT_INIT("name"), &name },
        { VT_TEXT_INIT("namespace"), &namespace_ },
        { VT_TEXT_INIT("ownerReferences"), &parts->owner_references },
        { VT_TEXT_INIT("uid"), &uid },
    };
    vt_document_fields(document, parts->metadata, wanted, sizeof wanted / sizeof *wanted);
    parts->identity.namespace_ = vt_value_text(namespace_);
    parts->identity.name = vt_value_text(name);
    parts->identity.uid = vt_value_text(uid);
}

static void find_in_status(vitals_document *document) {
    vt_parts *parts = &document->parts;
    const vt_wanted wanted[] = {
        { VT_TEXT_INIT("observedGeneration"), &parts->observed_generation },
        { VT_TEXT_INIT("conditions"), &parts->conditions },
    };
    vt_document_fields(document, parts->status, wanted, sizeof wanted / sizeof *wanted);
}

bool vt_tree_find_parts(vitals_document *document) {
    find_in_root(document);
    find_in_metadata(document);
    find_in_status(document);
    vt_identity *identity = &document->parts.identity;
    return split_api_version(identity, &document->arena) &&
           join_group_and_kind(identity, &document->arena);
}
