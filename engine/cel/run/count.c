/*
** CEL-GO: github.com/google/cel-go v0.31.0, interpreter/runtimecost.go, ext/lists.go and ext/sets.go.
** K8S: k8s.io/apiserver v0.37.2, pkg/cel/library/cost.go, which decides by the name of a function alone.
*/
#include "cel/run/count.h"

#include "base/text/utf8.h"
#include "cel/library/opaque.h"

enum { LIST_UNITS = 10 };

void vt_cel_count(vt_cel_state *state, uint64_t units) {
    const uint64_t sum = state->counted + units;
    state->counted = sum < units ? UINT64_MAX : sum;
    if (state->counts && state->counted > VT_CEL_MOST_COUNTED)
        vt_cel_meter_stop(&state->meter, VITALS_ELIMIT, VT_CEL_LIMIT_OF_CALL);
}

/* ---------------------------------------------------------------------- sizes */

/* A text for each ten characters, rounded up. */
static uint64_t tenths(uint64_t size) {
    return size / 10 + (size % 10 != 0);
}

/* actualSize: of texts in characters, of lists and maps in entries, of addresses in bytes; 1 of all else. */
static uint64_t size_of(vt_cel_state *state, vt_cel_value value) {
    switch ((int)value.kind) {
    case VT_CEL_STRING:
        (void)vt_cel_charge_bytes(state, value.size);
        return vt_utf8_count(vt_cel_text(value));
    case VT_CEL_BYTES:
    case VT_CEL_LIST:
    case VT_CEL_MAP:
        return value.size;
    case VT_CEL_IP:
        return value.as.address->size;
    case VT_CEL_CIDR:
        return ((uint64_t)value.extra + 7) / 8;
    default:
        return 1;
    }
}

/* The same in cel-go itself, which looks into an optional. */
static uint64_t inner_size_of(vt_cel_state *state, vt_cel_value value) {
    while (value.kind == VT_CEL_OPTIONAL && value.as.item) value = *value.as.item;
    return size_of(state, value);
}

/* traversalCost: of everything inside. */
static uint64_t traversal_of(vt_cel_state *state, vt_cel_value value) {
    if (!vt_cel_charge(state, 1)) return 0;
    if (value.kind == VT_CEL_STRING || value.kind == VT_CEL_BYTES) return value.size / 10;
    if (value.kind != VT_CEL_LIST && value.kind != VT_CEL_MAP) return 1;
    const bool is_map = value.kind == VT_CEL_MAP;
    vt_cel_cursor cursor = vt_cel_cursor_of(value);
    vt_cel_value key, item;
    uint64_t sum = 0;
    while (vt_cel_cursor_advance(state, &cursor, &key, &item))
        sum += (is_map ? traversal_of(state, key) : 0) + traversal_of(state, item);
    return sum;
}

/* ---------------------------------------------------------------------- rules */

/* A call that is counted. */
typedef struct call {
    vt_cel_state *state;
    const vt_cel_value *arguments;
    uint32_t count;
    vt_cel_value result;
} call;

static uint64_t first_size(const call *c) {
    return c->count > 0 ? size_of(c->state, c->arguments[0]) : 0;
}

static uint64_t second_size(const call *c) {
    return c->count > 1 ? size_of(c->state, c->arguments[1]) : 0;
}

static uint64_t one(const call *c) {
    (void)c;
    return 1;
}
static uint64_t none(const call *c) {
    (void)c;
    return 0;
}
static uint64_t traverse(const call *c) {
    return c->count > 0 ? traversal_of(c->state, c->arguments[0]) : 0;
}
static uint64_t read_first(const call *c) {
    return tenths(first_size(c));
}
static uint64_t read_first_twice(const call *c) {
    return tenths(2 * first_size(c));
}
static uint64_t read_second(const call *c) {
    return tenths(second_size(c));
}
static uint64_t write_twice(const call *c) {
    return tenths(2 * size_of(c->state, c->result));
}
/* A text and a pattern, of which four characters count as one. */
static uint64_t search(const call *c) {
    return c->count < 2 ? 1 : tenths(1 + first_size(c)) * ((second_size(c) + 3) / 4);
}
static uint64_t contains(const call *c) {
    return tenths(first_size(c)) * tenths(second_size(c));
}
static uint64_t contains_ip(const call *c) {
    return tenths(2 * first_size(c));
}
static uint64_t contains_ip_text(const call *c) {
    return contains_ip(c) + tenths(second_size(c));
}
static uint64_t contains_cidr(const call *c) {
    return contains_ip(c) + tenths(first_size(c)) + 1;
}
static uint64_t contains_cidr_text(const call *c) {
    return contains_cidr(c) + tenths(second_size(c));
}
/* K8S: library/format.go, MaxRegexSize, in the order of vt_cel_named_formats. */
static const uint16_t pattern_sizes[VT_CEL_NAMED_FORMAT_COUNT] = { 30, 60,   30, 60, 30, 60, 30,
                                                                   40, 1103, 70, 84, 71, 71 };
