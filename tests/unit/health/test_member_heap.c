/* Heaps of members: room, places, removal. */
#include "base/memory/memory.h"
#include "health/member_heap.h"
#include "support/table.h"

enum { COUNT = 20 };

static vitals_allocator allocator;
static vitals_document *object;
static vt_member *members[COUNT];

static int set_up(void **state) {
    (void)state;
    allocator = vt_allocator_or_default(NULL);
    if (vitals_document_parse("{\"kind\":\"Pod\"}", 14, NULL, &object, NULL)) return -1;
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.live = object;
    for (size_t i = 0; i < COUNT; i++) {
        members[i] = vt_member_new(&allocator, &resource, &(vt_member_self){ .uid = VT_TEXT("") });
        if (!members[i]) return -1;
        members[i]->ordinal = i * 7 % COUNT;
    }
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT; i++) vt_member_free(&allocator, members[i]);
    vitals_document_free(object);
    object = NULL;
    return 0;
}

static void fill(vt_member_heap *heap, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_true(vt_member_heap_reserve(heap, &allocator));
        vt_member_heap_add(heap, members[i]);
    }
}

static void assert_is_heap(const vt_member_heap *heap) {
    for (size_t at = 0; at < heap->count; at++) {
        assert_int_equal(heap->errors ? heap->items[at]->error_at : heap->items[at]->cause_at, at);
        if (at > 0) assert_true(vt_member_compare(heap->items[(at - 1) / 2], heap->items[at]) <= 0);
    }
}

/* Most heaps of an application hold one member or none. */
static void room_grows_from_one(void **state) {
    (void)state;
    vt_member_heap heap = { .errors = false };
    fill(&heap, 1);
    assert_int_equal(heap.capacity, 1);
    vt_member_heap_remove(&heap, &allocator, members[0]);
    assert_int_equal(heap.capacity, 0);
    fill(&heap, COUNT);
    assert_int_equal(heap.capacity, 32);
    for (size_t i = 0; i < COUNT - 7; i++) vt_member_heap_remove(&heap, &allocator, members[i]);
    assert_int_equal(heap.capacity, 16);
    vt_member_heap_done(&heap, &allocator);
}

static void removal_keeps_the_order(void **state) {
    (void)state;
    for (size_t first = 0; first < COUNT; first++) {
        vt_member_heap heap = { .errors = first % 2 };
        fill(&heap, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            vt_member_heap_remove(&heap, &allocator, members[(first + i) % COUNT]);
            assert_int_equal(heap.count, COUNT - 1 - i);
            assert_is_heap(&heap);
        }
    }
}

static void what_is_not_in_it_is_not_removed(void **state) {
    (void)state;
    vt_member_heap heap = { .errors = true };
    vt_member_heap_remove(&heap, &allocator, members[0]);
    assert_int_equal(heap.count, 0);
    fill(&heap, 3);
    members[3]->cause_at = 1; /* of another heap */
    vt_member_heap_remove(&heap, &allocator, members[3]);
    assert_int_equal(heap.count, 3);
    vt_member_heap_remove(&heap, &allocator, members[1]);
    vt_member_heap_remove(&heap, &allocator, members[1]);
    assert_int_equal(heap.count, 2);
    assert_is_heap(&heap);
    vt_member *last = heap.items[heap.count - 1];
    vt_member_heap_remove(&heap, &allocator, last);
    vt_member_heap_remove(&heap, &allocator, last);
    assert_int_equal(heap.count, 1);
    assert_is_heap(&heap);
    vt_member_heap_done(&heap, &allocator);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(room_grows_from_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(removal_keeps_the_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_in_it_is_not_removed, set_up, tear_down)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
