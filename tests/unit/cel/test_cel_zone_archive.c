/* Time zones in an archive: the same offsets as from the files it was made of, and archives that are wrong. */
#include <stdio.h>

#include "cel/cel.h"
#include "cel/zone/zone.h"
#include "support/files.h"
#include "support/table.h"

static char *bytes;
static size_t size;

static vt_text archive(void) {
    return (vt_text){ bytes, size };
}

static int32_t first_difference(const char *name, int64_t *at) {
    const vitals_allocator memory = vt_allocator_or_default(NULL);
    vt_cel_zone *file = NULL, *packed = NULL;
    const char *problem = NULL;
    const vt_text text = vt_text_from(name);
    int32_t difference = 0;
    assert_int_equal(vt_cel_zone_new(&memory, VT_TEXT_ABSENT, text, &file, &problem), VITALS_OK);
    assert_int_equal(vt_cel_zone_new(&memory, archive(), text, &packed, &problem), VITALS_OK);
    /* From 1880 to 2090 in steps of a little less than four days. */
    for (*at = -2840140800; *at < 3786912000 && !difference; *at += 345000) {
        difference = vt_cel_zone_offset(packed, *at) - vt_cel_zone_offset(file, *at);
    }
    vt_cel_zone_free(&memory, file);
    vt_cel_zone_free(&memory, packed);
    return difference;
}

/* Every name in the archive: they begin where the rows say. */
static void agrees_with_the_files(void **state) {
    (void)state;
    const unsigned char *head = (const unsigned char *)bytes;
    const uint32_t count = (uint32_t)head[6] << 8 | head[7];
    const unsigned char *row = head + 8;
    int64_t at = 0;
    assert_true(count > 300);
    for (uint32_t i = 0; i < count; i += 3, row += 36) {
        const uint32_t name = (uint32_t)row[1] << 16 | (uint32_t)row[2] << 8 | row[3];
        const int32_t difference = first_difference(bytes + name, &at);
        if (difference) fail_msg("%s: %d seconds at %lld", bytes + name, difference, (long long)at);
    }
}

static void has_what_it_has(void **state) {
    const vitals_allocator memory = vt_allocator_or_default(NULL);
    vt_cel_zone *zone = NULL;
    const char *problem = NULL;
    (void)state;
    assert_int_equal(
        vt_cel_zone_new(&memory, archive(), VT_TEXT("Europe/Nowhere"), &zone, &problem),
        VITALS_ENOTFOUND);
    assert_null(problem);
    assert_int_equal(vt_cel_zone_new(&memory, archive(), VT_TEXT("../etc"), &zone, &problem),
                     VITALS_ENOTFOUND);
    assert_non_null(problem);
}

/* Cut anywhere, and with any byte of its head changed, it is refused or stays within its bytes. */
static void refuses_what_is_wrong(void **state) {
    (void)state;
    assert_true(vt_cel_zones_are_valid(archive()));
    for (size_t cut = 0; cut < 9000; cut += 7) {
        assert_false(vt_cel_zones_are_valid((vt_text){ bytes, cut }));
    }
    assert_false(vt_cel_zones_are_valid((vt_text){ bytes, size - 1 }));
    for (size_t i = 0; i < 200; i++) {
        const char old = bytes[i];
        bytes[i] = (char)(old ^ 0x80);
        if (vt_cel_zones_are_valid(archive())) vt_cel_zone_in(archive(), VT_TEXT("Europe/Berlin"));
        bytes[i] = old;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_files),
        cmocka_unit_test(has_what_it_has),
        cmocka_unit_test(refuses_what_is_wrong),
    };
    bytes = file_read(VITALS_ASSETS "/zones.bin", &size);
    if (!bytes || size < 1000) {
        puts("SKIPPED: no time zones on this machine");
        return TEST_SKIPPED;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(bytes);
    return failed;
}
