/* What each function charges: every row has a rule, the documentation has all of them, and a call is
** charged as its row says. */
#include <stdio.h>

#include "cel/environment.h"
#include "cel/library/opaque.h"
#include "cel/run/program.h"
#include "support/files.h"
#include "support/table.h"

/* ---------------------------------------------------------- documentation */

/* Whether another overload of that name has another rule. */
static bool is_divided(const vt_cel_function *row) {
    const vt_cel_function *other;
    for (size_t i = 0; (other = vt_cel_function_at(i)); i++) {
        if (strcmp(other->name, row->name) == 0 && other->cost != row->cost) return true;
    }
    return false;
}

/* "size", or "size(string)" where overloads differ. */
static void append_call(vt_buffer *out, const vt_cel_function *row) {
    vt_buffer_printf(out, "`%s", row->name);
    for (uint32_t i = 0; is_divided(row) && i < vt_cel_function_arity(row); i++) {
        vt_buffer_add_terminated(out, i == 0 ? "(" : ", ");
        vt_cel_type_append(out, row->arguments[i]);
        if (i + 1 == vt_cel_function_arity(row)) vt_buffer_add_byte(out, ')');
    }
    vt_buffer_add_byte(out, '`');
}

/* The functions of one rule, each once. */
static void append_functions(vt_buffer *out, vt_cel_cost cost) {
    vt_buffer seen, call;
    const vt_cel_function *row;
    vt_buffer_init(&seen, NULL, SIZE_MAX / 2);
    vt_buffer_init(&call, NULL, SIZE_MAX / 2);
    vt_buffer_add_byte(&seen, ' ');
    for (size_t i = 0; (row = vt_cel_function_at(i)); i++) {
        vt_buffer_clear(&call);
        append_call(&call, row);
        if (row->cost != cost || strstr(seen.bytes, call.bytes)) continue;
        if (seen.size > 1) vt_buffer_add_byte(out, ' ');
        vt_buffer_add(&seen, vt_buffer_text(&call));
        for (size_t at = 0; at < call.size; at++) {
            if (call.bytes[at] == '|') vt_buffer_add_byte(out, '\\');
            vt_buffer_add_byte(out, call.bytes[at]);
        }
    }
    vt_buffer_done(&seen);
    vt_buffer_done(&call);
}

static void documentation_has_all(void **unused) {
    (void)unused;
    vt_buffer table;
    size_t size;
    char *page = file_read(VITALS_SOURCE_DIR "/docs/cel.md", &size);
    assert_non_null(page);
    vt_buffer_init(&table, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&table, "| nothing more | all other functions |\n");
    for (int cost = VT_CEL_COST_CALL + 1; cost < VT_CEL_COST_COUNT; cost++) {
        vt_buffer_printf(&table, "| %s | ", vt_cel_cost_text((vt_cel_cost)cost));
        append_functions(&table, (vt_cel_cost)cost);
        vt_buffer_add_terminated(&table, " |\n");
    }
    if (!strstr(page, table.bytes)) fprintf(stderr, "docs/cel.md should have:\n%s", table.bytes);
    assert_non_null(strstr(page, table.bytes));
    vt_buffer_done(&table);
    free(page);
}

static void every_row_has_a_rule(void **unused) {
    (void)unused;
    const vt_cel_function *row;
    for (size_t i = 0; (row = vt_cel_function_at(i)); i++) {
        if (row->cost == VT_CEL_COST_MISSING || row->cost >= VT_CEL_COST_COUNT)
            fail_msg("%s does not say what it charges", row->id);
        assert_true(strlen(vt_cel_cost_text((vt_cel_cost)row->cost)) > 0);
    }
}

/* ---------------------------------------------------------------- charges */

static vt_cel_program *program;
static vt_cel_state *state;
static char letters[4096];

static vt_cel_value list_of(vt_cel_value element, uint32_t size, bool counts) {
    vt_cel_items items = { 0 };
    for (uint32_t i = 0; i < size; i++) {
        vt_cel_value item = counts ? vt_cel_of_int(i) : element;
        assert_true(vt_cel_items_append(state, &items, item));
    }
    return vt_cel_of_list(items.items, items.count);
}

static vt_cel_value map_of(uint32_t size) {
    vt_cel_entries entries = { 0 };
    for (uint32_t i = 0; i < size; i++)
        assert_true(vt_cel_entries_add(state, &entries, vt_cel_of_int(i), vt_cel_of_int(i)));
    return vt_cel_entries_map(&entries);
}

static vt_cel_value opaque_of(vt_cel_kind kind, const void *value, size_t size) {
    void *made = vt_cel_allocate(state, size);
    assert_non_null(made);
    memcpy(made, value, size);
    return (vt_cel_value){ .kind = (uint8_t)kind, .as.opaque = made };
}

static vt_cel_value quantity_of(uint32_t size) {
    char *digits = vt_cel_allocate(state, size);
    memset(digits, '1', size);
    const vt_cel_quantity made = { .digits = vt_text_slice(digits, size) };
    return opaque_of(VT_CEL_QUANTITY, &made, sizeof made);
}

static vt_cel_value semver_of(uint32_t size) {
    const vt_cel_semver made = { .prerelease = vt_text_slice(letters, size) };
    return opaque_of(VT_CEL_SEMVER, &made, sizeof made);
}

static vt_cel_value url_of(uint32_t size) {
    const vt_cel_url made = { .scheme = VT_TEXT(""),
                              .host = VT_TEXT(""),
                              .escaped_path = VT_TEXT(""),
                              .query = vt_text_slice(letters, size) };
    return opaque_of(VT_CEL_URL, &made, sizeof made);
}

