/* Sequences and hash tables beside plain arrays: random changes, and memory that is given back. */
#include "base/memory/sequence.h"

#include "base/memory/hash_table.h"
#include "support/table.h"
#include "support/torture.h"

enum { MOST = 3000 };

static uint32_t random_state;

static unsigned below(unsigned bound) {
    random_state = random_state * 1664525U + 1013904223U;
    return (random_state >> 8) % bound;
}

/* Which of the numbers are there. */
static bool present[MOST + 1];
static int items[MOST + 1];

static size_t check_sequence(const vt_sequence *sequence) {
    uint64_t cursor = 0;
    size_t count = 0;
    for (uint64_t number = 1; number <= MOST; number++) {
        assert_ptr_equal(vt_sequence_find(sequence, number),
                         present[number] ? &items[number] : NULL);
        if (!present[number]) continue;
        assert_ptr_equal(vt_sequence_next(sequence, &cursor), &items[number]);
        assert_int_equal(cursor, number);
        count++;
    }
    assert_null(vt_sequence_next(sequence, &cursor));
    assert_int_equal(sequence->live_count, count);
    return count;
}

static void sequence_of_random_changes(void **state) {
    (void)state;
    vt_counted_memory counted = { .parent = vt_allocator_or_default(NULL) };
    const vitals_allocator allocator = { vt_counted_allocate, &counted };
    vt_sequence sequence = { 0 };
    memset(present, 0, sizeof present);
    for (unsigned number = 1; number <= MOST; number++) {
        assert_true(vt_sequence_reserve(&sequence, &allocator));
        vt_sequence_append(&sequence, number, &items[number]);
        assert_int_equal(vt_sequence_last(&sequence), number);
        present[number] = true;
        if (below(3) == 0) {
            unsigned victim = 1 + below(MOST);
            vt_sequence_remove(&sequence, &allocator, victim);
            present[victim] = false;
        }
        if (number % 100 == 0) check_sequence(&sequence);
    }
    for (size_t left = check_sequence(&sequence); left > 20;) {
        unsigned victim = 1 + below(MOST);
        left -= present[victim];
        vt_sequence_remove(&sequence, &allocator, victim);
        present[victim] = false;
    }
    check_sequence(&sequence);
    assert_true(counted.live_bytes < 200 * sizeof(vt_sequence_item));
    uint64_t first = 0;
    vt_sequence_next(&sequence, &first);
    vt_sequence_replace(&sequence, first, &items[0]);
    assert_ptr_equal(vt_sequence_find(&sequence, first), &items[0]);
    first = UINT64_MAX;
    assert_null(vt_sequence_next(&sequence, &first));
    vt_sequence_done(&sequence, &allocator);
    assert_int_equal(counted.live_bytes, 0);
}

static bool is_item(const void *item, const void *key) {
    return item == key;
}

/* Few different hashes, so that searches pass over other items. */
static uint64_t hash_of(unsigned number) {
    return number % 97 * 3;
}

static void check_table(const vt_hash_table *table) {
    size_t count = 0;
    for (unsigned i = 1; i <= MOST; i++) {
        count += present[i];
        assert_ptr_equal(vt_hash_table_find(table, hash_of(i), is_item, &items[i]),
                         present[i] ? &items[i] : NULL);
    }
    assert_int_equal(table->count, count);
}

static void table_of_random_changes(void **state) {
    (void)state;
    vt_counted_memory counted = { .parent = vt_allocator_or_default(NULL) };
    const vitals_allocator allocator = { vt_counted_allocate, &counted };
    vt_hash_table table = { 0 };
    memset(present, 0, sizeof present);
    assert_null(vt_hash_table_find(&table, 1, is_item, NULL));
    vt_hash_table_remove(&table, &allocator, 1, NULL);
    for (unsigned i = 0; i < 20000; i++) {
        /* First it grows, then it shrinks. */
        unsigned number = 1 + below(MOST);
        if (below(4) < (i < 10000 ? 3U : 1U)) {
            if (present[number]) continue;
            assert_true(vt_hash_table_reserve(&table, &allocator));
            vt_hash_table_insert(&table, hash_of(number), &items[number]);
            present[number] = true;
        } else {
            vt_hash_table_remove(&table, &allocator, hash_of(number), &items[number]);
            present[number] = false;
        }
        if (i % 500 == 0) check_table(&table);
    }
    for (unsigned i = 21; i <= MOST; i++) {
        vt_hash_table_remove(&table, &allocator, hash_of(i), &items[i]);
        present[i] = false;
    }
    check_table(&table);
    assert_true(counted.live_bytes <= 256 * sizeof(vt_hash_slot));
    vt_hash_table_done(&table, &allocator);
    assert_int_equal(counted.live_bytes, 0);
}

static vitals_status fill_both(torture *memory, void *user) {
    (void)user;
    const vitals_allocator allocator = torture_allocator(memory);
    vt_sequence sequence = { 0 };
    vt_hash_table table = { 0 };
    vitals_status status = VITALS_OK;
    for (unsigned i = 1; i < 100 && !status; i++) {
        bool room =
            vt_sequence_reserve(&sequence, &allocator) && vt_hash_table_reserve(&table, &allocator);
        if (room) {
            vt_sequence_append(&sequence, i, &items[i]);
            vt_hash_table_insert(&table, i, &items[i]);
        } else {
            status = VITALS_ENOMEM;
        }
    }
    /* Giving back needs no memory. */
    for (unsigned i = 1; i < 100; i++) {
        vt_sequence_remove(&sequence, &allocator, i);
        vt_hash_table_remove(&table, &allocator, i, &items[i]);
    }
    assert_int_equal(sequence.live_count + table.count, 0);
    vt_sequence_done(&sequence, &allocator);
    vt_hash_table_done(&table, &allocator);
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(torture_run(fill_both, NULL) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequence_of_random_changes),
        cmocka_unit_test(table_of_random_changes),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("sequences and hash tables", tests, NULL, NULL);
}
