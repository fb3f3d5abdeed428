/* Upper and lower case of every code point, as Go's unicode package has them. */
#include "lua/library/unicode_case.h"

#include <inttypes.h>
#include <stdio.h>

#include "support/table.h"

/* The mappings of 65,536 code points from `first` on that change anything, as lines "61 41\n" in
** upper-case hexadecimal: their number and the FNV-1a hash of the lines, recorded with Go 1.26. */
static const struct row {
    TABLE_ROW;
    uint32_t (*map)(uint32_t code_point);
    uint32_t first;
    unsigned changed;
    uint64_t hash;
} rows[] = {
    { "upper, U+0000", vt_lua_upper, 0, 1190, UINT64_C(0xe7f366b54342edb3) },
    { "lower, U+0000", vt_lua_lower, 0, 1173, UINT64_C(0x1305bc6ab5d10405) },
    { "upper, U+10000", vt_lua_upper, 0x10000, 260, UINT64_C(0xa66dfc98a8a0c214) },
    { "lower, U+10000", vt_lua_lower, 0x10000, 260, UINT64_C(0x9d2d7bae47aa733c) },
};

static uint64_t fnv1a(uint64_t hash, const char *text) {
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

static void check(void **state) {
    const struct row *row = *state;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    unsigned changed = 0;
    for (uint32_t code_point = row->first; code_point < row->first + 0x10000; code_point++) {
        uint32_t mapped = row->map(code_point);
        if (mapped == code_point) continue;
        char line[32];
        snprintf(line, sizeof line, "%" PRIX32 " %" PRIX32 "\n", code_point, mapped);
        hash = fnv1a(hash, line);
        changed++;
    }
    assert_int_equal(changed, row->changed);
    assert_int_equal(hash, row->hash);
}

/* No other plane has letters with case. */
static void beyond(void **state) {
    (void)state;
    for (uint32_t code_point = 0x20000; code_point <= 0x10FFFF; code_point++) {
        assert_int_equal(vt_lua_upper(code_point), code_point);
        assert_int_equal(vt_lua_lower(code_point), code_point);
    }
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(beyond) };
    return TABLE_RUN("planes", check, rows) +
           cmocka_run_group_tests_name("beyond", others, NULL, NULL);
}