/* An argument of that type and size. */
static vt_cel_value argument_of(const vt_cel_type *type, uint32_t size) {
    static const vt_address address = { { 127, 0, 0, 1 }, 4 };
    vt_text text = vt_text_slice(letters, size);
    switch ((int)type->kind) {
    case VT_CEL_TYPE_BOOL:
        return vt_cel_of_bool(true);
    case VT_CEL_TYPE_INT:
        return vt_cel_of_int(2);
    case VT_CEL_TYPE_UINT:
        return vt_cel_of_uint(1);
    case VT_CEL_TYPE_DOUBLE:
        return vt_cel_of_double(1);
    case VT_CEL_TYPE_BYTES:
        return vt_cel_of_bytes(text);
    case VT_CEL_TYPE_TIMESTAMP:
        return vt_cel_of_timestamp((vt_instant){ 0, 0 }, 0);
    case VT_CEL_TYPE_DURATION:
        return vt_cel_of_duration(1);
    case VT_CEL_TYPE_OPTIONAL:
        return vt_cel_some(state, vt_cel_of_int(1));
    case VT_CEL_TYPE_LIST:
        if (type->parameters[0]->kind == VT_CEL_TYPE_PARAMETER)
            return list_of(vt_cel_null_value(), size, true);
        return list_of(argument_of(type->parameters[0], 1), size, false);
    case VT_CEL_TYPE_MAP:
        return map_of(size);
    case VT_CEL_TYPE_IP:
        return (vt_cel_value){ .kind = VT_CEL_IP, .as.address = &address };
    case VT_CEL_TYPE_CIDR:
        return (vt_cel_value){ .kind = VT_CEL_CIDR, .extra = 8, .as.address = &address };
    case VT_CEL_TYPE_QUANTITY:
        return quantity_of(size);
    case VT_CEL_TYPE_SEMVER:
        return semver_of(size);
    case VT_CEL_TYPE_URL:
        return url_of(size);
    case VT_CEL_TYPE_NAMED_FORMAT:
        return (vt_cel_value){ .kind = VT_CEL_NAMED_FORMAT, .as.integer = 1 };
    default:
        return vt_cel_of_string(text);
    }
}

/* What a call with arguments of that size charges. */
static uint64_t cost_of(const vt_cel_function *row, uint32_t size) {
    vt_cel_activation nothing = { 0 };
    vt_cel_step step = { .name = vt_text_from(row->name) };
    vt_cel_value arguments[VT_CEL_MOST_ARGUMENTS];
    assert_true(vt_cel_state_begin(state, program, &nothing, NULL));
    uint32_t count = vt_cel_function_arity(row);
    for (uint32_t i = 0; i < count; i++) arguments[i] = argument_of(row->arguments[i], size);
    if (strcmp(row->name, "sets.intersects") == 0) /* nothing in common */
        arguments[1] = list_of(vt_cel_null_value(), size, false);
    if (strcmp(row->id, "lists_range") == 0) arguments[0] = vt_cel_of_int(size);
    if (strcmp(row->id, "list_slice") == 0) arguments[2] = vt_cel_of_int(size);
    uint64_t before = state->meter.cost;
    vt_cel_call call = { state, row, &step, arguments, count };
    (void)row->run(&call);
    if (state->meter.limit) fail_msg("%s hits the limit %s", row->id, state->meter.limit);
    return state->meter.cost - before;
}

static void calls_charge_as_they_say(void **unused) {
    (void)unused;
    const vt_cel_function *row;
    memset(letters, 'a', sizeof letters);
    for (size_t i = 0; (row = vt_cel_function_at(i)); i++) {
        bool is_product = row->cost == VT_CEL_COST_PAIRS || row->cost == VT_CEL_COST_PATTERN ||
                          strcmp(row->id, "list_join_string") == 0;
        if (strcmp(row->id, "format-validate") == 0) continue; /* its pattern does not grow */
        uint32_t small = is_product ? 32 : 512;
        uint64_t one = cost_of(row, small), eight = cost_of(row, 8 * small);
        switch ((int)row->cost) {
        case VT_CEL_COST_CALL:
            if (one > 16 || eight != one) fail_msg("%s charges for the size", row->id);
            break;
        case VT_CEL_COST_NUMBER:
            assert_true(one >= 5);
            break;
        case VT_CEL_COST_ZONE:
            assert_true(one >= 500);
            break;
        case VT_CEL_COST_LOOKUP:
            break;
        default:
            if (one == 0 || eight < 6 * one)
                fail_msg("%s charges %llu, and %llu for eight times as much", row->id,
                         (unsigned long long)one, (unsigned long long)eight);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_a_rule),
        cmocka_unit_test(documentation_has_all),
        cmocka_unit_test(calls_charge_as_they_say),
    };
    vt_cel_settings settings = { .environment = VT_CEL_ENVIRONMENT_FLUX };
    vt_cel_stage stage = VT_CEL_STAGE_DONE;
    vt_buffer error;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    if (vt_cel_program_build(NULL, NULL, &settings, VT_TEXT("true"), &program, &stage, &error,
                             NULL) ||
        vt_cel_state_new(NULL, &state))
        return 1;
    int failed = cmocka_run_group_tests_name("cel costs", tests, NULL, NULL);
    vt_cel_state_free(state);
    vt_cel_program_free(program);
    vt_buffer_done(&error);
    return failed;
}
