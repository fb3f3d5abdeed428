//go:build vitals_cgo

/* Calls of <vitals/binding.h> by number, in the order of core.go: texts t with their sizes s, and numbers n.
** One call with its text is one crossing from Go. */
#include "core_cgo.h"

static int64_t call(int function, vitals_binding *b, const char *t0, const char *t1, const char *t2,
                    size_t s0, size_t s1, size_t s2, int64_t n0, int64_t n1, int64_t n2,
                    int64_t n3) {
    switch (function) {
    case 0:
        return vitals_binding_configure(b, t0, s0);
    case 1:
        return vitals_binding_bundle(b, t0, s0);
    case 2:
        return vitals_binding_zones(b, t0, s0);
    case 3:
        return vitals_binding_assess(b, t0, s0, n0);
    case 4:
        return vitals_binding_health(b, t0, s0, n0);
    case 5:
        return vitals_binding_many(b, t0, s0, t1, (size_t)n0, (int32_t)n1, n2,
                                   (uint8_t *)(uintptr_t)t2);
    case 6:
        return vitals_binding_explain(b, t0, s0, n0);
    case 7:
        return vitals_binding_cel(b, t0, s0);
    case 8:
        return vitals_binding_lua(b, t0, s0, n0);
    case 9:
        return vitals_binding_lint(b, t0, s0);
    case 10:
        return vitals_binding_test(b, t0, s0, n0);
    case 11:
        return vitals_binding_application(b, t0, s0);
    case 12:
        return vitals_binding_application_free(b, n0);
    case 13:
        return vitals_binding_application_put(b, n0, t0, s0, t1, s1, t2, s2, (int32_t)n1, n2);
    case 14:
        return vitals_binding_application_remove(b, n0, t0, s0);
    case 15:
        return vitals_binding_application_health(b, n0);
    case 16:
        return vitals_binding_application_merge(b, n0, n1);
    case 17:
        return vitals_binding_live_open(b, t0, s0);
    case 18:
        vitals_binding_live_close(b);
        return 0;
    case 19:
        return vitals_binding_live_source(b, t0, s0);
    case 20:
        return vitals_binding_live_source_remove(b, n0);
    case 21:
        return vitals_binding_live_use(b, n0);
    case 22:
        return vitals_binding_live_scope(b, n0, t0, s0);
    case 23:
        return vitals_binding_live_scope_remove(b, n0);
    case 24:
        return vitals_binding_live_begin(b, n0);
    case 25:
        return vitals_binding_live_synced(b, n0);
    case 26:
        return vitals_binding_live_lost(b, n0, (int32_t)n1, t0, s0);
    case 27:
        return vitals_binding_live_put_at(b, n0, t0, s0, n1);
    case 28:
        return vitals_binding_live_remove(b, n0, t0, s0);
    case 29:
        return vitals_binding_live_run(b, n0, (size_t)n1);
    case 30:
        return vitals_binding_live_next_ms(b);
    case 31:
        return vitals_binding_live_view(b, t0, s0);
    case 32:
        return vitals_binding_live_view_free(b, n0);
    case 33:
        return vitals_binding_live_snapshot(b, n0, n1, (size_t)n2);
    case 34:
        return vitals_binding_live_changes(b, n0, n1, n2, (size_t)n3);
    case 35:
        return vitals_binding_live_application(b, n0, n1, (size_t)n2);
    case 36:
        return vitals_binding_live_object(b, n0, n1);
    case 37:
        return vitals_binding_application_partial(b, n0);
    case 38:
        return vitals_binding_application_merge_partial(b, n0, t0, s0);
    case 39:
        return vitals_binding_partials(b, t0, s0, t1, (size_t)n0, (int32_t)n1, n2);
    case 40:
        return vitals_binding_live_put(b, n0, t0, s0);
    case 41:
        return vitals_binding_application_cover(b, n0, t0, s0);
    default:
        return VITALS_EINVAL;
    }
}

vitals_go_answer vitals_go_call(int function, vitals_binding *b, const char *t0, const char *t1,
                                const char *t2, size_t s0, size_t s1, size_t s2, int64_t n0,
                                int64_t n1, int64_t n2, int64_t n3) {
    const int64_t result = call(function, b, t0, t1, t2, s0, s1, s2, n0, n1, n2, n3);
    return (vitals_go_answer){ result, vitals_binding_text(b), vitals_binding_text_size(b) };
}

void vitals_go_store(int32_t *word, int32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}
