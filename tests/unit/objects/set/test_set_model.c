/* A set beside a model that keeps all objects in an array: random puts and removals, and every
** question after each of them. */
#include <stdio.h>
#include <stdlib.h>

#include "objects/set/set.h"
#include "support/table.h"
#include "support/text.h"

enum { MOST = 64, UIDS = 12, NAMES = 8, ROUNDS = 200, CHANGES = 100 };

/* An object of the model. */
typedef struct object {
    vitals_document *document;
    uint64_t tag;
    bool is_fact;
} object;

typedef struct model {
    vitals_set *set;
    object objects[MOST]; /* in the order of their first put */
    size_t count;
    uint64_t last_tag;
    uint32_t random;
} model;

static unsigned owned, roots, endless; /* answers of check_owned */

static unsigned below(model *m, unsigned bound) {
    m->random = m->random * 1664525U + 1013904223U;
    return (m->random >> 8) % bound;
}

/* ---------------------------------------------------------------- random objects */

static void add_labels(model *m, char *out, size_t size) {
    const char *comma = "";
    for (const char *key = "abc"; *key; key++) {
        unsigned value = below(m, 4);
        if (value == 0) continue;
        size_t used = strlen(out);
        /* Now and then a value that is not a string, or a key that comes twice. */
        if (below(m, 20) == 0) {
            snprintf(out + used, size - used, "%s\"%c\":%u", comma, *key, value);
        } else if (below(m, 20) == 0) {
            snprintf(out + used, size - used, "%s\"%c\":\"9\",\"%c\":\"%u\"", comma, *key, *key,
                     value);
        } else {
            snprintf(out + used, size - used, "%s\"%c\":\"%u\"", comma, *key, value);
        }
        comma = ",";
    }
}

/* matchLabels and matchExpressions; either may be empty. */
static void add_selector(model *m, char *out, size_t size) {
    static const char *const operators[] = { "In", "NotIn", "Exists", "DoesNotExist", "Odd" };
    char labels[100] = "";
    if (below(m, 3)) add_labels(m, labels, sizeof labels);
    snprintf(out, size, "{\"matchLabels\":{%s}", labels);
    if (below(m, 3) == 0) {
        text_append(out, size,
                    ",\"matchExpressions\":[{\"key\":\"%c\",\"operator\":\"%s\",\"values\":[\"%u\","
                    "\"%u\"]}]",
                    'a' + (int)below(m, 3), operators[below(m, 5)], below(m, 4), below(m, 4));
    }
    text_append(out, size, "}");
}

static const char *const kinds[] = { "v1\",\"kind\":\"Pod", "apps/v1\",\"kind\":\"ReplicaSet",
                                     "apps/v1\",\"kind\":\"Deployment" };

static vitals_document *random_object(model *m) {
    char text[1200], labels[200] = "", selector[400] = "", uid[16] = "";
    unsigned number = below(m, UIDS);
    if (number) snprintf(uid, sizeof uid, "u%u", number);
    add_labels(m, labels, sizeof labels);
    add_selector(m, selector, sizeof selector);
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"%s\",\"metadata\":{\"namespace\":\"%u\",\"name\":\"%u\","
             "\"uid\":\"%s\",\"labels\":{%s},\"ownerReferences\":[{\"uid\":\"u%u\"},"
             "{\"uid\":\"u%u\"}]},\"spec\":{\"selector\":%s}}",
             kinds[below(m, 3)], below(m, 2), below(m, NAMES), uid, labels, below(m, UIDS),
             below(m, UIDS), selector);
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL), VITALS_OK);
    return document;
}

/* ---------------------------------------------------------------------- the model */

static bool same_names(const vitals_document *a, const vitals_document *b) {
    return vt_text_equal(vitals_document_kind(a), vitals_document_kind(b)) &&
           vt_text_equal(vitals_document_namespace(a), vitals_document_namespace(b)) &&
           vt_text_equal(vitals_document_name(a), vitals_document_name(b));
}

static bool same_identity(const vitals_document *a, const vitals_document *b) {
    return same_names(a, b) && vt_text_equal(vitals_document_group(a), vitals_document_group(b));
}

static bool same_uid(const vitals_document *a, const vitals_document *b) {
    vt_text uid = vitals_document_uid(a);
    return uid.size && vt_text_equal(uid, vitals_document_uid(b));
}

/* The index of the object that is the same one as `document`, or the count. */
static size_t index_of_same(const model *m, const vitals_document *document) {
    for (size_t i = 0; i < m->count; i++) {
        const vitals_document *other = m->objects[i].document;
        if (same_uid(document, other) && same_names(document, other)) return i;
    }
    for (size_t i = 0; i < m->count; i++) {
        const vitals_document *other = m->objects[i].document;
        bool certain = vitals_document_uid(document).size && vitals_document_uid(other).size;
        if (!certain && same_identity(document, other)) return i;
    }
    return m->count;
}

