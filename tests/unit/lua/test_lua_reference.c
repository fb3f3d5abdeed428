/*
** docs/lua.md lists every name that scripts can reach, and nothing else.
**
** VITALS_REFERENCE=1 prints the table as it should be.
*/
#include <stdio.h>

#include "base/buffer.h"
#include "lua/host.h"
#include "support/files.h"
#include "support/table.h"

enum { SET_COUNT = 4 };

static const struct name_set {
    vt_lua_dialect dialect;
    bool open;
} sets[SET_COUNT] = {
    { VT_LUA_ARGOCD, false },
    { VT_LUA_ARGOCD, true },
    { VT_LUA_SAFE, false },
    { VT_LUA_SAFE, true },
};

static bool is_in(const struct name_set *set, const vt_lua_allowed *wanted) {
    vt_lua_allowed row;
    for (size_t index = 0; vt_lua_allowed_at(set->dialect, set->open, index, &row); index++) {
        if (strcmp(row.library, wanted->library) == 0 && strcmp(row.name, wanted->name) == 0) {
            return true;
        }
    }
    return false;
}

static void add_name(vt_buffer *out, const vt_lua_allowed *row) {
    if (strcmp(row->library, "require os") == 0) {
        vt_buffer_printf(out, "| `require(\"os\").%s` |", row->name);
    } else {
        vt_buffer_printf(out, "| `%s%s%s` |", row->library, *row->library ? "." : "", row->name);
    }
}

static void add_row(vt_buffer *out, const vt_lua_allowed *row) {
    add_name(out, row);
    for (int set = 0; set < SET_COUNT; set++) {
        bool in = is_in(&sets[set], row);
        vt_buffer_add_terminated(out, !in ? " |" : row->is_refused ? " refused |" : " yes |");
    }
    vt_buffer_printf(out, " %s |\n", row->summary);
}

/* The rows of all sets, each once. */
static void add_table(vt_buffer *out) {
    for (int set = 0; set < SET_COUNT; set++) {
        vt_lua_allowed row;
        for (size_t index = 0; vt_lua_allowed_at(sets[set].dialect, sets[set].open, index, &row);
             index++) {
            bool known = false;
            for (int earlier = 0; earlier < set; earlier++) {
                known = known || is_in(&sets[earlier], &row);
            }
            if (!known) {
                add_row(out, &row);
            }
        }
    }
}

static void test_reference_is_current(void **state) {
    (void)state;
    vt_buffer table;
    vt_buffer_init(&table, NULL, SIZE_MAX / 2);
    add_table(&table);
    if (getenv("VITALS_REFERENCE")) {
        fwrite(table.bytes, 1, table.size, stdout);
    }
    size_t size;
    char *page = file_read(VITALS_SOURCE_DIR "/docs/lua.md", &size);
    assert_non_null(page);
    assert_non_null(strstr(page, table.bytes));
    free(page);
    vt_buffer_done(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_reference_is_current) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