static uint64_t validate(const call *c) {
    if (c->count < 2 || c->arguments[0].kind != VT_CEL_NAMED_FORMAT) return 1;
    const uint64_t pattern = pattern_sizes[c->arguments[0].as.integer];
    return tenths(1 + second_size(c)) * ((pattern + 3) / 4);
}
static uint64_t second_entries(const call *c) {
    return inner_size_of(c->state, c->arguments[1]);
}
static uint64_t compare(const call *c) {
    const uint64_t left = first_size(c), right = second_size(c);
    return tenths(left < right ? left : right);
}
static uint64_t join(const call *c) {
    return tenths(first_size(c) + second_size(c));
}
static uint64_t make_list(const call *c) {
    return size_of(c->state, c->result) + 1 + LIST_UNITS;
}
static uint64_t flatten(const call *c) {
    const int64_t depth = c->count == 2 ? c->arguments[1].as.integer : 1;
    return first_size(c) * (depth < 0 ? 1 : (uint64_t)depth) + 1 + LIST_UNITS;
}
/* Each element with each other: 2 for a pair, and 0.1 more for texts. */
static uint64_t compare_all(vt_cel_state *state, vt_cel_value list) {
    const uint64_t pairs = (uint64_t)list.size * list.size;
    if (list.kind != VT_CEL_LIST || list.size == 0) return 1 + LIST_UNITS;
    const vt_cel_value first = vt_cel_list_at(state, list, 0);
    const bool is_text = first.kind == VT_CEL_STRING || first.kind == VT_CEL_BYTES;
    return 2 * pairs + (is_text ? pairs / 10 : 0) + 1 + LIST_UNITS;
}
static uint64_t compare_first(const call *c) {
    return compare_all(c->state, c->arguments[0]);
}
static uint64_t compare_keys(const call *c) {
    return compare_all(c->state, c->arguments[1]);
}
static uint64_t pairs_of_sets(const call *c) {
    return 1 + first_size(c) * second_size(c);
}
static uint64_t pairs_of_sets_twice(const call *c) {
    return 1 + 2 * first_size(c) * second_size(c);
}

enum { ANY = VT_CEL_TYPE_KIND_COUNT };

/* Who decides. */
typedef enum decider {
    BY_OVERLOAD, /* a library of cel-go: only when the overload is known, and before the next */
    BY_NAME,     /* Kubernetes: whatever the types are */
    BY_DEFAULT   /* cel-go: only when the overload is known */
} decider;

