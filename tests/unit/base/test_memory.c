/* Sizes that cannot overflow, growing arrays, budgets, arenas and buffers. */
#include "base/memory/memory.h"

#include <stdalign.h>

#include "base/memory/arena.h"
#include "base/memory/buffer.h"
#include "support/table.h"
#include "support/torture.h"

static void sizes(void **state) {
    (void)state;
    size_t out = 7;
    assert_true(vt_size_add(SIZE_MAX - 1, 1, &out) && out == SIZE_MAX);
    assert_false(vt_size_add(SIZE_MAX, 1, &out));
    assert_true(vt_size_multiply(SIZE_MAX / 2, 2, &out) && out == SIZE_MAX - 1);
    assert_false(vt_size_multiply(SIZE_MAX / 2 + 1, 2, &out));
    assert_true(vt_size_multiply(0, SIZE_MAX, &out) && out == 0);
    vitals_allocator allocator = vt_allocator_or_default(NULL);
    assert_null(vt_allocate_array(&allocator, SIZE_MAX / 2, 3));
}

static void growing(void **state) {
    (void)state;
    torture counts = { 0 };
    vitals_allocator allocator = torture_allocator(&counts);
    int *items = NULL;
    size_t capacity = 0;
    for (size_t count = 0; count < 1000; count++) {
        void *grown = items;
        assert_true(vt_grow(&allocator, &grown, &capacity, count, sizeof *items));
        items = grown;
        items[count] = (int)count;
    }
    assert_int_equal(items[999], 999);
    assert_true(counts.allocations < 12);
    vt_release_array(&allocator, items, capacity, sizeof *items);
    assert_int_equal(counts.live_bytes, 0);
}

static void budget(void **state) {
    (void)state;
    vt_counted_memory memory = { vt_allocator_or_default(NULL), 0, 0, 100, false };
    void *first = vt_counted_allocate(&memory, NULL, 0, 60);
    assert_non_null(first);
    assert_null(vt_counted_allocate(&memory, NULL, 0, 41));
    assert_true(memory.refused);
    first = vt_counted_allocate(&memory, first, 60, 100);
    assert_non_null(first);
    first = vt_counted_allocate(&memory, first, 100, 10);
    assert_int_equal(memory.live_bytes, 10);
    assert_int_equal(memory.peak_bytes, 100);
    vt_counted_allocate(&memory, first, 10, 0);
    assert_int_equal(memory.live_bytes, 0);
}

static void arena_pieces(void **state) {
    (void)state;
    torture counts = { 0 };
    vitals_allocator allocator = torture_allocator(&counts);
    vt_arena arena;
    vt_arena_init(&arena, &allocator, 0);
    for (size_t round = 0; round < 3; round++) {
        size_t before = counts.allocations;
        for (size_t bytes = 0; bytes < 3000; bytes += 7) {
            char *piece = vt_arena_allocate(&arena, bytes);
            assert_non_null(piece);
            assert_int_equal((uintptr_t)piece % alignof(max_align_t), 0);
            memset(piece, 0x5A, bytes);
        }
        if (round) assert_int_equal(counts.allocations, before); /* warm */
        vt_arena_empty(&arena);
    }
    assert_string_equal(vt_arena_printf(&arena, "%d-%s", 7, "x").bytes, "7-x");
    assert_string_equal(vt_arena_copy(&arena, VT_TEXT("abc")).bytes, "abc");
    assert_true(vt_arena_held_bytes(&arena) > 0);
    vt_arena_done(&arena);
    assert_int_equal(counts.live_blocks, 0);
}

