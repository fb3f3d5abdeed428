/* Scopes: what is listed and watched as one. */
#include "live/live.h"

static bool is_pending(const vt_scope *scope) {
    return !scope->synced && scope->state != VITALS_LIVE_REFUSED;
}

/* Set state and mark, and keep the count of the source. */
static void set_state(vitals_live *live, uint32_t number, vitals_live_state state, bool synced) {
    vt_scope *scope = vt_scope_at(live, number);
    vt_source_row *source = vt_source_at(live, scope->source);
    source->never_synced -= is_pending(scope);
    scope->state = state;
    scope->synced = synced;
    source->never_synced += is_pending(scope);
    vt_views_scope(live, number);
}

static bool take_texts(vitals_live *live, vt_scope *scope, const vitals_live_scope_key *key) {
    return vt_intern_take(&live->texts, key->group, &scope->group) &&
           vt_intern_take(&live->texts, key->kind, &scope->kind) &&
           vt_intern_take(&live->texts, key->namespace_, &scope->namespace_);
}

static void release_texts(vitals_live *live, const vt_scope *scope) {
    vt_intern_release(&live->texts, scope->group);
    vt_intern_release(&live->texts, scope->kind);
    vt_intern_release(&live->texts, scope->namespace_);
    vt_intern_release(&live->texts, scope->reason);
}

vitals_status vitals_live_scope_add(vitals_live *live, vitals_live_id source_id,
                                    const vitals_live_scope_key *key, vitals_live_id *out) {
    static const vitals_live_scope_key any = { { NULL, 0 }, { NULL, 0 }, { NULL, 0 } };
    uint32_t source = vt_slab_find(&live->sources, VT_ID_SOURCE, source_id);
    if (!out) return VITALS_EINVAL;
    if (!source) return VITALS_ENOTFOUND;
    uint32_t number = vt_slab_take(&live->scopes);
    if (number == 0) return VITALS_ENOMEM;
    vt_scope *scope = vt_scope_at(live, number);
    if (!take_texts(live, scope, key ? key : &any)) {
        release_texts(live, scope);
        vt_slab_give(&live->scopes, number);
        return VITALS_ENOMEM;
    }
    vt_source_row *of = vt_source_at(live, source);
    scope->source = source;
    scope->next_scope = of->first_scope;
    of->first_scope = number;
    of->never_synced++;
    vt_views_scope(live, number);
    *out = vt_slab_id(&live->scopes, VT_ID_SCOPE, number);
    return VITALS_OK;
}

static void unlink_scope(vitals_live *live, uint32_t number) {
    const vt_scope *scope = vt_scope_at(live, number);
    uint32_t *at = &vt_source_at(live, scope->source)->first_scope;
    while (*at != number) at = &vt_scope_at(live, *at)->next_scope;
    *at = scope->next_scope;
}

static void forget_refused(vitals_live *live, vt_scope *scope) {
    live->rows_refused -= scope->refused;
    scope->refused = 0;
}

void vt_scope_remove(vitals_live *live, uint32_t number) {
    vt_scope *scope = vt_scope_at(live, number);
    while (scope->first_row) vt_row_remove(live, scope->first_row);
    forget_refused(live, scope);
    vt_source_at(live, scope->source)->never_synced -= is_pending(scope);
    vt_views_scope(live, number);
    unlink_scope(live, number);
    release_texts(live, scope);
    vt_slab_give(&live->scopes, number);
}

vitals_status vitals_live_scope_remove(vitals_live *live, vitals_live_id id) {
    uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    if (number == 0) return VITALS_ENOTFOUND;
    vt_scope_remove(live, number);
    return VITALS_OK;
}

vitals_status vitals_live_begin(vitals_live *live, vitals_live_id id) {
    uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    vt_scope *scope = vt_scope_at(live, number);
    if (!scope) return VITALS_ENOTFOUND;
    scope->listing++;
    scope->begun = true;
    forget_refused(live, scope);
    set_state(live, number, VITALS_LIVE_LISTING, scope->synced);
    return VITALS_OK;
}

vitals_status vitals_live_synced(vitals_live *live, vitals_live_id id) {
    uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    vt_scope *scope = vt_scope_at(live, number);
    if (!scope) return VITALS_ENOTFOUND;
    for (uint32_t row = scope->begun ? scope->first_row : 0, next; row; row = next) {
        next = vt_row_at(live, row)->scope_next;
        if (vt_row_at(live, row)->listing != scope->listing) vt_row_remove(live, row);
    }
    scope->begun = false;
    set_state(live, number, VITALS_LIVE_LIVE, true);
    return VITALS_OK;
}

