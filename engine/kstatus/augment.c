/* Writing the standard conditions into an object. KSTATUS: Augment in status.go. */
#include "base/number/clock.h"
#include "document/builder.h"
#include "kstatus/fields.h"

/* The state of one call. */
typedef struct augmentation {
    const vitals_document *from;
    const vt_value *conditions; /* the existing list, or NULL */
    vt_kstatus_result result;
    vt_text now; /* RFC 3339, to the second */
    vt_builder builder;
} augmentation;

static bool add_text(augmentation *a, const char *key, vt_text value) {
    return vt_build_string(&a->builder, vt_text_from(key), 0) &&
           vt_build_string(&a->builder, value, 0);
}

static bool copy_member(augmentation *a, const vt_value *key) {
    return vt_build_string(&a->builder, vt_value_text(key), 0) &&
           vt_build_copy(&a->builder, a->from, vt_object_value(key));
}

/* The fields of an updated condition, in upstream's order of keys. */
typedef struct updates {
    struct {
        const char *key;
        vt_text value;
    } items[5];
    size_t count;
} updates;

static updates updates_of(const augmentation *a, const vt_kstatus_condition *wanted, bool changed) {
    updates all = { { { "lastUpdateTime", a->now },
                      { "message", wanted->message },
                      { "reason", wanted->reason },
                      { "status", wanted->status } },
                    4 };
    if (changed) {
        all.items[4].key = "lastTransitionTime";
        all.items[4].value = a->now;
        all.count = 5;
    }
    return all;
}

static bool is_updated(const updates *all, vt_text key) {
    for (size_t i = 0; i < all->count; i++) {
        if (vt_text_is(key, all->items[i].key)) return true;
    }
    return false;
}

static bool update_condition(augmentation *a, const vt_value *existing,
                             const vt_kstatus_condition *wanted) {
    const vt_value *status = vt_document_get(a->from, existing, VT_TEXT("status"));
    updates all = updates_of(a, wanted, !vt_value_text_is(status, wanted->status));
    if (!vt_build_open(&a->builder, VT_OBJECT, 0)) return false;
    for (const vt_value *key = vt_object_first(existing); key;
         key = vt_object_next(existing, key)) {
        if (!is_updated(&all, vt_value_text(key)) && !copy_member(a, key)) return false;
    }
    for (size_t i = 0; i < all.count; i++) {
        if (!add_text(a, all.items[i].key, all.items[i].value)) return false;
    }
    return vt_build_close(&a->builder);
}

static bool append_condition(augmentation *a, const vt_kstatus_condition *wanted) {
    return vt_build_open(&a->builder, VT_OBJECT, 0) && add_text(a, "lastTransitionTime", a->now) &&
           add_text(a, "lastUpdateTime", a->now) && add_text(a, "message", wanted->message) &&
           add_text(a, "reason", wanted->reason) && add_text(a, "status", wanted->status) &&
           add_text(a, "type", wanted->type) && vt_build_close(&a->builder);
}

static const vt_kstatus_condition *wanted_for(const augmentation *a, const vt_value *existing) {
    const vt_value *type = vt_document_get(a->from, existing, VT_TEXT("type"));
    for (size_t i = 0; i < a->result.condition_count; i++) {
        if (vt_value_text_is(type, a->result.conditions[i].type)) return &a->result.conditions[i];
    }
    return NULL;
}

static bool write_conditions(augmentation *a) {
    bool present[2] = { false, false };
    if (!vt_build_open(&a->builder, VT_ARRAY, 0)) return false;
    for (const vt_value *item = vt_array_first(a->conditions); item;
         item = vt_array_next(a->conditions, item)) {
        const vt_kstatus_condition *wanted = wanted_for(a, item);
        bool written =
            wanted ? update_condition(a, item, wanted) : vt_build_copy(&a->builder, a->from, item);
        if (!written) return false;
        if (wanted) present[wanted - a->result.conditions] = true;
    }
    for (size_t i = 0; i < a->result.condition_count; i++) {
        if (!present[i] && !append_condition(a, &a->result.conditions[i])) return false;
    }
    return vt_build_close(&a->builder);
}