static void arena_marks(void **state) {
    (void)state;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_arena_mark start = vt_arena_mark_here(&arena);
    char *kept = vt_arena_allocate(&arena, 100);
    vt_arena_mark mark = vt_arena_mark_here(&arena);
    char *dropped = vt_arena_allocate(&arena, 100);
    assert_non_null(vt_arena_allocate(&arena, 100000));
    vt_arena_back_to(&arena, mark);
    assert_ptr_equal(vt_arena_allocate(&arena, 100), dropped);
    vt_arena_back_to(&arena, start);
    assert_ptr_equal(vt_arena_allocate(&arena, 100), kept);
    memcpy(kept, "secret", 6);
    vt_arena_scrub(&arena);
    assert_int_equal(kept[0], 0);
    vt_arena_done(&arena);
}

static void arena_budget(void **state) {
    (void)state;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 1000);
    assert_non_null(vt_arena_allocate(&arena, 900));
    assert_null(vt_arena_allocate(&arena, 200));
    assert_true(arena.over_budget);
    assert_non_null(vt_arena_allocate(&arena, 50));
    vt_arena_empty(&arena);
    assert_false(arena.over_budget);
    assert_non_null(vt_arena_allocate(&arena, 900));
    vt_arena_done(&arena);
}

/* Requests that grow from use to use do not pile up blocks. */
static void arena_does_not_pile_up(void **state) {
    (void)state;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    for (size_t bytes = 1; bytes < 5000000; bytes += 99991) {
        vt_arena_empty(&arena);
        assert_non_null(vt_arena_allocate(&arena, 10));
        assert_non_null(vt_arena_allocate(&arena, bytes));
    }
    assert_true(vt_arena_held_bytes(&arena) < 12000000);
    vt_arena_done(&arena);
}

static void buffer_ceiling(void **state) {
    (void)state;
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, 10);
    assert_string_equal(vt_buffer_text(&buffer).bytes, "");
    assert_true(vt_buffer_add(&buffer, VT_TEXT("12345678")));
    assert_false(vt_buffer_add(&buffer, VT_TEXT("abc")));
    assert_true(buffer.failed && buffer.over_ceiling);
    assert_false(vt_buffer_add_byte(&buffer, 'x')); /* failed for good */
    assert_string_equal(buffer.bytes, "12345678");
    vt_buffer_clear(&buffer);
    assert_true(vt_buffer_add_integer(&buffer, -1234567));
    assert_true(vt_buffer_add_repeated(&buffer, '*', 2));
    assert_string_equal(buffer.bytes, "-1234567**");
    vt_buffer_done(&buffer);
}

static void buffer_content(void **state) {
    (void)state;
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, SIZE_MAX);
    assert_true(vt_buffer_add_integer(&buffer, INT64_MIN));
    assert_true(vt_buffer_printf(&buffer, " %s %d", "is", 1));
    assert_true(vt_buffer_add_terminated(&buffer, "!"));
    assert_string_equal(buffer.bytes, "-9223372036854775808 is 1!");
    size_t size;
    char *taken = vt_buffer_take(&buffer, &size);
    assert_int_equal(size, strlen(taken));
    assert_null(buffer.bytes);
    vitals_text_free(NULL, taken, size);
}

static vitals_status fill(torture *memory, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(memory);
    vt_arena arena;
    vt_arena_init(&arena, &allocator, 0);
    vt_buffer buffer;
    vt_buffer_init(&buffer, &allocator, SIZE_MAX);
    bool whole = true;
    for (int i = 0; i < 300 && whole; i++) {
        whole = vt_arena_printf(&arena, "%d %0100d", i, i).bytes != NULL &&
                vt_buffer_printf(&buffer, "%d", i);
    }
    vt_buffer_done(&buffer);
    vt_arena_done(&arena);
    return whole ? VITALS_OK : VITALS_ENOMEM;
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(torture_run(fill, NULL) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(growing),
        cmocka_unit_test(budget),
        cmocka_unit_test(arena_pieces),
        cmocka_unit_test(arena_marks),
        cmocka_unit_test(arena_budget),
        cmocka_unit_test(arena_does_not_pile_up),
        cmocka_unit_test(buffer_ceiling),
        cmocka_unit_test(buffer_content),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
