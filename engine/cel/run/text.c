/* Values as text: string() and the literal form that batches and traces show. A value that is part of
** several others is written each time, and charged each time. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/number/number.h"
#include "base/text/quote.h"
#include "cel/library/opaque.h"
#include "cel/library/scan.h"
#include "cel/library/sort.h"

#define MOST_DEPTH 1024

/* CEL-GO: the shortest digits, with an exponent below 1e-4 and from 1e6 on. */
bool vt_cel_append_double(vt_buffer *buffer, double value) {
    if (!isfinite(value) || value == 0) return vt_number_append_double(buffer, value, 'g', -1);
    char digits[17];
    int exponent;
    int count = vt_number_shortest(fabs(value), digits, &exponent);
    /* value = 0.d1d2d3… * 10^exponent, so the exponent of d1.d2d3… is one less. */
    bool scientific = exponent - 1 < -4 || exponent - 1 >= 6;
    return vt_number_append_double(buffer, value, scientific ? 'e' : 'f',
                                   scientific ? count - 1 : -1);
}

/* CEL-GO: time.Duration.Seconds(), a double, so that digits beyond its precision change. */
bool vt_cel_append_duration(vt_buffer *buffer, int64_t nanoseconds) {
    double seconds = (double)(nanoseconds / 1000000000) + (double)(nanoseconds % 1000000000) / 1e9;
    vt_number_append_double(buffer, seconds, 'f', -1);
    return vt_buffer_add_byte(buffer, 's');
}

bool vt_cel_append_timestamp(vt_buffer *buffer, vt_cel_value timestamp) {
    vt_instant instant = vt_cel_instant(timestamp);
    if (timestamp.extra == 0) return vt_instant_append(buffer, instant);
    instant.seconds += timestamp.extra * INT64_C(60);
    vt_instant_append(buffer, instant);
    buffer->size--; /* the Z */
    int minutes = abs(timestamp.extra);
    return vt_buffer_printf(buffer, "%c%02d:%02d", timestamp.extra < 0 ? '-' : '+', minutes / 60,
                            minutes % 60);
}

static void append_double_literal(vt_buffer *buffer, double value) {
    if (isnan(value)) {
        vt_buffer_add(buffer, VT_TEXT("double(\"NaN\")"));
    } else if (isinf(value)) {
        vt_buffer_add(buffer, value < 0 ? VT_TEXT("double(\"-Infinity\")")
                                        : VT_TEXT("double(\"Infinity\")"));
    } else {
        size_t start = buffer->size;
        vt_number_append_double(buffer, value, 'f', -1);
        vt_text written = vt_text_between(vt_buffer_text(buffer), start, buffer->size);
        if (vt_text_find_byte(written, '.', 0) == SIZE_MAX) vt_buffer_add(buffer, VT_TEXT(".0"));
    }
}

/* Text is written piece by piece, and what is written is charged. */
static void append_string_literal(vt_cel_state *state, vt_buffer *buffer, vt_text text) {
    vt_buffer_add_byte(buffer, '"');
    for (size_t at = 0, end; at < text.size && !buffer->failed; at = end) {
        size_t before = buffer->size;
        if (!vt_cel_next_piece(state, text, at, &end)) break;
        vt_quote_append_go_inside(buffer, vt_text_between(text, at, end));
        if (!vt_cel_charge_bytes(state, buffer->size - before)) break;
    }
    vt_buffer_add_byte(buffer, '"');
}

static void append_bytes_literal(vt_cel_state *state, vt_buffer *buffer, vt_text bytes) {
    vt_buffer_add(buffer, VT_TEXT("b\""));
    for (size_t i = 0; i < bytes.size && !buffer->failed; i++) {
        unsigned char byte = (unsigned char)bytes.bytes[i];
        char octal[4] = { '\\', (char)('0' + (byte >> 6)), (char)('0' + (byte >> 3 & 7)),
                          (char)('0' + (byte & 7)) };
        if (i % 8 == 0 && !vt_cel_charge(state, 4)) break;
        vt_buffer_add_bytes(buffer, octal, sizeof octal);
    }
    vt_buffer_add_byte(buffer, '"');
}

static bool goes_on(const vt_cel_state *state, const vt_buffer *buffer) {
    return !buffer->failed && state->meter.stopped == VITALS_OK;
}

static void append_list(vt_cel_state *state, vt_buffer *buffer, vt_cel_value list) {
    vt_cel_cursor cursor = vt_cel_cursor_of(list);
    vt_cel_value index, value;
    vt_buffer_add_byte(buffer, '[');
    while (goes_on(state, buffer) && vt_cel_cursor_next(state, &cursor, &index, &value)) {
        if (cursor.at > 1) vt_buffer_add(buffer, VT_TEXT(", "));
        vt_cel_append_literal(state, buffer, value);
    }
    vt_buffer_add_byte(buffer, ']');
}

/* Keys by type, then by value, so that equal maps have the same text. */
static int compare_keys(vt_cel_state *state, const void *a, const void *b) {
    const vt_cel_value *x = a, *y = b;
    if (x->kind != y->kind && !(vt_cel_is_number(*x) && vt_cel_is_number(*y))) {
        return x->kind < y->kind ? -1 : 1;
    }
    vt_cel_order order = vt_cel_compare(state, *x, *y);
    return order == VT_CEL_LESS ? -1 : order == VT_CEL_MORE ? 1 : 0;
}

/* Two values are an entry of what is sorted. */
_Static_assert(2 * sizeof(vt_cel_value) == VT_CEL_SORTED_BYTES, "an entry can be sorted");

