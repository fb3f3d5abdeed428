/* What is different between two discoveries, and the version of a server. */
#include "base/memory/map.h"
#include "cluster/discovery/discovery.h"
#include "cluster/watch/fields.h"

static bool is_stale(const vt_resource_table *table, vt_text group) {
    for (size_t i = 0; i < table->stale_count; i++) {
        if (vt_text_equal(table->stale[i].group, group)) return true;
    }
    return false;
}

static bool is_followed(const vt_resource *row) {
    return row->preferred && vt_resource_is_watchable(row);
}

static const vt_resource *find_followed(const vt_resource_table *table, const vt_resource *like) {
    for (size_t i = 0; i < table->count; i++) {
        const vt_resource *row = &table->rows[i];
        if (vt_text_equal(row->kind, like->kind) && vt_text_equal(row->group, like->group) &&
            is_followed(row))
            return row;
    }
    return NULL;
}

static bool is_same(const vt_resource *a, const vt_resource *b) {
    return vt_text_equal(a->version, b->version) && vt_text_equal(a->plural, b->plural) &&
           a->namespaced == b->namespaced && a->verbs == b->verbs;
}

/* Quadratic in the number of kinds, which is a few hundred; called when a CRD comes or goes. */
void vt_discovery_compare(const vt_resource_table *before, const vt_resource_table *after,
                          vt_discovery_change_fn call, void *user) {
    for (size_t i = 0; i < before->count; i++) {
        const vt_resource *old = &before->rows[i];
        if (!is_followed(old)) continue;
        const vt_resource *now = find_followed(after, old);
        if (!now && !is_stale(after, old->group)) {
            call(user, VT_DISCOVERY_REMOVED, old, NULL);
        } else if (now && !is_same(old, now)) {
            call(user, VT_DISCOVERY_REPLACED, old, now);
        }
    }
    for (size_t i = 0; i < after->count; i++) {
        const vt_resource *now = &after->rows[i];
        if (is_followed(now) && !find_followed(before, now))
            call(user, VT_DISCOVERY_ADDED, NULL, now);
    }
}

/* ----------------------------------------------------------------- version */

static bool read_number(vt_text text, unsigned *out) {
    size_t digits = vt_text_skip_digits(text, 0);
    if (digits == 0 || digits > 6) return false;
    *out = 0;
    for (size_t i = 0; i < digits; i++) *out = *out * 10 + (unsigned)(text.bytes[i] - '0');
    return true;
}

bool vt_server_version_read(vt_text body, const vitals_allocator *allocator, unsigned *major,
                            unsigned *minor, vt_buffer *git_version) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    options.allocator = allocator;
    options.format = VITALS_FORMAT_JSON;
    if (vitals_document_parse(body.bytes, body.size, &options, &document, NULL) != VITALS_OK)
        return false;
    bool read = read_number(vt_field_text(document, NULL, ".major"), major) &&
                read_number(vt_field_text(document, NULL, ".minor"), minor);
    if (read) vt_buffer_add(git_version, vt_field_text(document, NULL, ".gitVersion"));
    vitals_document_free(document);
    return read;
}
