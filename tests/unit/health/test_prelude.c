/* Helpers that the checks of a tree share: vt_prelude_expand. */
#include "health/prelude.h"
#include "support/table.h"

static const char PRELUDE[] = "-- Of this tree.\n"
                              "\n"
                              "-- One.\n"
                              "local function one(value)\n"
                              "  return value\n"
                              "end\n"
                              "\n"
                              "local words = { \"a\", \"b\" }\n"
                              "\n"
                              "-- Two of them.\n"
                              "-- uses: one, words\n"
                              "local function two()\n"
                              "  return one(words[1])\n"
                              "end\n";

typedef struct prelude_row {
    const char *id;
    const char *script;
    const char *expanded; /* NULL: as it is */
    const char *missing;  /* NULL: nothing */
} prelude_row;

#define ONE "local function one(value) return value end "
#define WORDS "local words = { \"a\", \"b\" } "
#define TWO "local function two() return one(words[1]) end "

static const prelude_row rows[] = {
    { "names nothing", "local x = 1\nreturn x\n", NULL, NULL },
    { "names in another line", "\n-- uses: one\nreturn 1\n", NULL, NULL },
    { "one", "-- uses: one\nreturn one(1)\n", "--[[ uses: one ]] " ONE "\nreturn one(1)\n", NULL },
    { "with those that it uses", "-- uses: two\nreturn two()\n",
      "--[[ uses: two ]] " ONE WORDS TWO "\nreturn two()\n", NULL },
    { "each once, in the order of the prelude", "-- uses: two, one\n",
      "--[[ uses: two, one ]] " ONE WORDS TWO "\n", NULL },
    { "a value", "-- uses: words\n", "--[[ uses: words ]] " WORDS "\n", NULL },
    { "without a line break at the end", "-- uses: one", "--[[ uses: one ]] " ONE "\n", NULL },
    { "missing", "-- uses: one, three\n", "--[[ uses: one, three ]] " ONE "\n", "three" },
    { "empty", "", NULL, NULL },
};

static void check_expand(void **state) {
    const prelude_row *row = *state;
    const vt_text script = vt_text_from(row->script);
    vt_arena arena;
    vt_text missing;
    vt_arena_init(&arena, NULL, 0);
    vt_text text = vt_prelude_expand(VT_TEXT(PRELUDE), script, &arena, &missing);
    assert_true(vt_text_is(text, row->expanded ? row->expanded : row->script));
    assert_true(row->missing ? vt_text_is(missing, row->missing) : vt_text_is_absent(missing));
    /* A tree without a prelude: a script of a user is never changed. */
    text = vt_prelude_expand(VT_TEXT_ABSENT, script, &arena, &missing);
    assert_true(text.bytes == script.bytes && text.size == script.size);
    assert_true(vt_text_is_absent(missing));
    vt_arena_done(&arena);
}

int main(void) {
    return TABLE_RUN("prelude", check_expand, rows);
}
