/* PodDisruptionBudgets that let no Pod go. */
#include "why/why.h"

static int64_t number(const vitals_document *document, const char *name) {
    const vt_value *value = vt_why_field(document, vt_document_status(document), name);
    return vt_value_is_integer(value) ? value->as.integer : -1;
}

bool vt_why_blocks_evictions(const vitals_document *document) {
    return vt_why_is(document, "policy", "PodDisruptionBudget") &&
           number(document, "disruptionsAllowed") == 0 && number(document, "expectedPods") > 0;
}

void vt_why_add_budget(vt_buffer *out, const vitals_document *budget) {
    if (!vt_why_blocks_evictions(budget)) return;
    vt_buffer_printf(
        out,
        "no Pod may be evicted, so a drain waits: %lld of %lld Pods are healthy, and %lld "
        "must stay so",
        (long long)number(budget, "currentHealthy"), (long long)number(budget, "expectedPods"),
        (long long)number(budget, "desiredHealthy"));
}
