/* Reading the documents of discovery. */
#include "cluster/discovery/discovery_read.h"

#include "cluster/watch/fields.h"

/* ------------------------------------------------------------------- texts */

static vt_text copy(vt_arena *arena, vt_text text, bool *failed) {
    vt_text kept = vt_arena_copy(arena, text);
    if (!kept.bytes) *failed = true;
    return kept;
}

static const vt_text *copy_list(vt_arena *arena, const vitals_value *list, size_t *count,
                                bool *failed) {
    size_t most = vitals_value_count(list);
    uint64_t cursor = 0;
    const vitals_value *item;
    *count = 0;
    if (!most) return NULL;
    vt_text *texts = vt_arena_allocate_array(arena, most, sizeof *texts);
    if (!texts) *failed = true;
    while (texts && vt_field_next(list, &cursor, NULL, &item))
        texts[(*count)++] = copy(arena, vitals_value_string(item), failed);
    return texts;
}

static uint32_t verbs_of(const vitals_value *list) {
    static const char *const names[] = {
#define VITALS_X(name, text) text,
        VT_VERB_MAP(VITALS_X)
#undef VITALS_X
    };
    uint32_t verbs = 0;
    uint64_t cursor = 0;
    const vitals_value *item;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        for (size_t i = 0; i < VT_VERB_COUNT; i++) {
            if (vt_text_is(vitals_value_string(item), names[i])) verbs |= 1U << i;
        }
    }
    return verbs;
}

/* -------------------------------------------------------------------- parts */

static vt_discovery_part *add_part(vt_arena *arena, vt_discovery_parts *parts, vt_text group,
                                   vt_text version) {
    bool failed = false;
    vt_discovery_part *part = vt_arena_allocate_zeroed(arena, sizeof *part);
    if (!part) return NULL;
    part->group = copy(arena, group, &failed);
    part->version = copy(arena, version, &failed);
    if (failed) return NULL;
    if (parts->last) {
        parts->last->next = part;
    } else {
        parts->first = part;
    }
    parts->last = part;
    return part;
}

/* --------------------------------------------------------------- aggregated */

static const vt_text *copy_subresources(vt_arena *arena, const vitals_document *document,
                                        const vitals_value *resource, size_t *count, bool *failed) {
    const vitals_value *list = vt_field(document, resource, ".subresources"), *item;
    size_t most = vitals_value_count(list);
    uint64_t cursor = 0;
    *count = 0;
    if (!most) return NULL;
    vt_text *texts = vt_arena_allocate_array(arena, most, sizeof *texts);
    if (!texts) *failed = true;
    while (texts && vt_field_next(list, &cursor, NULL, &item))
        texts[(*count)++] = copy(arena, vt_field_text(document, item, ".subresource"), failed);
    return texts;
}

static bool read_resource(const vitals_document *document, const vitals_value *from,
                          vt_arena *arena, const vt_discovery_part *part, vt_resource *out) {
    bool failed = false;
    *out = (vt_resource){ .group = part->group, .version = part->version };
    out->plural = copy(arena, vt_field_text(document, from, ".resource"), &failed);
    out->singular = copy(arena, vt_field_text(document, from, ".singularResource"), &failed);
    out->kind = copy(arena, vt_field_text(document, from, ".responseKind.kind"), &failed);
    out->namespaced = vt_text_is(vt_field_text(document, from, ".scope"), "Namespaced");
    out->verbs = verbs_of(vt_field(document, from, ".verbs"));
    out->short_names =
        copy_list(arena, vt_field(document, from, ".shortNames"), &out->short_name_count, &failed);
    out->categories =
        copy_list(arena, vt_field(document, from, ".categories"), &out->category_count, &failed);
    out->subresources = copy_subresources(arena, document, from, &out->subresource_count, &failed);
    return !failed;
}

/* A resource without a kind carries subresources only. */
static vitals_status read_version(const vitals_document *document, const vitals_value *version,
                                  vt_arena *arena, vt_discovery_part *part) {
    const vitals_value *list = vt_field(document, version, ".resources"), *item;
    uint64_t cursor = 0;
    vt_resource *rows = vt_arena_allocate_array(arena, vitals_value_count(list), sizeof *rows);
    if (!rows) return VITALS_ENOMEM;
    part->stale = vt_text_is(vt_field_text(document, version, ".freshness"), "Stale");
    part->rows = rows;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        if (!vt_field_text(document, item, ".responseKind.kind").size ||
            !vt_field_text(document, item, ".resource").size)
            continue;
        if (!read_resource(document, item, arena, part, &rows[part->count])) return VITALS_ENOMEM;
        part->count++;
    }
    return VITALS_OK;
}

static vitals_status read_versions(const vitals_document *document, const vitals_value *group,
                                   vt_arena *arena, vt_discovery_parts *out) {
    const vitals_value *versions = vt_field(document, group, ".versions"), *version;
    vt_text name = vt_field_text(document, group, ".metadata.name");
    uint64_t cursor = 0;
    vitals_status status = VITALS_OK;
    while (status == VITALS_OK && vt_field_next(versions, &cursor, NULL, &version)) {
        vt_text word = vt_field_text(document, version, ".version");
        if (!word.size) continue;
        vt_discovery_part *part = add_part(arena, out, name, word);
        status = part ? read_version(document, version, arena, part) : VITALS_ENOMEM;
    }
    return status;
}

