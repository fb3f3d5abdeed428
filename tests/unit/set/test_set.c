/* Sets: found by name, uid, owner; the last one added wins. */
#include "set/set.h"

#include <stdio.h>

#include "support/table.h"
#include "support/torture.h"

static vitals_document *parse(const char *text, const vitals_allocator *allocator) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = allocator;
    vitals_document *document = NULL;
    if (vitals_document_parse(text, strlen(text), &options, &document, NULL) != VITALS_OK) {
        return NULL;
    }
    return document;
}

/* An object of a group and kind, with names, a uid, and the uids of two owners; NULL leaves out. */
static const vitals_document *add(vitals_set *set, const char *uid, const char *name,
                                  const char *owner, const char *second_owner) {
    char text[1000];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"g/v1\",\"kind\":\"K\",\"metadata\":{\"namespace\":\"ns\","
             "\"name\":\"%s\",\"uid\":\"%s\",\"labels\":{\"app\":\"%s\"},"
             "\"ownerReferences\":[{\"uid\":\"%s\"},{\"uid\":\"%s\"}]}}",
             name, uid, name, owner, second_owner);
    vitals_document *document = parse(text, NULL);
    assert_non_null(document);
    assert_int_equal(vitals_set_add(set, document), VITALS_OK);
    return document;
}

static vitals_set *new_set(void) {
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    return set;
}

static const vitals_document *find(const vitals_set *set, const char *name) {
    return vitals_set_find(set, VT_TEXT("g"), VT_TEXT("K"), VT_TEXT("ns"), vt_text_from(name));
}

static void names(void **state) {
    (void)state;
    vitals_set *set = new_set();
    const vitals_document *a = add(set, "1", "a", "", "");
    const vitals_document *b = add(set, "2", "b", "", "");
    assert_ptr_equal(find(set, "a"), a);
    assert_ptr_equal(find(set, "b"), b);
    assert_null(find(set, "c"));
    assert_null(vitals_set_find(set, VT_TEXT(""), VT_TEXT("K"), VT_TEXT("ns"), VT_TEXT("a")));
    assert_null(vitals_set_find(set, VT_TEXT("g"), VT_TEXT("K"), VT_TEXT("n"), VT_TEXT("sa")));
    const vitals_document *newer = add(set, "3", "a", "", "");
    assert_ptr_equal(find(set, "a"), newer);
    assert_int_equal(vitals_set_count(set), 3);
    assert_ptr_equal(vitals_set_at(set, 0), a);
    assert_null(vitals_set_at(set, 3));
    assert_ptr_equal(vt_set_find_uid(set, VT_TEXT("2")), b);
    assert_null(vt_set_find_uid(set, VT_TEXT("")));
    vitals_set_free(set);
}

static void long_names(void **state) {
    (void)state;
    char name[500];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    vitals_set *set = new_set();
    vt_text kind = vt_text_slice(name, sizeof name - 1);
    char text[2000];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"g/"
             "v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"%s\"}}",
             name, name, name);
    vitals_document *document = parse(text, NULL);
    assert_int_equal(vitals_set_add(set, document), VITALS_OK);
    assert_ptr_equal(vitals_set_find(set, VT_TEXT("g"), kind, kind, kind), document);
    assert_null(vitals_set_find(set, VT_TEXT("h"), kind, kind, kind));
    vitals_set_free(set);
}

static void owners_and_children(void **state) {
    (void)state;
    vitals_set *set = new_set();
    const vitals_document *early = add(set, "c1", "early", "p", "p"); /* before its owner */
    const vitals_document *parent = add(set, "p", "parent", "gone", "");
    const vitals_document *late = add(set, "c2", "late", "gone", "p");
    assert_ptr_equal(vitals_set_owner(set, early), parent);
    assert_ptr_equal(vitals_set_owner(set, late), parent); /* the first that is in the set */
    assert_null(vitals_set_owner(set, parent));
    assert_int_equal(vt_set_child_count(set, parent), 2);
    assert_ptr_equal(vt_set_child_at(set, parent, 0), early);
    assert_ptr_equal(vt_set_child_at(set, parent, 1), late);
    assert_null(vt_set_child_at(set, parent, 2));
    assert_int_equal(vt_set_child_count(set, late), 0);
    vitals_set_free(set);
}

static void odd_objects(void **state) {
    (void)state;
    static const char *const texts[] = {
        "[1]",
        "{}",
        "{\"metadata\":{\"ownerReferences\":{\"uid\":\"x\"}}}",
        "{\"metadata\":{\"ownerReferences\":[1,{\"uid\":2},{}]}}",
        "{\"metadata\":null}",
    };
    vitals_set *set = new_set();
    for (size_t i = 0; i < TABLE_COUNT(texts); i++) {
        vitals_document *document = parse(texts[i], NULL);
        assert_int_equal(vitals_set_add(set, document), VITALS_OK);
        assert_null(vitals_set_owner(set, document));
        assert_int_equal(vt_set_child_count(set, document), 0);
    }
    assert_int_equal(vitals_set_count(set), TABLE_COUNT(texts));
    vitals_set_free(set);
    vitals_set_free(NULL);
    assert_int_equal(vitals_set_count(NULL), 0);
}

/* Adds objects until memory runs out; what was in the set before still is found. */
static vitals_status fill(torture *memory, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(memory);
    vitals_set *set = NULL;
    vitals_status status = vitals_set_new(&allocator, &set);
    for (int i = 0; i < 20 && status == VITALS_OK; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "{\"apiVersion\":\"g/v1\",\"kind\":\"K\",\"metadata\":{\"namespace\":\"ns\","
                 "\"name\":\"n%d\",\"uid\":\"%d\",\"ownerReferences\":[{\"uid\":\"%d\"}]}}",
                 i % 10, i % 7, i / 3);
        vitals_document *document = parse(text, NULL);
        size_t before = vitals_set_count(set);
        status = vitals_set_add(set, document);
        assert_int_equal(vitals_set_count(set), before + (status == VITALS_OK));
        if (status == VITALS_OK) continue;
        vitals_document_free(document); /* still ours */
        for (size_t j = 0; j < before; j++) {
            const vitals_document *found =
                find(set, vitals_document_name(vitals_set_at(set, j)).bytes);
            assert_non_null(found);
            assert_true(vt_value_is_object(vt_document_root(found)));
        }
    }
    vitals_set_free(set);
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(torture_run(fill, NULL) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(long_names),
        cmocka_unit_test(owners_and_children),
        cmocka_unit_test(odd_objects),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("sets", tests, NULL, NULL);
}
