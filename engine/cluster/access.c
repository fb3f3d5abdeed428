/* What could not be read, as one line and as JSON; and reviews of rights. */
#include "cluster/access.h"

#include "base/json_writer.h"
#include "base/memory.h"
#include "base/quote.h"
#include "cluster/fields.h"

struct vt_access {
    vitals_allocator allocator;
    vt_arena arena; /* texts */
    vt_unread *rows;
    size_t count, capacity;
};

const char *vt_unread_name(vt_unread_reason reason) {
    static const char *const names[] = {
#define VITALS_X(name, text) text,
        VT_UNREAD_MAP(VITALS_X)
#undef VITALS_X
    };
    return (size_t)reason < VT_UNREAD_COUNT ? names[reason] : "";
}

vitals_status vt_access_new(const vitals_allocator *allocator, vt_access **out) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vt_access *access = vt_allocate_zeroed(&own, sizeof *access);
    if (!access) return VITALS_ENOMEM;
    access->allocator = own;
    vt_arena_init(&access->arena, &access->allocator, 0);
    *out = access;
    return VITALS_OK;
}

void vt_access_free(vt_access *access) {
    if (!access) return;
    vitals_allocator allocator = access->allocator;
    vt_release_array(&allocator, access->rows, access->capacity, sizeof *access->rows);
    vt_arena_done(&access->arena);
    vt_release(&allocator, access, sizeof *access);
}

static size_t index_of(const vt_access *access, vt_text group, vt_text resource,
                       vt_text namespace_) {
    for (size_t i = 0; i < access->count; i++) {
        const vt_unread *row = &access->rows[i];
        if (vt_text_equal(row->resource, resource) && vt_text_equal(row->group, group) &&
            vt_text_equal(row->namespace_, namespace_))
            return i;
    }
    return SIZE_MAX;
}

vitals_status vt_access_note(vt_access *access, const vt_unread *row) {
    size_t at = index_of(access, row->group, row->resource, row->namespace_);
    if (at != SIZE_MAX) {
        access->rows[at].reason = row->reason;
        access->rows[at].asked_for = access->rows[at].asked_for || row->asked_for;
        return VITALS_OK;
    }
    void *rows = access->rows;
    bool room =
        vt_grow(&access->allocator, &rows, &access->capacity, access->count, sizeof *access->rows);
    access->rows = rows;
    vt_unread kept = { vt_arena_copy(&access->arena, row->group),
                       vt_arena_copy(&access->arena, row->resource), row->namespace_, row->reason,
                       row->asked_for };
    if (row->namespace_.bytes) kept.namespace_ = vt_arena_copy(&access->arena, row->namespace_);
    if (!room || !kept.group.bytes || !kept.resource.bytes ||
        (row->namespace_.bytes && !kept.namespace_.bytes))
        return VITALS_ENOMEM;
    access->rows[access->count++] = kept;
    return VITALS_OK;
}

void vt_access_clear(vt_access *access, vt_text group, vt_text resource, vt_text namespace_) {
    size_t at = index_of(access, group, resource, namespace_);
    if (at == SIZE_MAX) return;
    access->count--;
    memmove(&access->rows[at], &access->rows[at + 1], (access->count - at) * sizeof *access->rows);
}

size_t vt_access_count(const vt_access *access) {
    return access->count;
}

bool vt_access_at(const vt_access *access, size_t index, vt_unread *out) {
    if (index < access->count) *out = access->rows[index];
    return index < access->count;
}

bool vt_access_misses_wanted(const vt_access *access) {
    for (size_t i = 0; i < access->count; i++) {
        if (access->rows[i].asked_for) return true;
    }
    return false;
}

/* ------------------------------------------------------------------ the line */

enum { MOST_NAMES = 5 };

/* Whether an earlier row has the same kind, in another namespace. */
static bool is_repeated(const vt_access *access, size_t index) {
    const vt_unread *row = &access->rows[index];
    for (size_t i = 0; i < index; i++) {
        if (vt_text_equal(access->rows[i].resource, row->resource) &&
            vt_text_equal(access->rows[i].group, row->group))
            return true;
    }
    return false;
}