vitals_status vt_discovery_read_aggregated(const vitals_document *document, vt_arena *arena,
                                           vt_discovery_parts *out) {
    const vitals_value *groups = vt_field(document, NULL, ".items"), *group;
    uint64_t cursor = 0;
    vitals_status status = VITALS_OK;
    if (!vt_text_is(vitals_document_kind(document), "APIGroupDiscoveryList")) return VITALS_ESYNTAX;
    while (status == VITALS_OK && vt_field_next(groups, &cursor, NULL, &group))
        status = read_versions(document, group, arena, out);
    return status;
}

/* ------------------------------------------------------------ the older form */

static vitals_status read_core_names(const vitals_document *document, vt_arena *arena,
                                     vt_discovery_parts *out) {
    const vitals_value *versions = vt_field(document, NULL, ".versions"), *version;
    uint64_t cursor = 0;
    while (vt_field_next(versions, &cursor, NULL, &version)) {
        vt_text word = vitals_value_string(version);
        if (word.size && !add_part(arena, out, VT_TEXT(""), word)) return VITALS_ENOMEM;
    }
    return VITALS_OK;
}

static vitals_status read_group_names(const vitals_document *document, const vitals_value *group,
                                      vt_arena *arena, vt_discovery_parts *out) {
    const vitals_value *versions = vt_field(document, group, ".versions"), *version;
    vt_text name = vt_field_text(document, group, ".name");
    vt_text preferred = vt_field_text(document, group, ".preferredVersion.version");
    uint64_t cursor = 0;
    while (name.size && vt_field_next(versions, &cursor, NULL, &version)) {
        vt_text word = vt_field_text(document, version, ".version");
        if (!word.size) continue;
        vt_discovery_part *part = add_part(arena, out, name, word);
        if (!part) return VITALS_ENOMEM;
        part->preferred = vt_text_equal(word, preferred);
    }
    return VITALS_OK;
}

vitals_status vt_discovery_read_names(const vitals_document *document, bool core, vt_arena *arena,
                                      vt_discovery_parts *out) {
    const vitals_value *groups = vt_field(document, NULL, ".groups"), *group;
    const char *kind = core ? "APIVersions" : "APIGroupList";
    uint64_t cursor = 0;
    vitals_status status = VITALS_OK;
    if (!vt_text_is(vitals_document_kind(document), kind)) return VITALS_ESYNTAX;
    if (core) return read_core_names(document, arena, out);
    while (status == VITALS_OK && vt_field_next(groups, &cursor, NULL, &group))
        status = read_group_names(document, group, arena, out);
    return status;
}

/* RESOURCE/SUBRESOURCE; false: the name of a resource. */
static bool cut_subresource(vt_text name, vt_text *resource, vt_text *subresource) {
    size_t slash = vt_text_find_byte(name, '/', 0);
    *resource = vt_text_between(name, 0, slash);
    *subresource = vt_text_between(name, slash == SIZE_MAX ? name.size : slash + 1, name.size);
    return slash != SIZE_MAX;
}

static const vt_text *gather_subresources(const vitals_document *document, const vitals_value *list,
                                          vt_arena *arena, vt_text of, size_t *count,
                                          bool *failed) {
    uint64_t cursor = 0;
    const vitals_value *item;
    vt_text *texts = NULL, resource, subresource;
    *count = 0;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        vt_text name = vt_field_text(document, item, ".name");
        if (!vt_text_starts(name, of) || !cut_subresource(name, &resource, &subresource) ||
            !vt_text_equal(resource, of))
            continue;
        if (!texts) texts = vt_arena_allocate_array(arena, 16, sizeof *texts);
        if (!texts) *failed = true;
        if (texts && *count < 16) texts[(*count)++] = copy(arena, subresource, failed);
    }
    return texts;
}

static bool read_older_resource(const vitals_document *document, const vitals_value *list,
                                const vitals_value *from, vt_arena *arena,
                                const vt_discovery_part *part, vt_resource *out) {
    bool failed = false;
    *out = (vt_resource){ .group = part->group, .version = part->version };
    out->plural = copy(arena, vt_field_text(document, from, ".name"), &failed);
    out->singular = copy(arena, vt_field_text(document, from, ".singularName"), &failed);
    out->kind = copy(arena, vt_field_text(document, from, ".kind"), &failed);
    out->namespaced = vitals_value_bool(vt_field(document, from, ".namespaced"));
    out->verbs = verbs_of(vt_field(document, from, ".verbs"));
    out->short_names =
        copy_list(arena, vt_field(document, from, ".shortNames"), &out->short_name_count, &failed);
    out->categories =
        copy_list(arena, vt_field(document, from, ".categories"), &out->category_count, &failed);
    out->subresources =
        gather_subresources(document, list, arena, out->plural, &out->subresource_count, &failed);
    return !failed;
}

vitals_status vt_discovery_read_resources(const vitals_document *document, vt_arena *arena,
                                          vt_discovery_part *part) {
    const vitals_value *list = vt_field(document, NULL, ".resources"), *item;
    uint64_t cursor = 0;
    vt_text resource, subresource;
    if (!vt_text_is(vitals_document_kind(document), "APIResourceList")) return VITALS_ESYNTAX;
    vt_resource *rows = vt_arena_allocate_array(arena, vitals_value_count(list), sizeof *rows);
    if (!rows) return VITALS_ENOMEM;
    part->rows = rows;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        vt_text name = vt_field_text(document, item, ".name");
        if (!name.size || cut_subresource(name, &resource, &subresource) ||
            !vt_field_text(document, item, ".kind").size)
            continue;
        if (!read_older_resource(document, list, item, arena, part, &rows[part->count]))
            return VITALS_ENOMEM;
        part->count++;
    }
    return VITALS_OK;
}
