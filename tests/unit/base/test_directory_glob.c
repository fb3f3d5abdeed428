/* Directories of a check tree, where `_` means `*`. */
#include "base/text/glob.h"
#include "support/table.h"

enum { NO, YES, BAD };

static const struct row {
    TABLE_ROW;
    const char *directory, *key;
    int want;
} rows[] = {
    { "any group below", "_.crossplane.io/_", "s3.aws.crossplane.io/Bucket", YES },
    { "the group itself is not below", "_.crossplane.io/_", "crossplane.io/Bucket", NO },
    { "a star may be empty", "_.crossplane.io/_", ".crossplane.io/Bucket", YES },
    { "core kinds have no group", "_.crossplane.io/_", "Pod", NO },
    { "a star stays within its segment", "_/_", "a/b/c", NO },
    { "one segment", "_", "Pod", YES },
    { "one segment is not two", "_", "apps/Deployment", NO },
    { "any kind of a group", "microgateway.airlock.com/_", "microgateway.airlock.com/X", YES },
    { "underscores inside of a name", "a_b/Kind", "a.x.b/Kind", YES },
    { "two stars as a segment match slashes", "__/Kind", "a/b/Kind", YES },
    { "two stars and their slash may be nothing", "__/Kind", "Kind", YES },
    { "two stars alone", "__", "a/b/c", YES },
    { "two stars at the end", "apps/__", "apps/x/y", YES },
    { "two stars at the end may be nothing", "apps/__", "apps", YES },
    { "two stars beside text are one", "a__/Kind", "axx/Kind", YES },
    { "two stars beside text stay within", "a__", "a/b", NO },
    { "two stars after one letter of a segment", "a/b__", "a/b/c", NO },
    { "two stars after a segment of one letter", "a/b/__", "a/b/c/d", YES },
    { "two stars after two letters of a segment", "a/bc__", "a/bc/d", NO },
    { "three stars are one", "___", "a/b", NO },
    { "two stars before text stay within", "__x", "a/x", NO },
    { "two stars before text are one", "__x", "ax", YES },
    { "a comma outside of braces", "a,b/K", "a,b/K", YES },
    { "alternatives inside of alternatives", "{a,{b,c}}/K", "c/K", YES },
    { "escaped bracket in a class", "x[\\]a]/K", "x]/K", YES },
    { "escaped letters of a range", "x[\\a-\\c]/K", "xb/K", YES },
    { "an escape is not in its class", "x[\\]a]/K", "x\\/K", NO },
    { "question mark", "x?.io/_", "xy.io/K", YES },
    { "question mark does not match a slash", "x?y", "x/y", NO },
    { "class", "x.[ab].io/_", "x.b.io/K", YES },
    { "negated class", "x.[^ab].io/_", "x.c.io/K", YES },
    { "negated class without its mark", "x.[^ab].io/_", "x.^.io/K", YES },
    { "negated class does not match a slash", "x[!a]y", "x/y", NO },
    { "range and list in one class", "[a-cx]/K", "x/K", YES },
    { "alternatives", "_.{p,q}.io/_", "x.q.io/K", YES },
    { "escape", "x\\?/K", "x?/K", YES },
    { "escape at the end", "x\\", "", BAD },
    { "class never closed", "x[a", "", BAD },
    { "empty class", "x[]y", "", BAD },
    { "brace never closed", "{a,b", "", BAD },
    { "brace never opened", "a}", "", BAD },
};

static void check(void **state) {
    const struct row *row = *state;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const char *error = NULL;
    const vt_glob *glob = vt_directory_glob_compile(&arena, vt_text_from(row->directory), &error);
    assert_int_equal(glob == NULL, row->want == BAD);
    if (glob) assert_int_equal(vt_glob_match(glob, vt_text_from(row->key), NULL), row->want == YES);
    vt_arena_done(&arena);
}

int main(void) {
    return TABLE_RUN("directory_glob", check, rows);
}
