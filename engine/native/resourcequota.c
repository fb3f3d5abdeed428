/* v1 ResourceQuota: what is used of each resource, compared with what is allowed. */
#include "base/number/number.h"
#include "native/check.h"

/* clang-format off */
enum row {
    WAITING = VT_NATIVE_FIRST_ROW_OF_ANY_VERSION, EXCEEDED, EXHAUSTED, WITHIN
};

const char *const vt_native_resourcequota_rows[] = {
    VT_NATIVE_ANY_VERSION_ROWS("ResourceQuota"),
    [WAITING] =   "ResourceQuota/1-not-calculated",
    [EXCEEDED] =  "ResourceQuota/2-exceeded",
    [EXHAUSTED] = "ResourceQuota/3-exhausted",
    [WITHIN] =    "ResourceQuota/4-within",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind resourcequota = {
    "ResourceQuota",
    vt_native_resourcequota_rows,
    { { "v1", &vt_native_resourcequota_type, 0 } },
};

/* The names of a map of quantities and its values. */
typedef struct quota_view {
    const vt_reader *reader;
    const vt_value *wanted;  /* .spec.hard */
    const vt_value *allowed; /* .status.hard: what is enforced */
    const vt_value *used;    /* .status.used */
} quota_view;

/* Whether the controller has calculated the quota as it is now. */
static bool is_calculated(const quota_view *view) {
    for (const vt_value *key = vt_object_first(view->wanted); key;
         key = vt_object_next(view->wanted, key)) {
        const vt_value *allowed = vt_read(view->reader, view->allowed, vt_value_text(key));
        if (!allowed) return false;
        double wanted = vt_native_quantity(vt_read(view->reader, view->wanted, vt_value_text(key)));
        double enforced = vt_native_quantity(allowed);
        if (wanted < enforced || wanted > enforced) return false;
    }
    return true;
}

/* The first resource of which more is used than is allowed, or as much and not nothing; or NULL. */
static const vt_value *find(const quota_view *view, bool more) {
    for (const vt_value *key = vt_object_first(view->allowed); key;
         key = vt_object_next(view->allowed, key)) {
        double used = vt_native_quantity(vt_read(view->reader, view->used, vt_value_text(key)));
        double allowed = vt_native_quantity(vt_object_value(key));
        if (more ? used > allowed : used >= allowed && used > 0) return key;
    }
    return NULL;
}

/* A quantity as it was written; a number in its shortest form. */
static vt_text written(const vt_evaluation *evaluation, const vt_value *value) {
    if (vt_value_is_string(value)) return vt_value_text(value);
    vt_buffer buffer = vt_arena_buffer(evaluation->arena);
    (void)vt_number_append_double(&buffer, vt_native_quantity(value), 'f', -1);
    return vt_arena_buffer_text(&buffer);
}

static vt_opinion at_limit(const vt_evaluation *evaluation, const quota_view *view,
                           const vt_value *key, enum row row) {
    vt_text used = written(evaluation, vt_read(view->reader, view->used, vt_value_text(key)));
    vt_text message = vt_message(evaluation->arena, "%s: %s of %s used", vt_value_text(key), used,
                                 written(evaluation, vt_object_value(key)));
    return vt_opinion_status(row == EXCEEDED ? VITALS_HEALTH_DEGRADED : VITALS_HEALTH_HEALTHY,
                             message, vt_native_resourcequota_rows[row]);
}

/* A quota that is used up does what it is for; one that is exceeded was lowered below what runs. */
vt_opinion vt_native_resourcequota(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_is_readable(evaluation, &resourcequota, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_resourcequota_rows;
    const quota_view view = {
        reader,
        vt_read_through(reader, vt_read_spec(reader), VT_TEXT("hard")),
        vt_read_through(reader, vt_read_status(reader), VT_TEXT("hard")),
        vt_read_through(reader, vt_read_status(reader), VT_TEXT("used")),
    };
    if (!vt_value_is_object(view.used) || !is_calculated(&view)) {
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING,
                                 VT_TEXT("Waiting for the quota to be calculated"), rows[WAITING]);
    }
    const vt_value *key = find(&view, true);
    if (key) return at_limit(evaluation, &view, key, EXCEEDED);
    key = find(&view, false);
    if (key) return at_limit(evaluation, &view, key, EXHAUSTED);
    return vt_opinion_status(VITALS_HEALTH_HEALTHY, VT_TEXT("Within the quota"), rows[WITHIN]);
}