static const struct counted {
    const char *name;
    uint64_t (*units)(const call *c);
    uint8_t decider;
    uint8_t argument, kind; /* of the known overload; kind ANY: any, also when it is not known */
} counted[] = {
    { NULL, none, 0, 0, ANY }, /* index 0 */
    { NULL, one, 0, 0, ANY },  /* index 1: all other calls */
    { NULL, none, 0, 0, ANY }, /* index 2: a lookup in a set */
    { "slice", make_list, BY_OVERLOAD, 0, ANY },
    { "lists.range", make_list, BY_OVERLOAD, 0, ANY },
    { "reverse", make_list, BY_OVERLOAD, 0, VT_CEL_TYPE_LIST },
    { "distinct", compare_first, BY_OVERLOAD, 0, ANY },
    { "flatten", flatten, BY_OVERLOAD, 0, ANY },
    { "sort", compare_first, BY_OVERLOAD, 0, ANY },
    { "@sortByAssociatedKeys", compare_keys, BY_OVERLOAD, 0, ANY },
    { "sets.contains", pairs_of_sets, BY_OVERLOAD, 0, ANY },
    { "sets.intersects", pairs_of_sets, BY_OVERLOAD, 0, ANY },
    { "sets.equivalent", pairs_of_sets_twice, BY_OVERLOAD, 0, ANY },
    { "isSorted", traverse, BY_NAME, 0, ANY },
    { "sum", traverse, BY_NAME, 0, ANY },
    { "max", traverse, BY_NAME, 0, ANY },
    { "min", traverse, BY_NAME, 0, ANY },
    { "indexOf", traverse, BY_NAME, 0, ANY },
    { "lastIndexOf", traverse, BY_NAME, 0, ANY },
    { "includes", traverse, BY_NAME, 0, ANY },
    { "url", read_first, BY_NAME, 0, ANY },
    { "lowerAscii", read_first, BY_NAME, 0, ANY },
    { "upperAscii", read_first, BY_NAME, 0, ANY },
    { "substring", read_first, BY_NAME, 0, ANY },
    { "trim", read_first, BY_NAME, 0, ANY },
    { "replace", read_first_twice, BY_NAME, 0, ANY },
    { "split", read_first_twice, BY_NAME, 0, ANY },
    { "join", write_twice, BY_NAME, 0, ANY },
    { "find", search, BY_NAME, 0, ANY },
    { "findAll", search, BY_NAME, 0, ANY },
    { "cidr", read_first, BY_NAME, 0, ANY },
    { "isIP", read_first, BY_NAME, 0, ANY },
    { "isCIDR", read_first, BY_NAME, 0, ANY },
    { "ip", one, BY_NAME, 0, VT_CEL_TYPE_CIDR },
    { "ip", read_first, BY_NAME, 0, ANY },
    { "ip.isCanonical", read_first_twice, BY_NAME, 0, ANY },
    { "containsIP", contains_ip_text, BY_NAME, 1, VT_CEL_TYPE_STRING },
    { "containsIP", contains_ip, BY_NAME, 1, ANY },
    { "containsCIDR", contains_cidr_text, BY_NAME, 1, VT_CEL_TYPE_STRING },
    { "containsCIDR", contains_cidr, BY_NAME, 1, ANY },
    { "quantity", read_first, BY_NAME, 0, ANY },
    { "isQuantity", read_first, BY_NAME, 0, ANY },
    { "semver", read_first, BY_NAME, 0, ANY },
    { "isSemver", read_first, BY_NAME, 0, ANY },
    { "validate", validate, BY_NAME, 0, ANY },
    { "startsWith", read_second, BY_DEFAULT, 0, ANY },
    { "endsWith", read_second, BY_DEFAULT, 0, ANY },
    { "bytes", read_first, BY_DEFAULT, 0, VT_CEL_TYPE_STRING },
    { "string", read_first, BY_DEFAULT, 0, VT_CEL_TYPE_BYTES },
    { "strings.quote", read_first, BY_DEFAULT, 0, ANY },
    { "format", read_first, BY_DEFAULT, 0, ANY },
    { "@in", second_entries, BY_DEFAULT, 1, VT_CEL_TYPE_LIST },
    { "_<_", compare, BY_DEFAULT, 0, VT_CEL_TYPE_STRING },
    { "_<=_", compare, BY_DEFAULT, 0, VT_CEL_TYPE_STRING },
    { "_>_", compare, BY_DEFAULT, 0, VT_CEL_TYPE_STRING },
    { "_>=_", compare, BY_DEFAULT, 0, VT_CEL_TYPE_STRING },
    { "_<_", compare, BY_DEFAULT, 0, VT_CEL_TYPE_BYTES },
    { "_<=_", compare, BY_DEFAULT, 0, VT_CEL_TYPE_BYTES },
    { "_>_", compare, BY_DEFAULT, 0, VT_CEL_TYPE_BYTES },
    { "_>=_", compare, BY_DEFAULT, 0, VT_CEL_TYPE_BYTES },
    { "_+_", join, BY_DEFAULT, 0, VT_CEL_TYPE_STRING },
    { "_+_", join, BY_DEFAULT, 0, VT_CEL_TYPE_BYTES },
    { "matches", search, BY_DEFAULT, 0, ANY },
    { "contains", contains, BY_DEFAULT, 0, ANY },
};

static bool decides(const struct counted *rule, bool is_kubernetes, const vt_cel_function *row) {
    if (rule->decider == BY_NAME) {
        if (!is_kubernetes) return false;
    } else if (!row) {
        return false;
    }
    if (rule->kind == ANY) return true;
    const vt_cel_type *type = row ? row->arguments[rule->argument] : NULL;
    return type && type->kind == rule->kind;
}

uint8_t vt_cel_count_rule_of(const vt_cel_rules *rules, vt_text name, const vt_cel_function *row) {
    const bool is_kubernetes = (rules->mask & VT_CEL_IN_KUBERNETES) != 0;
    if (!rules->counts) return 0;
    for (uint8_t i = 3; i < sizeof counted / sizeof counted[0]; i++) {
        if (vt_text_is(name, counted[i].name) && decides(&counted[i], is_kubernetes, row)) return i;
    }
    return 1;
}

bool vt_cel_count_is_set(const vt_cel_rules *rules, const vt_cel_function *row, vt_cel_value list) {
    if (!rules->folded_errors || !row || list.kind != VT_CEL_LIST ||
        list.form != VT_CEL_LIST_ITEMS || row->arguments[1]->kind != VT_CEL_TYPE_LIST)
        return false;
    for (uint32_t i = 0; i < list.size; i++) {
        const int kind = list.as.items[i].kind;
        if (kind < VT_CEL_BOOL || kind > VT_CEL_STRING) return false;
    }
    return true;
}

void vt_cel_count_call(vt_cel_state *state, const vt_cel_step *step, const vt_cel_value *arguments,
                       uint32_t count, vt_cel_value result) {
    const call made = { state, arguments, count, result };
    vt_cel_count(state, counted[step->count_rule].units(&made));
}

/* The size of both, of which the smaller counts; K8S: 1 for its own types. */
void vt_cel_count_equal(vt_cel_state *state, bool negated, vt_cel_value left, vt_cel_value right) {
    const bool is_kubernetes = (state->program->rules->mask & VT_CEL_IN_KUBERNETES) != 0;
    if (is_kubernetes && !negated && left.kind >= VT_CEL_IP) {
        vt_cel_count(state, 1);
        return;
    }
    const uint64_t first = inner_size_of(state, left), second = inner_size_of(state, right);
    vt_cel_count(state, tenths(first < second ? first : second));
}
