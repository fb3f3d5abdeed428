/* Memory that is wiped before it is given back. */
#include "cluster/config/secret.h"

#include "cluster/secrets_seen.h"
#include "support/table.h"

static void every_block_is_wiped(void **state) {
    (void)state;
    secrets_seen watch = { .needle = "s3cr3t" };
    vitals_allocator parent = secrets_seen_allocator(&watch);
    vitals_allocator memory = vt_secret_allocator(&parent);
    char *block = memory.allocate(memory.user, NULL, 0, 16);
    memcpy(block, "my s3cr3t is..!", 16);
    block = memory.allocate(memory.user, block, 16, 32); /* moved */
    assert_string_equal(block, "my s3cr3t is..!");
    block = memory.allocate(memory.user, block, 32, 12); /* shrunk */
    assert_memory_equal(block, "my s3cr3t is", 12);
    assert_null(memory.allocate(memory.user, block, 12, 0));
    assert_int_equal(watch.frees, 3);
    assert_int_equal(watch.seen, 0);
}

/* The test would notice: the same without the allocator. */
static void the_watch_sees_secrets(void **state) {
    (void)state;
    secrets_seen watch = { .needle = "s3cr3t" };
    vitals_allocator memory = secrets_seen_allocator(&watch);
    char *block = memory.allocate(memory.user, NULL, 0, 16);
    memcpy(block, "my s3cr3t is..!", 16);
    memory.allocate(memory.user, block, 16, 0);
    assert_int_equal(watch.seen, 1);
}

static void a_failed_move_keeps_the_block(void **state) {
    (void)state;
    secrets_seen watch = { .needle = "s3cr3t" };
    vitals_allocator parent = secrets_seen_allocator(&watch);
    vitals_allocator memory = vt_secret_allocator(&parent);
    char *block = memory.allocate(memory.user, NULL, 0, 8);
    memcpy(block, "s3cr3t!", 8);
    watch.refuse = true;
    assert_null(memory.allocate(memory.user, block, 8, 64));
    assert_string_equal(block, "s3cr3t!");
    memory.allocate(memory.user, block, 8, 0);
    assert_int_equal(watch.seen, 0);
    vt_secret_wipe(NULL, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_is_wiped),
        cmocka_unit_test(the_watch_sees_secrets),
        cmocka_unit_test(a_failed_move_keeps_the_block),
    };
    return cmocka_run_group_tests_name("secrets", tests, NULL, NULL);
}