static void append_map(vt_cel_state *state, vt_buffer *buffer, vt_cel_value map) {
    vt_cel_value *entries = vt_cel_allocate_values(state, 2 * (size_t)map.size + 1);
    if (!entries) return;
    vt_cel_cursor cursor = vt_cel_cursor_of(map);
    uint32_t count = 0;
    while (vt_cel_charge(state, 1) &&
           vt_cel_cursor_next(state, &cursor, &entries[2 * count], &entries[2 * count + 1]))
        count++;
    (void)vt_cel_sort(state, entries, count, compare_keys);
    vt_buffer_add_byte(buffer, '{');
    for (uint32_t i = 0; i < count && goes_on(state, buffer); i++) {
        if (i > 0) vt_buffer_add(buffer, VT_TEXT(", "));
        vt_cel_append_literal(state, buffer, entries[2 * i]);
        vt_buffer_add(buffer, VT_TEXT(": "));
        vt_cel_append_literal(state, buffer, entries[2 * i + 1]);
    }
    vt_buffer_add_byte(buffer, '}');
}

static void append_optional(vt_cel_state *state, vt_buffer *buffer, vt_cel_value optional) {
    if (!optional.as.item) {
        vt_buffer_add(buffer, VT_TEXT("optional.none()"));
        return;
    }
    vt_buffer_add(buffer, VT_TEXT("optional.of("));
    vt_cel_append_literal(state, buffer, *optional.as.item);
    vt_buffer_add_byte(buffer, ')');
}

static void append_time(vt_buffer *buffer, vt_cel_value value) {
    bool is_duration = value.kind == VT_CEL_DURATION;
    vt_buffer_add(buffer, is_duration ? VT_TEXT("duration(\"") : VT_TEXT("timestamp(\""));
    if (is_duration)
        vt_cel_append_duration(buffer, value.as.integer);
    else
        vt_instant_append(buffer, vt_cel_instant(value)); /* CEL-GO: in UTC, unlike string() */
    vt_buffer_add(buffer, VT_TEXT("\")"));
}

static void append_address(vt_buffer *buffer, vt_cel_value value) {
    vt_buffer_add(buffer, value.kind == VT_CEL_IP ? VT_TEXT("ip(\"") : VT_TEXT("cidr(\""));
    vt_cel_append_address(buffer, value);
    vt_buffer_add(buffer, VT_TEXT("\")"));
}

static void append_value(vt_cel_state *state, vt_buffer *buffer, vt_cel_value value) {
    switch ((vt_cel_kind)value.kind) {
    case VT_CEL_ERROR:
        vt_buffer_add(buffer, vt_cel_text(value));
        break;
    case VT_CEL_NULL:
        vt_buffer_add(buffer, VT_TEXT("null"));
        break;
    case VT_CEL_BOOL:
        vt_buffer_add(buffer, value.as.integer ? VT_TEXT("true") : VT_TEXT("false"));
        break;
    case VT_CEL_INT:
        vt_buffer_add_integer(buffer, value.as.integer);
        break;
    case VT_CEL_UINT:
        vt_buffer_printf(buffer, "%" PRIu64 "u", value.as.natural);
        break;
    case VT_CEL_DOUBLE:
        append_double_literal(buffer, value.as.number);
        break;
    case VT_CEL_STRING:
        append_string_literal(state, buffer, vt_cel_text(value));
        break;
    case VT_CEL_BYTES:
        append_bytes_literal(state, buffer, vt_cel_text(value));
        break;
    case VT_CEL_LIST:
        append_list(state, buffer, value);
        break;
    case VT_CEL_MAP:
        append_map(state, buffer, value);
        break;
    case VT_CEL_TYPE:
        vt_buffer_add_terminated(buffer, value.as.type);
        break;
    case VT_CEL_TIMESTAMP:
    case VT_CEL_DURATION:
        append_time(buffer, value);
        break;
    case VT_CEL_OPTIONAL:
        append_optional(state, buffer, value);
        break;
    case VT_CEL_IP:
    case VT_CEL_CIDR:
        append_address(buffer, value);
        break;
    case VT_CEL_QUANTITY:
    case VT_CEL_SEMVER:
    case VT_CEL_URL:
    case VT_CEL_NAMED_FORMAT:
        vt_cel_opaque_append(buffer, value);
        break;
    case VT_CEL_KIND_COUNT:
        break;
    }
}

bool vt_cel_append_literal(vt_cel_state *state, vt_buffer *buffer, vt_cel_value value) {
    if (state->depth >= MOST_DEPTH) return vt_buffer_add(buffer, VT_TEXT("…"));
    if (!vt_cel_charge(state, 1)) return false;
    state->depth++;
    append_value(state, buffer, value);
    state->depth--;
    return goes_on(state, buffer);
}

vt_cel_value vt_cel_literal_of(vt_cel_state *state, vt_cel_value value) {
    vt_buffer *text = vt_cel_scratch(state);
    if (vt_cel_append_literal(state, text, value)) return vt_cel_of_string(vt_buffer_text(text));
    return text->failed ? vt_cel_out_of_memory(state) : vt_cel_stopped_error(state);
}

vt_text vt_cel_plain(vt_cel_state *state, vt_cel_value value) {
    if (value.kind == VT_CEL_STRING) return vt_cel_text(value);
    vt_buffer *buffer = vt_cel_scratch(state);
    if (value.kind == VT_CEL_DOUBLE)
        vt_number_append_double(buffer, value.as.number, 'g', -1);
    else if (value.kind == VT_CEL_UINT)
        vt_buffer_printf(buffer, "%" PRIu64, value.as.natural);
    else
        vt_cel_append_literal(state, buffer, value);
    return vt_cel_text(vt_cel_scratch_string(state));
}