static void model_remove(model *m, size_t index) {
    vitals_document_free(m->objects[index].document);
    memmove(&m->objects[index], &m->objects[index + 1], (--m->count - index) * sizeof *m->objects);
}

static void model_put(model *m, vitals_document *document, bool is_fact) {
    size_t same = index_of_same(m, document);
    for (size_t i = m->count; i-- > 0;) {
        if (i == same || !same_identity(document, m->objects[i].document)) continue;
        model_remove(m, i);
        if (i < same) same--;
    }
    if (same == m->count) {
        assert_true(m->count < MOST);
        m->count++;
    } else {
        vitals_document_free(m->objects[same].document);
    }
    m->objects[same] = (object){ document, m->last_tag, is_fact };
}

/* ---------------------------------------------------------------------- questions */

/* The tags of an answer. */
typedef struct tags {
    uint64_t items[MOST];
    size_t count;
} tags;

static void add_tag(tags *to, uint64_t tag) {
    assert_true(to->count < MOST);
    to->items[to->count++] = tag;
}

static bool has_tag(const tags *of, uint64_t tag) {
    size_t i = 0;
    while (i < of->count && of->items[i] != tag) i++;
    return i < of->count;
}

static int compare_tags(const void *a, const void *b) {
    const uint64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

static void assert_same_tags(tags *want, tags *got) {
    qsort(want->items, want->count, sizeof *want->items, compare_tags);
    qsort(got->items, got->count, sizeof *got->items, compare_tags);
    assert_int_equal(want->count, got->count);
    assert_memory_equal(want->items, got->items, want->count * sizeof *want->items);
}

static bool names_owner(const vitals_document *document, const char *uid) {
    return vt_text_is(vitals_document_owner_uid(document, 0), uid) ||
           vt_text_is(vitals_document_owner_uid(document, 1), uid);
}

static void check_uids_and_children(const model *m) {
    for (unsigned i = 0; i < UIDS; i++) {
        char uid[16];
        snprintf(uid, sizeof uid, "u%u", i);
        tags want = { .count = 0 }, got = { .count = 0 }, have = { .count = 0 };
        for (size_t j = 0; j < m->count; j++) {
            const object *o = &m->objects[j];
            if (names_owner(o->document, uid)) add_tag(&want, o->tag);
            if (vt_text_is(vitals_document_uid(o->document), uid)) add_tag(&have, o->tag);
        }
        const vt_set_entry *found = vt_set_find_uid(m->set, vt_text_from(uid));
        assert_int_equal(found != NULL, have.count > 0);
        if (found) assert_true(has_tag(&have, vt_set_entry_tag(found)));
        uint64_t cursor = 0;
        for (const vt_set_entry *entry;
             (entry = vt_set_next_child(m->set, vt_text_from(uid), &cursor));) {
            add_tag(&got, vt_set_entry_tag(entry));
        }
        assert_same_tags(&want, &got);
    }
}

static void check_order(const model *m) {
    uint64_t cursor = 0;
    for (size_t i = 0; i < m->count; i++) {
        if (m->objects[i].is_fact) continue;
        const vitals_document *next = vitals_set_next(m->set, &cursor);
        assert_non_null(next);
        assert_true(same_identity(next, m->objects[i].document));
    }
    assert_null(vitals_set_next(m->set, &cursor));
    assert_int_equal(vitals_set_count(m->set), m->count);
}

/* Whether `parent` selects `child`, by reading the document. */
static bool selects(const vitals_document *parent, const vitals_document *child) {
    const vt_set_selection *selection = vt_set_selection_of(parent);
    if (!selection || !vt_text_equal(selection->selected_kind, vitals_document_kind(child)) ||
        !vt_text_equal(vitals_document_namespace(parent), vitals_document_namespace(child))) {
        return false;
    }
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_label_selector selector;
    assert_true(vt_label_selector_read(parent, vt_document_find(parent, "spec", "selector", NULL),
                                       &arena, &selector));
    bool matches = vt_label_selector_matches(&selector, child);
    vt_arena_done(&arena);
    return matches;
}

static void take_all(vt_set_lookup *lookup, tags *to) {
    for (const vt_set_entry *entry; (entry = vt_set_lookup_next(lookup));) {
        add_tag(to, vt_set_entry_tag(entry));
    }
    assert_null(lookup->cost->stopped);
}

static void check_selected(const model *m, const vitals_document *parent) {
    const vt_set_selection *selection = vt_set_selection_of(parent);
    if (!selection) return;
    tags want = { .count = 0 }, got = { .count = 0 };
    for (size_t i = 0; i < m->count; i++) {
        if (selects(parent, m->objects[i].document)) add_tag(&want, m->objects[i].tag);
    }
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_label_selector selector;
    assert_true(vt_label_selector_read(parent, vt_document_find(parent, "spec", "selector", NULL),
                                       &arena, &selector));
    vt_steps cost = vt_steps_of("", UINT64_MAX, (vt_interrupt){ NULL, NULL });
    vt_set_lookup lookup;
    vt_set_select(&lookup, m->set, vitals_document_namespace(parent), selection->selected_group,
                  selection->selected_kind, &selector, &cost);
    take_all(&lookup, &got);
    vt_arena_done(&arena);
    assert_same_tags(&want, &got);
}

static void check_selecting(const model *m, const vitals_document *child) {
    tags want = { .count = 0 }, got = { .count = 0 };
    for (size_t i = 0; i < m->count; i++) {
        if (selects(m->objects[i].document, child)) add_tag(&want, m->objects[i].tag);
    }
    vt_steps cost = vt_steps_of("", UINT64_MAX, (vt_interrupt){ NULL, NULL });
    vt_set_lookup lookup;
    vt_set_select_reverse(&lookup, m->set, vt_set_find_same(m->set, child), &cost);
    take_all(&lookup, &got);
    assert_same_tags(&want, &got);
}

static const vitals_document *owner_of(const model *m, const vitals_document *document) {
    for (size_t i = 0; i < 2; i++) {
        const vt_set_entry *found = vt_set_find_uid(m->set, vitals_document_owner_uid(document, i));
        for (size_t j = 0; found && j < m->count; j++) {
            if (m->objects[j].tag == vt_set_entry_tag(found)) return m->objects[j].document;
        }
    }
    return NULL;
}

/* By walking further than there are objects. Not all are asked about: what the set has found out before must not
** be believed after a change. */
static void check_owned(model *m) {
    for (size_t i = 0; i < m->count; i++) {
        const vitals_document *document = m->objects[i].document;
        const vitals_document *at = owner_of(m, document);
        const bool has_owner = at != NULL;
        for (size_t steps = 0; at && steps <= m->count; steps++) at = owner_of(m, at);
        if (below(m, 4) == 0) continue;
        assert_int_equal(vitals_set_is_owned(m->set, document), has_owner && !at);
        (has_owner ? (at ? &endless : &owned) : &roots)[0]++;
    }
}

static void check(model *m) {
    check_order(m);
    check_owned(m);
    check_uids_and_children(m);
    for (size_t i = 0; i < m->count; i++) {
        const object *o = &m->objects[i];
        assert_int_equal(vt_set_entry_tag(vt_set_find_same(m->set, o->document)), o->tag);
        check_selected(m, o->document);
        check_selecting(m, o->document);
    }
}

/* ----------------------------------------------------------------------- changing */

static void put_random(model *m) {
    vitals_document *document = random_object(m);
    const bool is_fact = below(m, 4) == 0;
    const vt_set_fact fact = { below(m, 4), INT64_MAX };
    const vt_set_entry *entry = NULL;
    m->last_tag++;
    if (is_fact) {
        assert_int_equal(vt_set_put_fact(m->set, document, &fact, m->last_tag, &entry), VITALS_OK);
        assert_int_equal(vt_set_entry_fact(entry)->marks, fact.marks);
    } else {
        char *text = NULL;
        size_t size = 0;
        vitals_document *copy = NULL;
        assert_int_equal(vitals_document_write_json(document, 0, NULL, &text, &size), VITALS_OK);
        assert_int_equal(vitals_document_parse(text, size, NULL, &copy, NULL), VITALS_OK);
        assert_int_equal(vt_set_put(m->set, copy, m->last_tag, &entry), VITALS_OK);
        vitals_text_free(NULL, text, size);
    }
    assert_int_equal(vt_set_entry_tag(entry), m->last_tag);
    model_put(m, document, is_fact);
}

static void remove_random(model *m) {
    vitals_document *document = random_object(m);
    const size_t same = index_of_same(m, document);
    assert_int_equal(vitals_set_remove(m->set, document),
                     same < m->count ? VITALS_OK : VITALS_ENOTFOUND);
    if (same < m->count) model_remove(m, same);
    vitals_document_free(document);
}

static void random_changes(void **state) {
    (void)state;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        model m = { .random = round };
        assert_int_equal(vitals_set_new(NULL, &m.set), VITALS_OK);
        for (int i = 0; i < CHANGES; i++) {
            /* Phases that grow and phases that shrink. */
            if (below(&m, 4) < (i / 25 % 2 ? 3U : 1U)) {
                remove_random(&m);
            } else {
                put_random(&m);
            }
            if (i % 5 == 0) check(&m);
        }
        check(&m);
        while (m.count) model_remove(&m, 0);
        vitals_set_free(m.set);
    }
    printf("%u owned, %u without owner, %u in rings or below them\n", owned, roots, endless);
    assert_true(owned > 1000 && roots > 1000 && endless > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(random_changes) };
    return cmocka_run_group_tests_name("a set beside its model", tests, NULL, NULL);
}
