/*
** docs/lua.md lists every name that scripts can reach, and nothing else.
**
** VITALS_REFERENCE=1 prints the table as it should be.
*/
#include <stdio.h>

#include "base/memory/buffer.h"
#include "lua/host.h"
#include "support/files.h"
#include "support/script.h"

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

/* Libraries that only require() returns. */
static bool is_required(const vt_lua_allowed *row) {
    return strncmp(row->library, "require ", strlen("require ")) == 0;
}

static void add_name(vt_buffer *out, const vt_lua_allowed *row) {
    if (is_required(row)) {
        vt_buffer_printf(out, "| `require(\"%s\").%s` |", row->library + strlen("require "),
                         row->name);
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
    vt_buffer_printf(out, " %s | %s |\n", row->summary, row->is_refused ? "" : row->charge);
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

static void add_operators(vt_buffer *out) {
    vt_lua_allowed row;
    for (size_t index = 0; vt_lua_operator_at(index, &row); index++) {
        if (row.name) {
            vt_buffer_printf(out, "| `%s` | %s |\n", row.name, row.charge);
        }
    }
}

static void check_page(void (*add)(vt_buffer *out)) {
    vt_buffer table;
    vt_buffer_init(&table, NULL, SIZE_MAX / 2);
    add(&table);
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

static void test_reference_is_current(void **state) {
    (void)state;
    check_page(add_table);
}
static void test_operators_are_current(void **state) {
    (void)state;
    check_page(add_operators);
}

static int count_unpriced(bool is_operator, const struct name_set *set) {
    int count = 0;
    vt_lua_allowed row;
    for (size_t index = 0; is_operator ? vt_lua_operator_at(index, &row)
                                       : vt_lua_allowed_at(set->dialect, set->open, index, &row);
         index++) {
        if (!row.is_value && row.charge[0] == '\0') {
            print_error("%s.%s: what does it charge?\n", row.library, row.name ? row.name : "");
            count++;
        }
    }
    return count;
}

/* ------------------------------------------------------------------------ reach */

/* The names of a set as a script finds them, one a line: "name", "library.name". */
static const char list_names[] =
    "local names = {} "
    "local function add(head, t) for k, v in pairs(t) do "
    "if type(v) ~= 'table' then names[#names + 1] = head .. k end end end "
    "add('', _G) "
    "for k, v in pairs(_G) do if type(v) == 'table' and v ~= _G and k ~= 'obj' then "
    "add(k .. '.', v) end end "
    "return {status = 'Healthy', message = table.concat(names, '\\n')}";

/* Whether `name`, such as "string.rep", is in the list of a set. */
static bool is_listed(const struct name_set *set, vt_text name) {
    vt_lua_allowed row;
    for (size_t index = 0; vt_lua_allowed_at(set->dialect, set->open, index, &row); index++) {
        char known[128];
        snprintf(known, sizeof known, "%s%s%s", row.library, *row.library ? "." : "", row.name);
        if (vt_text_is(name, known)) return true;
    }
    return false;
}

/* Each name that is found is in the list, but for the tables; as many are found as listed. */
static void check_reach(const struct name_set *set) {
    script_fixture fixture;
    script_fixture_init(&fixture);
    vt_opinion opinion = script_run(&fixture, set->dialect, set->open, list_names, "{}");
    assert_int_equal(opinion.kind, VT_OPINION_STATUS);
    size_t listed = 0, found = 0;
    vt_text rest = opinion.message, name;
    while (vt_text_split(&rest, '\n', &name)) {
        if (is_listed(set, name)) {
            found++;
        } else {
            print_error("%.*s is not listed\n", VT_TEXT_ARG(name));
            fail();
        }
    }
    vt_lua_allowed row;
    for (size_t index = 0; vt_lua_allowed_at(set->dialect, set->open, index, &row); index++) {
        listed += !is_required(&row);
    }
    assert_int_equal(found, listed);
    script_fixture_done(&fixture);
}

static void test_reach(void **state) {
    (void)state;
    for (int set = 0; set < SET_COUNT; set++) check_reach(&sets[set]);
}

/* Every function and every operator has a row that says what it charges. */
static void test_everything_is_charged(void **state) {
    (void)state;
    for (int set = 0; set < SET_COUNT; set++) {
        assert_int_equal(count_unpriced(false, &sets[set]), 0);
    }
    assert_int_equal(count_unpriced(true, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_is_current),
        cmocka_unit_test(test_operators_are_current),
        cmocka_unit_test(test_everything_is_charged),
        cmocka_unit_test(test_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
