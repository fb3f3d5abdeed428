/* Objects that are put and removed: the row of the same object, and its document until it is assessed. */
#include "objects/live/live.h"

vitals_live_object vitals_live_object_of(const vitals_document *document) {
    return (vitals_live_object){ vitals_document_uid(document), vitals_document_group(document),
                                 vitals_document_kind(document),
                                 vitals_document_namespace(document),
                                 vitals_document_name(document) };
}

static vt_text version_of(const vitals_document *document) {
    return vt_value_text(
        vt_document_field(document, vt_document_metadata(document), VT_TEXT("resourceVersion")));
}

/* A put on its way. */
typedef struct putting {
    vitals_live *live;
    uint32_t scope;
    vitals_document *document;
    vitals_live_object object;
    vt_text owner, version;
} putting;

/* Names are Kubernetes's: 253 bytes at most. These limits leave room. */
static bool is_valid(const putting *put) {
    enum { MOST_BYTES = 4096 };
    const vt_text texts[] = { put->object.uid,  put->object.group,
                              put->object.kind, put->object.namespace_,
                              put->object.name, put->owner,
                              put->version };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].size > MOST_BYTES) return false;
    }
    return put->object.kind.size > 0 && put->object.name.size > 0;
}

/* The row of the same object, or 0. Rows of objects that cannot exist beside it are removed: the same object in another
** group, and one with its names and another UID. Another name under its UID is another object: a copied manifest. */
static uint32_t find_same(const putting *put) {
    vitals_live *live = put->live;
    uint32_t source = vt_scope_at(live, put->scope)->source;
    uint32_t version = vt_row_find_version(live, source, &put->object);
    uint32_t by_name = vt_row_find_name(live, source, &put->object);
    if (version && version != by_name) vt_row_remove(live, version);
    if (by_name == 0 || version == by_name) return by_name;
    /* With a UID on one side only it is the same object. */
    if (put->object.uid.size == 0) return by_name;
    if (vt_row_at(live, by_name)->uid_size == 0 && vt_row_set_uid(live, by_name, put->object.uid)) {
        return by_name;
    }
    vt_row_remove(live, by_name);
    return 0;
}

/* Whether the verdict of a row holds for this version of its object. */
static bool is_unchanged(const putting *put, const vt_row *row) {
    const vitals_live *live = put->live;
    return row->assessed && put->version.size > 0 &&
           vt_text_equal(put->version, vt_row_version(row)) && !row->document && !row->wants &&
           !row->out && !(row->due & VT_DUE_VERDICT) &&
           row->revision == vt_source_at(live, row->source)->revision &&
           live->now_ms < row->valid_until_ms;
}

/* What waits for vitals_live_run makes room when it is assessed; without that, a row that is there takes
** its new version in any case, one at a time. */
static vitals_status make_row(const putting *put, uint32_t *row) {
    vitals_live *live = put->live;
    bool full = vt_live_is_full(live);
    if (full && live->waiting_bytes) return VITALS_EAGAIN;
    if (*row) return VITALS_OK;
    vitals_status status = full ? VITALS_ELIMIT : vt_row_new(live, put->scope, &put->object, row);
    if (status == VITALS_ELIMIT) vt_refuse(live, put->scope, put->document);
    return status;
}

static void give_document(const putting *put, uint32_t number) {
    vitals_live *live = put->live;
    vt_row *row = vt_row_at(live, number);
    vt_row_drop_document(live, row);
    vt_row_hold_document(live, row, put->document);
    vt_row_unwant(live, number);
    vt_row_queue(live, number, VT_DUE_VERDICT);
}

vitals_status vitals_live_put(vitals_live *live, vitals_live_id scope_id,
                              vitals_document *document) {
    if (!live) return VITALS_EINVAL;
    if (!document) return VITALS_EINVAL;
    putting put = { live,
                    vt_slab_find(&live->scopes, VT_ID_SCOPE, scope_id),
                    document,
                    vitals_live_object_of(document),
                    vt_owner_of(document),
                    version_of(document) };
    if (!put.scope) return VITALS_ENOTFOUND;
    if (!is_valid(&put)) return VITALS_EINVAL;
    uint32_t number = find_same(&put);
    bool unchanged = number && is_unchanged(&put, vt_row_at(live, number));
    vitals_status status = unchanged ? VITALS_OK : make_row(&put, &number);
    if (status) return status;
    vt_row *row = vt_row_at(live, number);
    if (!unchanged && !vt_row_rename(live, number, put.owner, put.version)) {
        if (!row->assessed && !row->document && !row->out) vt_row_remove(live, number);
        return VITALS_ENOMEM;
    }
    vt_row_move(live, number, put.scope);
    row->listing = vt_scope_at(live, put.scope)->listing;
    if (unchanged) {
        live->unchanged++;
        vitals_document_free(document);
    } else {
        give_document(&put, number);
    }
    return VITALS_OK;
}

vitals_status vitals_live_put_text(vitals_live *live, vitals_live_id scope, const char *bytes,
                                   size_t size, const vitals_read_options *options,
                                   vitals_diagnostics *diagnostics) {
    if (!live) return VITALS_EINVAL;
    vitals_read_options own = VITALS_READ_OPTIONS_INIT;
    if (options && !vt_sized_read(options, &own, sizeof own)) return VITALS_EINVAL;
    own.allocator = &live->memory.parent; /* jobs free and read documents on other threads */
    own.limits = &live->limits;
    vitals_document *document = NULL;
    vitals_status status = vitals_document_parse(bytes, size, &own, &document, diagnostics);
    if (!status) status = vitals_live_put(live, scope, document);
    if (status) vitals_document_free(document);
    return status;
}

vitals_status vitals_live_remove(vitals_live *live, vitals_live_id id,
                                 const vitals_live_object *object) {
    if (!live) return VITALS_EINVAL;
    const vt_scope *scope = vt_scope_at(live, vt_slab_find(&live->scopes, VT_ID_SCOPE, id));
    uint32_t row = scope ? vt_row_find(live, scope->source, object) : 0;
    if (row == 0) return VITALS_ENOTFOUND;
    vt_row_remove(live, row);
    return VITALS_OK;
}
