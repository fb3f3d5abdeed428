/* <vitals/kstatus.h>: kstatus on its own. */
#include <vitals/kstatus.h>

#include <inttypes.h>
#include <stdio.h>

#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "base/run/limits.h"
#include "kstatus/kstatus.h"

struct vitals_kstatus_result {
    vitals_allocator allocator;
    vt_arena arena;
    vt_kstatus_result answer;
};

vitals_status vitals_kstatus_result_new(const vitals_allocator *allocator,
                                        vitals_kstatus_result **out) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_kstatus_result *result = vt_allocate_zeroed(&own, sizeof *result);
    if (!result) return VITALS_ENOMEM;
    result->allocator = own;
    vt_arena_init(&result->arena, &own, 0);
    *out = result;
    return VITALS_OK;
}

void vitals_kstatus_result_free(vitals_kstatus_result *result) {
    if (!result) return;
    vitals_allocator own = result->allocator;
    vt_arena_done(&result->arena);
    vt_release(&own, result, sizeof *result);
}

typedef vt_kstatus_result (*reader_fn)(const vt_evaluation *evaluation);

static reader_fn reader_of(vitals_kstatus_reader reader) {
    static const reader_fn readers[] = {
        [VITALS_KSTATUS_READER_COMPUTE] = vt_kstatus_compute,
        [VITALS_KSTATUS_READER_POLLING] = vt_kstatus_read,
        [VITALS_KSTATUS_READER_FLUX_JOB] = vt_kstatus_flux_job,
        [VITALS_KSTATUS_READER_HELM] = vt_kstatus_helm,
        [VITALS_KSTATUS_READER_HELM_JOBS] = vt_kstatus_helm_with_jobs,
        [VITALS_KSTATUS_READER_HELM_4_0] = vt_kstatus_helm_4_0,
        [VITALS_KSTATUS_READER_HELM_4_0_JOBS] = vt_kstatus_helm_4_0_with_jobs,
    };
    size_t index = (size_t)reader;
    return index < sizeof readers / sizeof readers[0] ? readers[index] : NULL;
}

vitals_status vitals_kstatus_compute(const vitals_document *document, vitals_kstatus_reader reader,
                                     int64_t now_seconds, const vitals_set *set,
                                     vitals_kstatus_result *result) {
    reader_fn read = reader_of(reader);
    if (!document || !result || !read) return VITALS_EINVAL;
    vitals_limits limits = vt_limits_or_default(NULL);
    vt_evaluation evaluation = { 0 };
    vt_arena_empty(&result->arena);
    evaluation.reader.document = document;
    evaluation.arena = &result->arena;
    evaluation.limits = &limits;
    evaluation.now_seconds = now_seconds;
    evaluation.set = set;
    result->answer = read(&evaluation);
    return result->answer.no_memory ? VITALS_ENOMEM : VITALS_OK;
}

vitals_kstatus vitals_kstatus_result_status(const vitals_kstatus_result *result) {
    return result->answer.failed ? VITALS_KSTATUS_UNKNOWN : result->answer.status;
}

vitals_text vitals_kstatus_result_message(const vitals_kstatus_result *result) {
    return result->answer.failed ? VT_TEXT("") : result->answer.message;
}

vitals_text vitals_kstatus_result_error(const vitals_kstatus_result *result) {
    return result->answer.failed ? result->answer.message : VT_TEXT_ABSENT;
}

const char *vitals_kstatus_result_row(const vitals_kstatus_result *result) {
    return result->answer.row;
}

bool vitals_kstatus_result_condition(const vitals_kstatus_result *result, size_t index,
                                     vitals_kstatus_condition *out, size_t out_bytes) {
    if (index >= result->answer.condition_count) return false;
    const vt_kstatus_condition *condition = &result->answer.conditions[index];
    const vitals_kstatus_condition own = { condition->type, condition->status, condition->reason,
                                           condition->message };
    vt_sized_write(out, out_bytes, &own, sizeof own);
    return true;
}

