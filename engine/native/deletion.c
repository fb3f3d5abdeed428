/* Whether an object is being deleted: Argo CD's short-cut in front of every rule. */
#include "base/clock.h"
#include "native/native.h"

/* Go's zero time, 0001-01-01T00:00:00Z. */
#define ZERO_TIME_SECONDS INT64_C(-62135596800)

/* A timestamp that does not parse, or is the zero time, does not count. */
static bool has_deletion_time(const vt_reader *reader) {
    const vt_value *time = vt_read_deletion_timestamp(reader);
    vt_instant instant;
    if (!vt_value_is_string(time) || !vt_instant_parse(vt_value_text(time), &instant)) return false;
    return instant.seconds != ZERO_TIME_SECONDS || instant.nanoseconds != 0;
}

/* A list with anything but strings in it counts as no list. */
static bool has_hook_finalizer(const vt_reader *reader) {
    const vt_value *list = vt_read_field(reader, vt_read_metadata(reader), "finalizers");
    bool found = false;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (!vt_value_is_string(item)) return false;
        if (vt_value_text_is(item, VT_TEXT("argocd.argoproj.io/hook-finalizer"))) found = true;
    }
    return found;
}

bool vt_native_is_deleting(const vt_reader *reader) {
    return has_deletion_time(reader) && !has_hook_finalizer(reader);
}