vitals_status vitals_live_set_state(vitals_live *live, vitals_live_id id, vitals_live_state state,
                                    vitals_text reason) {
    uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    vt_scope *scope = vt_scope_at(live, number);
    if ((unsigned)state > VITALS_LIVE_REFUSED) return VITALS_EINVAL;
    if (!scope) return VITALS_ENOTFOUND;
    uint32_t text;
    if (!vt_intern_take(&live->texts, reason, &text)) return VITALS_ENOMEM;
    vt_intern_release(&live->texts, scope->reason);
    scope->reason = text;
    set_state(live, number, state, scope->synced);
    return VITALS_OK;
}

/* ----------------------------------------------------------------------- puts */

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

static bool is_same_name(const putting *put, const vt_row *row) {
    vitals_live_object is = vt_row_object(put->live, row);
    return vt_text_equal(is.name, put->object.name) && vt_text_equal(is.kind, put->object.kind) &&
           vt_text_equal(is.group, put->object.group) &&
           vt_text_equal(is.namespace_, put->object.namespace_);
}

/* The row of the same object, or 0. Rows of objects that cannot exist beside it are removed. */
static uint32_t find_same(const putting *put) {
    vitals_live *live = put->live;
    uint32_t source = vt_scope_at(live, put->scope)->source;
    uint32_t by_uid = vt_row_find_uid(live, source, put->object.uid);
    if (by_uid && !is_same_name(put, vt_row_at(live, by_uid))) {
        vt_row_remove(live, by_uid);
        by_uid = 0;
    }
    uint32_t by_name = vt_row_find_name(live, source, &put->object);
    if (by_uid || by_name == 0) return by_uid;
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

static vitals_status make_row(const putting *put, uint32_t *row) {
    vitals_live *live = put->live;
    vitals_status status = vt_row_new(live, put->scope, &put->object, row);
    if (status == VITALS_ELIMIT) {
        vt_scope_at(live, put->scope)->refused++;
        live->rows_refused++;
        vt_views_scope(live, put->scope);
    }
    return status;
}

static void give_document(const putting *put, uint32_t number, size_t bytes) {
    vitals_live *live = put->live;
    vt_row *row = vt_row_at(live, number);
    vt_row_drop_document(live, row);
    row->document = put->document;
    row->document_bytes = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
    live->kept_bytes += row->document_bytes;
    vt_row_unwant(live, number);
    vt_row_queue(live, number, VT_DUE_VERDICT);
}

static vitals_status put_sized(vitals_live *live, vitals_live_id scope_id,
                               vitals_document *document, size_t bytes) {
    putting put = { live,
                    vt_slab_find(&live->scopes, VT_ID_SCOPE, scope_id),
                    document,
                    vitals_live_object_of(document),
                    vt_owner_of(document),
                    version_of(document) };
    if (!put.scope) return VITALS_ENOTFOUND;
    if (!is_valid(&put)) return VITALS_EINVAL;
    uint32_t number = find_same(&put);
    if (number == 0) {
        vitals_status status = make_row(&put, &number);
        if (status) return status;
    }
    vt_row *row = vt_row_at(live, number);
    bool unchanged = is_unchanged(&put, row);
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
        give_document(&put, number, bytes);
    }
    return VITALS_OK;
}

vitals_status vitals_live_put(vitals_live *live, vitals_live_id scope, vitals_document *document) {
    return document ? put_sized(live, scope, document, 0) : VITALS_EINVAL;
}

vitals_status vitals_live_put_text(vitals_live *live, vitals_live_id scope, const char *bytes,
                                   size_t size, const vitals_read_options *options,
                                   vitals_diagnostics *diagnostics) {
    static const vitals_read_options defaults = VITALS_READ_OPTIONS_INIT;
    vitals_read_options own = options ? *options : defaults;
    own.allocator = &live->memory.parent; /* jobs free and read documents on other threads */
    own.limits = &live->limits;
    vitals_document *document = NULL;
    vitals_status status = vitals_document_parse(bytes, size, &own, &document, diagnostics);
    if (!status) status = put_sized(live, scope, document, size);
    if (status) vitals_document_free(document);
    return status;
}

vitals_status vitals_live_remove(vitals_live *live, vitals_live_id id,
                                 const vitals_live_object *object) {
    const vt_scope *scope = vt_scope_at(live, vt_slab_find(&live->scopes, VT_ID_SCOPE, id));
    uint32_t row = scope ? vt_row_find(live, scope->source, object) : 0;
    if (row == 0) return VITALS_ENOTFOUND;
    vt_row_remove(live, row);
    return VITALS_OK;
}
