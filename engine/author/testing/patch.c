/* Copies of objects with one thing changed. */
#include "author/testing/testing.h"
#include "base/text/ascii.h"
#include "document/builder.h"

/* ---------------------------------------------------------------------- finding */

/* Whether the path begins with `step` and either ends there or continues with another step. */
static bool is_step(vt_text path, vt_text step) {
    if (!vt_text_starts(path, step)) return false;
    return path.size == step.size || path.bytes[step.size] == '.' || path.bytes[step.size] == '[';
}

/* `["a.b/c"]` with the key of a member. */
static bool is_quoted_step(vt_text path, vt_text key, size_t *size) {
    *size = key.size + 4;
    return path.size >= *size && memcmp(path.bytes, "[\"", 2) == 0 &&
           vt_text_equal(vt_text_between(path, 2, 2 + key.size), key) &&
           memcmp(path.bytes + 2 + key.size, "\"]", 2) == 0;
}

static bool is_plain_step(vt_text path, vt_text key, size_t *size) {
    *size = key.size + 1;
    return path.size >= *size && path.bytes[0] == '.' &&
           vt_text_starts(vt_text_between(path, 1, path.size), key) &&
           is_step(path, vt_text_between(path, 0, *size));
}

/* Follow one step into an object; `*size` is its length in bytes. */
static const vt_value *enter_object(const vt_value *object, vt_text path, vt_patch *out,
                                    size_t *size) {
    for (const vt_value *key = vt_object_first(object); key; key = vt_object_next(object, key)) {
        vt_text name = vt_value_text(key);
        if (!is_plain_step(path, name, size) && !is_quoted_step(path, name, size)) continue;
        out->key = name;
        return vt_object_value(key);
    }
    *size = 0;
    return NULL;
}

static const vt_value *enter_array(const vt_value *array, vt_text path, vt_patch *out,
                                   size_t *size) {
    size_t at = 1, index = 0;
    if (path.bytes[0] != '[') return NULL;
    while (at < path.size && vt_is_digit(path.bytes[at]) && index < 100000000) {
        index = index * 10 + (size_t)(path.bytes[at++] - '0');
    }
    *size = at + 1;
    out->key = VT_TEXT_ABSENT;
    out->index = index;
    return vt_array_at(array, index);
}

/* The key of a last step whose member is missing. */
static bool name_missing(const vt_value *at, vt_text path, vt_patch *out) {
    if (!vt_value_is_object(at)) return false;
    if (path.bytes[0] == '.') {
        out->key = vt_text_between(path, 1, path.size);
        return vt_text_find_byte(out->key, '.', 0) == SIZE_MAX &&
               vt_text_find_byte(out->key, '[', 0) == SIZE_MAX;
    }
    out->key = vt_text_between(path, 2, path.size - 2);
    return path.size > 4 && vt_text_find_byte(out->key, '\\', 0) == SIZE_MAX &&
           vt_text_find_byte(out->key, '"', 0) == SIZE_MAX;
}

bool vt_patch_find(const vitals_document *document, vt_text path, vt_patch *out) {
    const vt_value *at = vt_document_root(document);
    *out = (vt_patch){ 0 };
    while (path.size > 1) {
        size_t size = 0;
        out->parent = at;
        const vt_value *next = vt_value_is_array(at) ? enter_array(at, path, out, &size)
                                                     : enter_object(at, path, out, &size);
        if (!next && size == path.size) return out->index == vt_value_count(at);
        if (!next) return name_missing(at, path, out);
        path = vt_text_between(path, size, path.size);
        at = next;
    }
    return out->parent != NULL;
}

const vt_value *vt_patch_target(const vitals_document *document, const vt_patch *patch) {
    return vt_text_is_absent(patch->key) ? vt_array_at(patch->parent, patch->index)
                                         : vt_document_get(document, patch->parent, patch->key);
}

/* ---------------------------------------------------------------------- copier */

/* The state of one copy. */
typedef struct patch_copier {
    vt_builder builder;
    const vitals_document *document;
    const vt_patch *patch;
} patch_copier;

static bool copy_value(patch_copier *copier, const vt_value *value);

static bool is_patched(const patch_copier *copier, const vt_value *parent, vt_text key,
                       size_t index) {
    const vt_patch *patch = copier->patch;
    if (parent != patch->parent) return false;
    return vt_text_is_absent(patch->key) ? index == patch->index : vt_text_equal(key, patch->key);
}

static bool put_new(patch_copier *copier) {
    return vt_build_copy(&copier->builder, copier->patch->from, copier->patch->value);
}

static bool copy_object(patch_copier *copier, const vt_value *object) {
    bool found = false;
    bool ok = vt_build_open(&copier->builder, VT_OBJECT, 0);
    for (const vt_value *key = vt_object_first(object); key && ok;
         key = vt_object_next(object, key)) {
        bool patched = is_patched(copier, object, vt_value_text(key), 0);
        found |= patched;
        if (patched && !copier->patch->value) continue;
        ok = vt_build_string(&copier->builder, vt_value_text(key), 0) &&
             (patched ? put_new(copier) : copy_value(copier, vt_object_value(key)));
    }
    if (ok && !found && object == copier->patch->parent && copier->patch->value) {
        ok = vt_build_string(&copier->builder, copier->patch->key, 0) && put_new(copier);
    }
    return ok && vt_build_close(&copier->builder);
}

static bool copy_array(patch_copier *copier, const vt_value *array) {
    bool ok = vt_build_open(&copier->builder, VT_ARRAY, 0);
    size_t index = 0;
    for (const vt_value *item = vt_array_first(array); item && ok;
         item = vt_array_next(array, item), index++) {
        bool patched = is_patched(copier, array, VT_TEXT_ABSENT, index);
        if (patched && !copier->patch->value) continue;
        ok = patched ? put_new(copier) : copy_value(copier, item);
    }
    if (ok && is_patched(copier, array, VT_TEXT_ABSENT, index) && copier->patch->value) {
        ok = put_new(copier);
    }
    return ok && vt_build_close(&copier->builder);
}

/* Whether the change is inside this value. A value's children follow it. */
static bool holds_patch(const patch_copier *copier, const vt_value *value) {
    return copier->patch->parent >= value && copier->patch->parent < value + value->next;
}

/* Recursion is bounded by limit document_depth, which the original kept to. */
static bool copy_value(patch_copier *copier, const vt_value *value) {
    if (!holds_patch(copier, value)) {
        return vt_build_copy(&copier->builder, copier->document, value);
    }
    return vt_value_is_array(value) ? copy_array(copier, value) : copy_object(copier, value);
}

vitals_status vt_patch_apply(const vitals_report *report, const vitals_document *document,
                             const vt_patch *patch, vitals_document **out) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &report->allocator;
    options.limits = &report->limits;
    patch_copier copier = { .document = document, .patch = patch };
    bool ok = vt_builder_begin(&copier.builder, &options, VT_TEXT(""), out) &&
              copy_value(&copier, vt_document_root(document)) && vt_builder_end(&copier.builder);
    if (ok) return VITALS_OK;
    vitals_status status = copier.builder.status;
    vt_builder_abandon(&copier.builder);
    return status ? status : VITALS_ENOMEM;
}
