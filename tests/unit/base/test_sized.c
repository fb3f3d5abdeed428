/* Structs that cross the border: any size that a caller can have, read and written. */
#include <stdint.h>

#include <vitals/cel.h>
#include <vitals/live.h>
#include <vitals/testing.h>

#include "base/memory/sized.h"
#include "support/table.h"

/* Today's struct of an imaginary library, and the ones that its callers were compiled with. */
typedef struct today {
    size_t struct_bytes;
    uint64_t first;
    const char *second;
} today;

typedef struct yesterday {
    size_t struct_bytes;
    uint64_t first;
} yesterday;

typedef struct tomorrow {
    today known;
    uint64_t third;
} tomorrow;

static const today defaults = { sizeof(today), 10, "default" };

static void same_version(void **state) {
    (void)state;
    const today given = { sizeof given, 1, "given" };
    today own = defaults;
    assert_true(vt_sized_read(&given, &own, sizeof own));
    assert_memory_equal(&own, &given, sizeof own);
}

static void older_callers_get_the_defaults(void **state) {
    (void)state;
    const yesterday given = { sizeof given, 1 };
    today own = defaults;
    assert_true(vt_sized_read(&given, &own, sizeof own));
    assert_int_equal(own.first, 1);
    assert_string_equal(own.second, "default");
    assert_int_equal(own.struct_bytes, sizeof own);
}

static void newer_callers_must_not_mean_more(void **state) {
    (void)state;
    tomorrow given = { { sizeof given, 1, "given" }, 0 };
    today own = defaults;
    assert_true(vt_sized_read(&given, &own, sizeof own));
    assert_int_equal(own.first, 1);
    assert_string_equal(own.second, "given");
    assert_int_equal(own.struct_bytes, sizeof own);
    given.third = UINT64_C(1) << 63;
    own = defaults;
    assert_false(vt_sized_read(&given, &own, sizeof own));
    assert_memory_equal(&own, &defaults, sizeof own);
}

/* A struct of today is not copied; all others are read as above. */
static void views(void **state) {
    (void)state;
    today own = { 0 };
    const today same = { sizeof same, 1, "given" };
    assert_ptr_equal(vt_sized_view(&same, &own, &defaults, sizeof own), &same);
    const yesterday older = { sizeof older, 1 };
    assert_ptr_equal(vt_sized_view(&older, &own, &defaults, sizeof own), &own);
    assert_int_equal(own.first, 1);
    assert_string_equal(own.second, "default");
    const tomorrow newer = { { sizeof newer, 2, "given" }, 1 };
    assert_null(vt_sized_view(&newer, &own, &defaults, sizeof own));
}

static void impossible_sizes(void **state) {
    (void)state;
    static const size_t sizes[] = { 0,
                                    1,
                                    3,
                                    sizeof(size_t) - 1,
                                    sizeof(today) - 1,
                                    sizeof(today) + 1,
                                    VT_SIZED_MOST_BYTES + sizeof(size_t),
                                    SIZE_MAX };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const union {
            today head;
            char room[2 * VT_SIZED_MOST_BYTES];
        } given = { { sizes[i], 1, NULL } };
        today own = defaults;
        assert_false(vt_sized_read(&given, &own, sizeof own));
        assert_memory_equal(&own, &defaults, sizeof own);
    }
}

static void written_to_any_size(void **state) {
    (void)state;
    const uint64_t own[] = { 1, 2, 3 };
    for (size_t size = 0; size <= 2 * sizeof own; size++) {
        unsigned char out[2 * sizeof own + 1], expected[sizeof out];
        memset(out, 0xAA, sizeof out);
        memset(expected, 0xAA, sizeof out);
        memset(expected, 0, size);
        memcpy(expected, own, size < sizeof own ? size : sizeof own);
        vt_sized_write(out, size, own, sizeof own);
        assert_memory_equal(out, expected, sizeof out);
    }
}

/* ------------------------------------------------------- the public structs */

#define ENDS_WITH(type, field)                                                                     \
    { #type, sizeof(type), offsetof(type, field) + sizeof(((type *)0)->field), _Alignof(type) }

/* A field that a later version adds would lie in the padding at the end, which older callers leave
** undefined. So there is none; a small last field is moved forward instead. */
static void no_padding_at_the_end(void **state) {
    (void)state;
    static const struct {
        const char *name;
        size_t bytes, end, alignment;
    } structs[] = {
        ENDS_WITH(vitals_read_options, interrupt_user),
        ENDS_WITH(vitals_call, remote_user),
        ENDS_WITH(vitals_application_options, name),
        ENDS_WITH(vitals_live_source_options, remote_user),
        ENDS_WITH(vitals_test_options, argocd_cm_key),
        ENDS_WITH(vitals_cel_options, interrupt_user),
        ENDS_WITH(vitals_cel_input, trace),
    };
    for (size_t i = 0; i < sizeof structs / sizeof *structs; i++) {
        if (structs[i].end != structs[i].bytes || structs[i].bytes % sizeof(size_t) != 0)
            fail_msg("%s has padding at its end", structs[i].name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_version),
        cmocka_unit_test(older_callers_get_the_defaults),
        cmocka_unit_test(newer_callers_must_not_mean_more),
        cmocka_unit_test(views),
        cmocka_unit_test(impossible_sizes),
        cmocka_unit_test(written_to_any_size),
        cmocka_unit_test(no_padding_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
