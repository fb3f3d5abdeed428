/* Order and equality of values, and the lookup of keys, which rests on equality. Every pair of values
** that is compared is charged, and so is every byte of text. */
#include <math.h>

#include "cel/library/opaque.h"
#include "cel/library/scan.h"

/* Bounds the recursion over two values, which nest as deep as documents and expressions allow. */
#define MOST_DEPTH 1024

/* ----------------------------------------------------------------- order */

static vt_cel_order order_of(int order) {
    return order < 0 ? VT_CEL_LESS : order > 0 ? VT_CEL_MORE : VT_CEL_SAME;
}

static vt_cel_order order_doubles(double a, double b) {
    if (isnan(a) || isnan(b)) return VT_CEL_UNORDERED;
    return order_of((a > b) - (a < b));
}

/* CEL: outside the range of the integer type the range decides, inside it the integer is converted
** to a double. */
static vt_cel_order order_int_double(int64_t a, double b) {
    if (b < -0x1p63) return VT_CEL_MORE;
    if (b > 0x1p63) return VT_CEL_LESS;
    return order_doubles((double)a, b);
}

static vt_cel_order order_uint_double(uint64_t a, double b) {
    if (b < 0) return VT_CEL_MORE;
    if (b > 0x1p64) return VT_CEL_LESS;
    return order_doubles((double)a, b);
}

static vt_cel_order order_int_uint(int64_t a, uint64_t b) {
    if (a < 0) return VT_CEL_LESS;
    return order_of(((uint64_t)a > b) - ((uint64_t)a < b));
}

static vt_cel_order reverse(vt_cel_order order) {
    return order == VT_CEL_LESS ? VT_CEL_MORE : order == VT_CEL_MORE ? VT_CEL_LESS : order;
}

/* Both are numbers. */
static vt_cel_order order_numbers(vt_cel_value a, vt_cel_value b) {
    if (a.kind > b.kind) return reverse(order_numbers(b, a));
    if (a.kind == VT_CEL_INT && b.kind == VT_CEL_INT) {
        return order_of((a.as.integer > b.as.integer) - (a.as.integer < b.as.integer));
    }
    if (a.kind == VT_CEL_INT && b.kind == VT_CEL_UINT)
        return order_int_uint(a.as.integer, b.as.natural);
    if (a.kind == VT_CEL_INT) return order_int_double(a.as.integer, b.as.number);
    if (b.kind == VT_CEL_UINT) {
        return order_of((a.as.natural > b.as.natural) - (a.as.natural < b.as.natural));
    }
    if (a.kind == VT_CEL_UINT) return order_uint_double(a.as.natural, b.as.number);
    return order_doubles(a.as.number, b.as.number);
}

bool vt_cel_is_ordered(vt_cel_value value) {
    return (value.kind >= VT_CEL_BOOL && value.kind <= VT_CEL_BYTES) ||
           value.kind == VT_CEL_TIMESTAMP || value.kind == VT_CEL_DURATION;
}

vt_cel_order vt_cel_compare(vt_cel_state *state, vt_cel_value a, vt_cel_value b) {
    if (vt_cel_is_number(a) && vt_cel_is_number(b)) return order_numbers(a, b);
    if (a.kind != b.kind) return VT_CEL_INCOMPARABLE;
    switch ((int)a.kind) {
    case VT_CEL_STRING:
    case VT_CEL_BYTES:
        return order_of(vt_cel_scan_compare(state, vt_cel_text(a), vt_cel_text(b)));
    case VT_CEL_TIMESTAMP:
        return order_of(vt_instant_compare(vt_cel_instant(a), vt_cel_instant(b)));
    case VT_CEL_BOOL:
    case VT_CEL_DURATION:
        return order_of((a.as.integer > b.as.integer) - (a.as.integer < b.as.integer));
    default:
        return VT_CEL_INCOMPARABLE;
    }
}

/* -------------------------------------------------------------- equality */

static bool equal_lists(vt_cel_state *state, vt_cel_value a, vt_cel_value b) {
    vt_cel_cursor left = vt_cel_cursor_of(a), right = vt_cel_cursor_of(b);
    vt_cel_value index, x, y;
    while (vt_cel_cursor_next(state, &left, &index, &x) &&
           vt_cel_cursor_next(state, &right, &index, &y)) {
        if (!vt_cel_charge(state, 1) || !vt_cel_equal(state, x, y)) return false;
    }
    return true;
}

static bool equal_maps(vt_cel_state *state, vt_cel_value a, vt_cel_value b) {
    vt_cel_cursor cursor = vt_cel_cursor_of(a);
    vt_cel_value key, x, y;
    while (vt_cel_cursor_next(state, &cursor, &key, &x)) {
        if (!vt_cel_charge(state, 1) || !vt_cel_map_find(state, b, key, &y) ||
            !vt_cel_equal(state, x, y)) {
            return false;
        }
    }
    return true;
}

static bool equal_addresses(vt_cel_value a, vt_cel_value b) {
    return a.extra == b.extra && a.as.address->size == b.as.address->size &&
           memcmp(a.as.address->bytes, b.as.address->bytes, a.as.address->size) == 0;
}