/* Copy an object, with the member `replaced` written by `write` in its place or at the end. */
static bool write_object(augmentation *a, const vt_value *object, const char *replaced,
                         bool (*write)(augmentation *)) {
    bool written = false;
    if (!vt_build_open(&a->builder, VT_OBJECT, 0)) return false;
    for (const vt_value *key = vt_object_first(object); key; key = vt_object_next(object, key)) {
        bool here = vt_text_is(vt_value_text(key), replaced);
        if (here) {
            written = true;
            if (!vt_build_string(&a->builder, vt_value_text(key), 0) || !write(a)) return false;
        } else if (!copy_member(a, key)) {
            return false;
        }
    }
    if (!written && !(vt_build_string(&a->builder, vt_text_from(replaced), 0) && write(a)))
        return false;
    return vt_build_close(&a->builder);
}

static bool write_status(augmentation *a) {
    return write_object(a, vt_document_status(a->from), "conditions", write_conditions);
}

/* Upstream checks the shape of the list only when it has a condition to write. */
static const char *shape_error(const augmentation *a) {
    if (a->result.condition_count == 0) return NULL;
    for (const vt_value *item = vt_array_first(a->conditions); item;
         item = vt_array_next(a->conditions, item)) {
        if (!vt_value_is_object(item)) return "condition does not have the expected structure";
        const vt_value *type = vt_document_get(a->from, item, VT_TEXT("type"));
        if (!vt_value_is_string(type)) return "condition type does not have the expected type";
        if (wanted_for(a, item) &&
            !vt_value_is_string(vt_document_get(a->from, item, VT_TEXT("status")))) {
            return "condition status does not have the expected type";
        }
    }
    return NULL;
}

/* Compute, then check the shape of the object in upstream's order. false: `error` has the text. */
static bool check(augmentation *a, const vt_evaluation *evaluation, vt_buffer *error) {
    a->result = vt_kstatus_compute(evaluation);
    if (a->result.failed) {
        vt_buffer_add(error, a->result.message);
        return false;
    }
    vt_reader reader = { a->from, NULL };
    vt_kstatus_lookup lookup = vt_kstatus_lookup_status(&reader, VT_TEXT("conditions"), VT_ARRAY,
                                                        vt_read_conditions(&reader));
    if (lookup.found == VT_KSTATUS_MISTYPED) {
        vt_kstatus_append_lookup_error(error, &reader, &lookup);
        return false;
    }
    if (lookup.found == VT_KSTATUS_FOUND) a->conditions = lookup.leaf;
    const char *shape = shape_error(a);
    const vt_value *status = vt_document_status(a->from);
    if (!shape && status && !vt_value_is_object(status)) {
        shape = "value cannot be set because .status is not a map[string]interface{}";
    }
    if (shape) vt_buffer_add_terminated(error, shape);
    return shape == NULL;
}

static vitals_status build(augmentation *a, const vt_evaluation *evaluation,
                           vitals_document **out) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_origin origin;
    vitals_document_origin(a->from, &origin, sizeof origin);
    vitals_document *document = NULL;
    options.allocator = &evaluation->arena->allocator;
    options.limits = evaluation->limits;
    options.file = origin.file;
    bool built = vt_builder_begin(&a->builder, &options, VT_TEXT(""), &document) &&
                 write_object(a, vt_document_root(a->from), "status", write_status) &&
                 vt_builder_end(&a->builder);
    if (!built) {
        vitals_status status = a->builder.status;
        vt_builder_abandon(&a->builder);
        vitals_document_free(document);
        return status == VITALS_OK ? VITALS_ENOMEM : status;
    }
    *out = document;
    return VITALS_OK;
}

vitals_status vt_kstatus_augment(const vt_evaluation *evaluation, vitals_document **out,
                                 vitals_diagnostics *diagnostics) {
    augmentation a = { 0 };
    vt_buffer text;
    a.from = evaluation->reader.document;
    vt_buffer_init(&text, &evaluation->arena->allocator, SIZE_MAX / 2);
    vitals_status status = VITALS_ESYNTAX;
    if (check(&a, evaluation, &text)) {
        vt_buffer_clear(&text);
        vt_instant_append(&text, (vt_instant){ evaluation->now_seconds, 0 });
        a.now = vt_arena_copy(evaluation->arena, vt_buffer_text(&text));
        status = vt_text_is_absent(a.now) ? VITALS_ENOMEM : build(&a, evaluation, out);
    } else {
        vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "kstatus-augment",
                    vt_document_place(a.from, vt_document_root(a.from)), NULL,
                    vt_buffer_whole_text(&text));
    }
    vt_buffer_done(&text);
    return status;
}
