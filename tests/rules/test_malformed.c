/* Every bundled check on malformed objects, made of each of its fixtures: malformed.h. */
#include "rules/check_tree.h"
#include "rules/malformed.h"
#include "support/files.h"
#include "support/table.h"

#define BUNDLED VITALS_SOURCE_DIR "/resource_customizations"

static check_tree bundled;

static malformed *open_check(const char *directory) {
    size_t size;
    char *source = tree_script(&bundled, directory, &size);
    malformed *run = malformed_open(vt_text_slice(source, size));
    free(source);
    return run;
}

static void check_malformed(void **state) {
    const char *directory = *(const char *const *)*state;
    vitals_document *tests = tree_document(&bundled, directory, VT_TEXT("health_test.yaml"));
    malformed *run = open_check(directory);
    tree_case test;
    for (const vt_value *at = NULL; tree_next_case(tests, &at, &test);) {
        vitals_document *object = tree_document(&bundled, directory, test.input);
        malformed_try(run, test.input.bytes, object);
        vitals_document_free(object);
    }
    assert_true(malformed_close(run) > 0);
    vitals_document_free(tests);
}

int main(void) {
    if (!tree_read(&bundled, BUNDLED, "health.lua")) return 1;
    int failed = table_run("malformed", check_malformed, bundled.directories, bundled.count,
                           sizeof bundled.directories[0]);
    tree_done(&bundled);
    return failed;
}
