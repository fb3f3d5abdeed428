/*
** Keys of a health_test.yaml that Argo CD's harness does not know. It ignores them, so that a misspelt
** one makes a test compare with nothing. ARGO: util/lua/health_test.go, TestStructure.
*/
#include "author/lint/lint.h"

/* The keys of one map; `inner` and `items` are the maps below, by their key. */
typedef struct test_map test_map;
struct test_map {
    const char *keys[4]; /* the last one may be NULL */
    const char *inner_key;
    const test_map *inner;
};

static const test_map health_status = { { "status", "message", "deletionMessage", NULL },
                                        NULL,
                                        NULL };
static const test_map test = { { "inputPath", "healthStatus", NULL },
                               "healthStatus",
                               &health_status };
static const test_map whole = { { "tests", NULL, NULL }, "tests", &test };

/* The known key that is nearest; absent when the key itself is known. Case does not matter. */
static vt_text nearest_key(const test_map *map, vt_text key, bool *known) {
    vt_text nearest = VT_TEXT_ABSENT;
    size_t best = 3;
    *known = false;
    for (size_t i = 0; i < 4 && map->keys[i]; i++) {
        vt_text candidate = vt_text_from(map->keys[i]);
        *known |= vt_text_equal_fold(key, candidate);
        size_t distance = vt_text_distance(key, candidate, best);
        if (distance >= best) continue;
        best = distance;
        nearest = candidate;
    }
    return nearest;
}

static void check_key(vitals_lint *lint, const vt_lint_document *document, const test_map *map,
                      const vt_value *key) {
    bool known = false;
    vt_text nearest = nearest_key(map, vt_value_text(key), &known);
    if (known) return;
    vt_text advice = vt_text_is_absent(nearest)
                         ? VT_TEXT_ABSENT
                         : vt_lint_printf(lint, "Write %.*s", VT_TEXT_ARG(nearest));
    vt_place place = vt_document_place(document->document, key);
    place.file = document->file;
    vt_lint_add(lint, VT_LINT_TEST_KEY, place, advice, "Argo CD ignores the key %.*s",
                VT_TEXT_ARG(vt_value_text(key)));
    if (vt_text_is_absent(nearest)) return;
    vt_lint_propose(lint, (vt_lint_proposal){ .change = VT_LINT_REPLACE,
                                              .rule = VT_LINT_TEST_KEY,
                                              .place = place,
                                              .at = place,
                                              .old = vt_value_text(key),
                                              .text = nearest });
}

static void check_map(vitals_lint *lint, const vt_lint_document *document, const test_map *map,
                      const vt_value *value);

/* A map, or each map of a list. The table is three levels deep. */
static void check_value(vitals_lint *lint, const vt_lint_document *document, const test_map *map,
                        const vt_value *value) {
    if (!vt_value_is_array(value)) {
        check_map(lint, document, map, value);
        return;
    }
    const vt_value *item = vt_array_first(value);
    for (; item; item = vt_array_next(value, item)) check_map(lint, document, map, item);
}

static void check_map(vitals_lint *lint, const vt_lint_document *document, const test_map *map,
                      const vt_value *value) {
    if (!vt_value_is_object(value)) return;
    const vt_value *key = vt_object_first(value);
    for (; key; key = vt_object_next(value, key)) {
        check_key(lint, document, map, key);
        if (map->inner && vt_text_equal_fold(vt_value_text(key), vt_text_from(map->inner_key)))
            check_value(lint, document, map->inner, vt_object_value(key));
    }
}

void vt_lint_test_keys(vitals_lint *lint, const vt_lint_document *document) {
    check_map(lint, document, &whole, vt_document_root(document->document));
}
