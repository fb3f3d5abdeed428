/* JSON inside an annotation: what Go's encoding/json accepts, and where strings end. */
#include "native/go_json.h"

#include "base/memory/memory.h"
#include "support/table.h"

#define TEN_OBJECTS "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":"
#define TEN_LISTS "[[[[[[[[[["

static const struct row {
    TABLE_ROW;
    const char *text;
    bool valid;
} rows[] = {
    { "objects in objects", TEN_OBJECTS "1}}}}}}}}}}", true },
    { "lists in lists", TEN_LISTS "1]]]]]]]]]]", true },
    { "objects in lists", TEN_LISTS TEN_OBJECTS "1}}}}}}}}}}]]]]]]]]]]", true },
    { "lists in objects", TEN_OBJECTS TEN_LISTS "1]]]]]]]]]]}}}}}}}}}}", true },
    { "the eighth closed as a list", TEN_OBJECTS "1}}]}}}}}}}", false },
    { "the eighth closed as an object", TEN_LISTS "1]]}]]]]]]]", false },
    { "a comma in the eighth", TEN_OBJECTS "1}},\"b\":2}}}}}}}}", true },
    { "a number without digits", "[-]", false },
    { "a fraction without digits", "[1.]", false },
    { "an exponent without digits", "[1e]", false },
    { "zero and a digit", "[01]", false },
    { "numbers", "[0, -1, 2.5, 1e+5, 1E-5]", true },
    { "two values", "1 2", false },
    { "nothing", "", false },
};

static void check(void **state) {
    const struct row *row = *state;
    vitals_allocator allocator = vt_allocator_or_default(NULL);
    vt_arena arena;
    vt_arena_init(&arena, &allocator, 0);
    vt_native_json json = { .text = vt_text_from(row->text), .arena = &arena };
    assert_int_equal(vt_native_json_check(&json), row->valid);
    assert_int_equal(json.error.size == 0, row->valid);
    vt_arena_done(&arena);
}

int main(void) {
    return TABLE_RUN("go_json", check, rows);
}