static void add_name(const vt_unread *row, vt_buffer *out) {
    vt_quote_append_visible(out, row->resource);
    if (row->group.size) {
        vt_buffer_add_byte(out, '.');
        vt_quote_append_visible(out, row->group);
    }
}

/* "forbidden: secrets, roles.rbac.authorization.k8s.io, …" */
static void add_reason(const vt_access *access, vt_unread_reason reason, bool *first,
                       vt_buffer *out) {
    size_t names = 0;
    for (size_t i = 0; i < access->count; i++) {
        if (access->rows[i].reason != reason || is_repeated(access, i)) continue;
        if (names == 0) vt_buffer_printf(out, "%s%s: ", *first ? "" : "; ", vt_unread_name(reason));
        if (names > 0 && names <= MOST_NAMES) vt_buffer_add_terminated(out, ", ");
        if (names == MOST_NAMES) vt_buffer_add_terminated(out, "\xE2\x80\xA6");
        if (names < MOST_NAMES) add_name(&access->rows[i], out);
        names++;
        *first = false;
    }
}

bool vt_access_add_line(const vt_access *access, vt_buffer *out) {
    size_t kinds = 0;
    bool first = true;
    for (size_t i = 0; i < access->count; i++) kinds += !is_repeated(access, i);
    if (kinds == 0) return !out->failed;
    vt_buffer_printf(out, "%zu kind%s could not be read (", kinds, kinds == 1 ? "" : "s");
    for (int reason = 0; reason < VT_UNREAD_COUNT; reason++)
        add_reason(access, (vt_unread_reason)reason, &first, out);
    return vt_buffer_add_byte(out, ')');
}

bool vt_access_add_json(const vt_access *access, vt_buffer *out) {
    vt_buffer_add_byte(out, '[');
    for (size_t i = 0; i < access->count; i++) {
        const vt_unread *row = &access->rows[i];
        if (i) vt_buffer_add_byte(out, ',');
        vt_json_writer object = vt_json_open_object(out);
        vt_json_add_text(&object, "group", row->group);
        vt_json_add_text(&object, "resource", row->resource);
        vt_json_add_text_if(&object, "namespace", row->namespace_);
        vt_json_add_word(&object, "reason", vt_unread_name(row->reason));
        vt_json_close(&object);
    }
    return vt_buffer_add_byte(out, ']');
}

/* ------------------------------------------------------------------- reviews */

bool vt_access_add_review(vt_buffer *out, const char *verb, vt_text group, vt_text resource,
                          vt_text namespace_) {
    const vt_text any = VT_TEXT("*");
    vt_json_writer review = vt_json_open_object(out);
    vt_json_add_word(&review, "apiVersion", "authorization.k8s.io/v1");
    vt_json_add_word(&review, "kind", "SelfSubjectAccessReview");
    vt_json_writer spec = vt_json_add_object(&review, "spec");
    vt_json_writer attributes = vt_json_add_object(&spec, "resourceAttributes");
    vt_json_add_word(&attributes, "verb", verb);
    vt_json_add_text(&attributes, "group", group.bytes ? group : any);
    vt_json_add_text(&attributes, "resource", resource.bytes ? resource : any);
    vt_json_add_text_if(&attributes, "namespace", namespace_);
    vt_json_close(&attributes);
    vt_json_close(&spec);
    vt_json_close(&review);
    return !out->failed;
}

bool vt_access_is_allowed(vt_text body, const vitals_allocator *allocator) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    options.allocator = allocator;
    options.format = VITALS_FORMAT_JSON;
    if (vitals_document_parse(body.bytes, body.size, &options, &document, NULL) != VITALS_OK)
        return false;
    bool allowed = vt_text_is(vitals_document_kind(document), "SelfSubjectAccessReview") &&
                   vitals_value_bool(vt_field(document, NULL, ".status.allowed"));
    vitals_document_free(document);
    return allowed;
}
