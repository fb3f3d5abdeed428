/* Credentials in lines of logs. */
#include "base/text/secret.h"

#include "base/memory/memory.h"

#include "support/table.h"

static const struct row {
    TABLE_ROW;
    const char *text, *want;
} rows[] = {
    { "nothing", "panic: cannot connect to db:5432", "panic: cannot connect to db:5432" },
    { "a URL", "postgres://user:pass@db:5432/x", "postgres://***@db:5432/x" },
    { "a key", "password=hunter2 now", "password=*** now" },
    { "a key of a variable", "DB_PASSWORD: hunter2, x", "DB_PASSWORD: ***, x" },
    { "JSON", "{\"token\":\"abc\",\"user\":\"u\"}", "{\"token\":\"***\",\"user\":\"u\"}" },
    { "a header", "Authorization: Bearer abc.def x", "Authorization: *** x" },
    { "a token of a known form", "key AKIAABCDEFGHIJKLMNOP is", "key *** is" },
    { "the name of a Secret", "secret \"tls\" not found", "secret \"tls\" not found" },
    { "a key without a value", "the password: ", "the password: " },
    { "a word that ends alike", "no token was given", "no token was given" },
    { "empty", "", "" },
};

static void check(void **state) {
    const struct row *row = *state;
    const vitals_allocator allocator = vt_allocator_or_default(NULL);
    vt_buffer out;
    vt_buffer_init(&out, &allocator, SIZE_MAX / 2);
    vt_secret_add_masked(&out, vt_text_from(row->text));
    assert_string_equal(vt_buffer_string(&out), row->want);
    vt_buffer_done(&out);
}

int main(void) {
    return TABLE_RUN("secret", check, rows);
}