vitals_status vitals_kstatus_augment(const vitals_document *document, int64_t now_seconds,
                                     const vitals_allocator *allocator, vitals_document **out,
                                     vitals_diagnostics *diagnostics) {
    if (!document || !out) return VITALS_EINVAL;
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_limits limits = vt_limits_or_default(NULL);
    vt_evaluation evaluation = { 0 };
    vt_arena arena;
    vt_arena_init(&arena, &own, 0);
    evaluation.reader.document = document;
    evaluation.arena = &arena;
    evaluation.limits = &limits;
    evaluation.now_seconds = now_seconds;
    vitals_status status = vt_kstatus_augment(&evaluation, out, diagnostics);
    vt_arena_done(&arena);
    return status;
}

/* KSTATUS: AggregateStatus in polling/aggregator/aggregator.go. */
vitals_kstatus vitals_kstatus_aggregate(const vitals_kstatus *statuses, size_t count,
                                        vitals_kstatus desired) {
    size_t failed = 0, unknown = 0, as_desired = 0;
    for (size_t i = 0; i < count; i++) {
        failed += statuses[i] == VITALS_KSTATUS_FAILED;
        unknown += statuses[i] == VITALS_KSTATUS_UNKNOWN;
        as_desired += statuses[i] == desired;
    }
    if (failed > 0) return VITALS_KSTATUS_FAILED;
    if (unknown > 0) return VITALS_KSTATUS_UNKNOWN;
    return as_desired == count ? desired : VITALS_KSTATUS_IN_PROGRESS;
}

/* ------------------------------------------- generations that cannot be compared */

enum { VALUE_MOST_BYTES = 40 };

/* The buffer for the sentence. */
typedef struct sentence {
    char *bytes;
    size_t size;
} sentence;

static const char *type_name(const vt_value *value) {
    static const char *const names[] = {
        [VT_NULL] = "null",        [VT_FALSE] = "a boolean",  [VT_TRUE] = "a boolean",
        [VT_INTEGER] = "a number", [VT_DOUBLE] = "a float",   [VT_STRING] = "a string",
        [VT_ARRAY] = "a list",     [VT_OBJECT] = "a mapping",
    };
    return names[vt_value_type(value)];
}

/* Report that `value` is not an int64. Always true. */
static bool report_type(sentence *out, const char *path, const vt_value *value) {
    const vt_text text = vt_value_text(value);
    if (vt_value_is_string(value) && text.size <= VALUE_MOST_BYTES) {
        snprintf(out->bytes, out->size, "%s is the string \"%.*s\", not an integer", path,
                 VT_TEXT_ARG(text));
    } else {
        snprintf(out->bytes, out->size, "%s is %s, not an integer", path, type_name(value));
    }
    return true;
}

/* Report an observedGeneration that is there and is not an integer or is ahead. */
static bool check_observed(sentence *out, const char *path, const vt_value *observed,
                           int64_t generation) {
    if (!observed) return false;
    if (!vt_value_is_integer(observed)) return report_type(out, path, observed);
    if (observed->as.integer <= generation) return false;
    snprintf(out->bytes, out->size,
             "%s is %" PRId64 ", ahead of .metadata.generation, which is %" PRId64, path,
             observed->as.integer, generation);
    return true;
}

bool vitals_kstatus_generation_problem(const vitals_document *document, char *text, size_t size) {
    sentence out = { text, size };
    const vt_value *generation = vt_document_find(document, "metadata", "generation", NULL);
    if (generation && !vt_value_is_integer(generation)) {
        return report_type(&out, ".metadata.generation", generation);
    }
    const int64_t wanted = generation ? generation->as.integer : INT64_MAX;
    if (check_observed(&out, ".status.observedGeneration",
                       vt_document_find(document, "status", "observedGeneration", NULL), wanted)) {
        return true;
    }
    const vt_value *list = vt_document_find(document, "status", "conditions", NULL);
    size_t index = 0;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        char path[64];
        snprintf(path, sizeof path, ".status.conditions[%zu].observedGeneration", index++);
        if (check_observed(&out, path,
                           vt_document_get(document, item, VT_TEXT("observedGeneration")),
                           wanted)) {
            return true;
        }
    }
    return false;
}
