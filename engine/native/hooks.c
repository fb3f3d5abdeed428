/*
** What precedes every rule in Argo CD: hooks, which run around a sync instead of being kept, and
** deletion, which the finalizer of a hook delays. ARGO: pkg/sync/hook.
*/
#include "base/number/clock.h"
#include "base/text/message.h"
#include "native/native.h"

/* ------------------------------------------------------------- hooks */

typedef enum hook_type {
    PRE_SYNC = 1,
    SYNC = 2,
    POST_SYNC = 4,
    SKIP = 8,
    SYNC_FAIL = 16
} hook_type;

typedef struct hook_name {
    const char *name;
    hook_type type;
} hook_name;

static const hook_name argo_hooks[] = {
    { "PreSync", PRE_SYNC }, { "Sync", SYNC },          { "PostSync", POST_SYNC },
    { "Skip", SKIP },        { "SyncFail", SYNC_FAIL }, { NULL, SKIP },
};

static const hook_name helm_hooks[] = {
    { "pre-install", PRE_SYNC },
    { "pre-upgrade", PRE_SYNC },
    { "post-install", POST_SYNC },
    { "post-upgrade", POST_SYNC },
    { NULL, SKIP },
};

/* metadata.annotations when it is a map of strings; NULL when one value is of another type. */
static const vt_value *annotations(const vt_reader *reader) {
    const vt_value *map = vt_document_parts(reader->document)->annotations;
    if (!vt_value_is_object(map)) return NULL;
    for (const vt_value *key = vt_object_first(map); key; key = vt_object_next(map, key)) {
        const vt_value *value = vt_object_value(key);
        if (!vt_value_is_string(value) && !vt_value_is_null(value)) return NULL;
    }
    return map;
}

static vt_text annotation_in(const vt_reader *reader, const vt_value *map, vt_text key) {
    const vt_value *value = vt_read(reader, map, key);
    return vt_value_is_null(value) ? VT_TEXT("") : vt_value_text(value);
}

vt_text vt_native_annotation(const vt_reader *reader, vt_text key) {
    return annotation_in(reader, annotations(reader), key);
}

/* The known names of a comma-separated list, as a set. */
static unsigned types_in(vt_text list, const hook_name *names) {
    unsigned types = 0;
    vt_text item;
    while (vt_text_split(&list, ',', &item)) {
        item = vt_text_trim(item);
        for (const hook_name *known = names; known->name; known++) {
            if (vt_text_is(item, known->name)) types |= (unsigned)known->type;
        }
    }
    return types;
}

/* Helm's names count only when none of Argo CD's is known. */
static unsigned hook_types(const vt_reader *reader) {
    vt_text argo = vt_native_annotation(reader, VT_TEXT("argocd.argoproj.io/hook"));
    unsigned types = types_in(argo, argo_hooks);
    if (types) return types;
    return types_in(vt_native_annotation(reader, VT_TEXT("helm.sh/hook")), helm_hooks);
}

bool vt_native_is_skip_hook(const vt_reader *reader) {
    return hook_types(reader) == SKIP;
}

bool vt_native_is_hook(const vt_reader *reader) {
    const vt_value *map = annotations(reader);
    if (!map) return false; /* most objects */
    vt_text argo = annotation_in(reader, map, VT_TEXT("argocd.argoproj.io/hook"));
    if (!vt_text_is_absent(argo)) return !vt_native_is_skip_hook(reader);
    vt_text helm = annotation_in(reader, map, VT_TEXT("helm.sh/hook"));
    return !vt_text_is_absent(helm) && !vt_text_is(helm, "crd-install");
}

bool vt_native_is_ignored_hook(const vt_reader *reader) {
    return vt_native_is_hook(reader) && hook_types(reader) == 0;
}

/* ------------------------------------------------------------- deletion */

/* Go's zero time, 0001-01-01T00:00:00Z. */
#define ZERO_TIME_SECONDS INT64_C(-62135596800)

/* A timestamp that does not parse, or is the zero time, does not count. */
static bool has_deletion_time(const vt_reader *reader) {
    const vt_value *time = vt_read_deletion_timestamp(reader);
    vt_instant instant;
    if (!vt_value_is_string(time) || !vt_instant_parse(vt_value_text(time), &instant)) return false;
    return instant.seconds != ZERO_TIME_SECONDS || instant.nanoseconds != 0;
}

/* A list with anything but strings in it does not count: NULL. */
static const vt_value *finalizers(const vt_reader *reader) {
    const vt_value *list = vt_read_field(reader, vt_read_metadata(reader), "finalizers");
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (!vt_value_is_string(item)) return NULL;
    }
    return list;
}

static bool has_hook_finalizer(const vt_reader *reader) {
    const vt_value *list = finalizers(reader);
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (vt_value_text_is(item, VT_TEXT("argocd.argoproj.io/hook-finalizer"))) return true;
    }
    return false;
}

bool vt_native_is_deleted(const vt_reader *reader) {
    return has_deletion_time(reader);
}

bool vt_native_is_deleting(const vt_reader *reader) {
    return has_deletion_time(reader) && !has_hook_finalizer(reader);
}

vt_text vt_native_deletion_message(const vt_evaluation *evaluation) {
    const vt_value *list = finalizers(&evaluation->reader);
    const vt_value *item = vt_array_first(list);
    if (!item || vt_argocd_before(evaluation, VT_ARGOCD_3_6)) return VT_TEXT("Pending deletion");
    vt_buffer buffer = vt_arena_buffer(evaluation->arena);
    vt_text between = VT_TEXT("Pending deletion; blocked by finalizers: ");
    for (; item; item = vt_array_next(list, item), between = VT_TEXT(", ")) {
        (void)vt_buffer_add(&buffer, between);
        (void)vt_buffer_add(&buffer, vt_value_text(item));
    }
    return vt_arena_buffer_text(&buffer);
}