static bool equal_same_kind(vt_cel_state *state, vt_cel_value a, vt_cel_value b) {
    switch ((int)a.kind) {
    case VT_CEL_NULL:
        return true;
    case VT_CEL_LIST:
        return a.size == b.size && equal_lists(state, a, b);
    case VT_CEL_MAP:
        return a.size == b.size && equal_maps(state, a, b);
    case VT_CEL_TYPE:
        return strcmp(a.as.type, b.as.type) == 0;
    case VT_CEL_OPTIONAL:
        if (!a.as.item || !b.as.item) return a.as.item == b.as.item;
        return vt_cel_equal(state, *a.as.item, *b.as.item);
    case VT_CEL_IP:
    case VT_CEL_CIDR:
        return equal_addresses(a, b);
    case VT_CEL_QUANTITY:
        return vt_cel_quantity_equal(state, a.as.opaque, b.as.opaque);
    case VT_CEL_SEMVER:
        return vt_cel_semver_equal(state, a.as.opaque, b.as.opaque);
    case VT_CEL_URL:
        return vt_cel_scan_equal(state, ((const vt_cel_url *)a.as.opaque)->text,
                                 ((const vt_cel_url *)b.as.opaque)->text);
    case VT_CEL_NAMED_FORMAT:
        return a.as.integer == b.as.integer;
    default:
        return vt_cel_compare(state, a, b) == VT_CEL_SAME;
    }
}

bool vt_cel_equal(vt_cel_state *state, vt_cel_value a, vt_cel_value b) {
    if (a.kind == VT_CEL_STRING && b.kind == VT_CEL_STRING) {
        return vt_cel_scan_equal(state, vt_cel_text(a), vt_cel_text(b));
    }
    if (vt_cel_is_number(a) && vt_cel_is_number(b)) return order_numbers(a, b) == VT_CEL_SAME;
    if (a.kind != b.kind) return false;
    if (state->depth >= MOST_DEPTH) {
        vt_cel_stop(state, VITALS_ELIMIT, "cel_depth");
        return false;
    }
    state->depth++;
    bool equal = equal_same_kind(state, a, b);
    state->depth--;
    return equal;
}

/* ------------------------------------------------------------------ keys */

bool vt_cel_is_same_key(vt_cel_state *state, vt_cel_value a, vt_cel_value b) {
    if (a.kind != b.kind) return false;
    bool is_view = a.kind == VT_CEL_LIST || a.kind == VT_CEL_MAP;
    if (is_view || (a.kind == VT_CEL_OPTIONAL && a.as.item)) {
        /* A list or map of a document is wrapped anew each time it is reached. */
        bool wrapped = is_view && a.form == VT_CEL_LIST_DOCUMENT;
        return !wrapped && a.form == b.form && a.as.items == b.as.items;
    }
    if (a.kind == VT_CEL_TIMESTAMP && a.extra != b.extra) return false;
    return vt_cel_equal(state, a, b);
}

/* The value under exactly this key: same type, same value. */
static bool find_exactly(vt_cel_state *state, vt_cel_value map, vt_cel_value key,
                         vt_cel_value *out) {
    uint32_t at = vt_cel_map_number(state, map, key, vt_cel_is_same_key);
    if (at == map.size) return false;
    *out = map.as.items[2 * at + 1];
    return true;
}

static bool find_int(vt_cel_state *state, vt_cel_value map, int64_t key, vt_cel_value *out) {
    return find_exactly(state, map, vt_cel_of_int(key), out);
}

static bool find_uint(vt_cel_state *state, vt_cel_value map, uint64_t key, vt_cel_value *out) {
    return find_exactly(state, map, vt_cel_of_uint(key), out);
}

bool vt_cel_map_find(vt_cel_state *state, vt_cel_value map, vt_cel_value key, vt_cel_value *out) {
    if (key.kind == VT_CEL_STRING) return vt_cel_map_find_text(state, map, vt_cel_text(key), out);
    if (map.form == VT_CEL_MAP_DOCUMENT) return false; /* all keys are strings */
    if (find_exactly(state, map, key, out)) return true;
    /* A number finds the same number of another type when nothing is lost; but an int never
    ** finds a double. */
    if (key.kind == VT_CEL_INT) {
        return key.as.integer >= 0 && find_uint(state, map, key.as.natural, out);
    }
    if (key.kind == VT_CEL_UINT) {
        return key.as.natural <= INT64_MAX && find_int(state, map, key.as.integer, out);
    }
    if (key.kind != VT_CEL_DOUBLE) return false;
    double number = key.as.number;
    if (number >= -0x1p63 && number < 0x1p63 && (double)(int64_t)number == number &&
        find_int(state, map, (int64_t)number, out)) {
        return true;
    }
    return number >= 0 && number < 0x1p64 && (double)(uint64_t)number == number &&
           find_uint(state, map, (uint64_t)number, out);
}

bool vt_cel_map_find_text(vt_cel_state *state, vt_cel_value map, vt_text key, vt_cel_value *out) {
    if (map.form == VT_CEL_MAP_ENTRIES) {
        return find_exactly(state, map, vt_cel_of_string(key), out);
    }
    uint64_t cost = vt_cel_cost_of_field(map.as.document, key);
    if (!vt_cel_charge(state, cost)) return false;
    const vt_value *found = vt_cel_find_field(state, map.as.document, map.extra, key);
    if (found) *out = vt_cel_of_document(found, map.extra);
    return found != NULL;
}
