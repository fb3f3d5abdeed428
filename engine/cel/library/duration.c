/* "1h1.5s" to nanoseconds, with Go's rules for fractions and overflow. */
#include "cel/library/duration.h"

#include "base/text/ascii.h"

static const struct {
    vt_text name;
    uint64_t nanoseconds;
} units[] = {
    { VT_TEXT_INIT("ns"), 1 },           { VT_TEXT_INIT("us"), 1000 },
    { VT_TEXT_INIT("\xC2\xB5s"), 1000 }, /* U+00B5, micro sign */
    { VT_TEXT_INIT("\xCE\xBCs"), 1000 }, /* U+03BC, Greek mu */
    { VT_TEXT_INIT("ms"), 1000000 },     { VT_TEXT_INIT("s"), 1000000000 },
    { VT_TEXT_INIT("m"), 60000000000 },  { VT_TEXT_INIT("h"), 3600000000000 },
};

/* Digits before the point; false when they do not fit. */
static bool read_whole(vt_text *text, uint64_t *out) {
    *out = 0;
    while (text->size > 0 && vt_is_digit(text->bytes[0])) {
        if (*out > (UINT64_C(1) << 63) / 10) return false;
        *out = *out * 10 + (uint64_t)(text->bytes[0] - '0');
        if (*out > UINT64_C(1) << 63) return false;
        *text = vt_text_between(*text, 1, text->size);
    }
    return true;
}

/* Digits after the point as a number and its scale; digits that do not fit are dropped. */
static void read_fraction(vt_text *text, uint64_t *out, double *scale) {
    bool full = false;
    *out = 0;
    *scale = 1;
    for (; text->size > 0 && vt_is_digit(text->bytes[0]);
         *text = vt_text_between(*text, 1, text->size)) {
        if (full) continue;
        if (*out > ((UINT64_C(1) << 63) - 1) / 10) {
            full = true;
            continue;
        }
        uint64_t next = *out * 10 + (uint64_t)(text->bytes[0] - '0');
        if (next > UINT64_C(1) << 63) {
            full = true;
            continue;
        }
        *out = next;
        *scale *= 10;
    }
}

static bool read_unit(vt_text *text, uint64_t *nanoseconds) {
    size_t size = 0;
    while (size < text->size && text->bytes[size] != '.' && !vt_is_digit(text->bytes[size])) size++;
    vt_text name = vt_text_between(*text, 0, size);
    *text = vt_text_between(*text, size, text->size);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (!vt_text_equal(units[i].name, name)) continue;
        *nanoseconds = units[i].nanoseconds;
        return true;
    }
    return false;
}

/* One number with its unit, added to `*total`. */
static bool read_part(vt_text *text, uint64_t *total) {
    uint64_t whole, fraction = 0, unit;
    double scale = 1;
    size_t before = text->size;
    if (!read_whole(text, &whole)) return false;
    bool any = text->size != before;
    if (text->size > 0 && text->bytes[0] == '.') {
        *text = vt_text_between(*text, 1, text->size);
        before = text->size;
        read_fraction(text, &fraction, &scale);
        any |= text->size != before;
    }
    if (!any || !read_unit(text, &unit)) return false;
    if (whole > (UINT64_C(1) << 63) / unit) return false;
    whole *= unit;
    if (fraction > 0) whole += (uint64_t)((double)fraction * ((double)unit / scale));
    *total += whole;
    return whole <= UINT64_C(1) << 63 && *total <= UINT64_C(1) << 63;
}

bool vt_cel_duration_parse(vt_text text, int64_t *nanoseconds) {
    bool negative = text.size > 0 && text.bytes[0] == '-';
    if (negative || (text.size > 0 && text.bytes[0] == '+'))
        text = vt_text_between(text, 1, text.size);
    *nanoseconds = 0;
    if (vt_text_equal(text, VT_TEXT("0"))) return true;
    if (text.size == 0) return false;
    uint64_t total = 0;
    while (text.size > 0) {
        if (!read_part(&text, &total)) return false;
    }
    if (total > (uint64_t)INT64_MAX + negative) return false;
    *nanoseconds = negative ? (int64_t)(0 - total) : (int64_t)total;
    return true;
}

/* Whole units and the digits of a fraction of so many places, without zeroes at the end. */
static void append_fraction(vt_buffer *out, uint64_t value, uint64_t unit, const char *name) {
    char digits[16];
    vt_buffer_add_integer(out, (int64_t)(value / unit));
    uint64_t rest = value % unit;
    size_t size = 0;
    for (; rest > 0; size++) {
        unit /= 10;
        digits[size] = (char)('0' + rest / unit);
        rest %= unit;
    }
    if (size > 0) vt_buffer_add_byte(out, '.');
    vt_buffer_add_bytes(out, digits, size);
    vt_buffer_add_terminated(out, name);
}

bool vt_cel_duration_append(vt_buffer *out, int64_t nanoseconds) {
    uint64_t value = nanoseconds < 0 ? 0 - (uint64_t)nanoseconds : (uint64_t)nanoseconds;
    const uint64_t second = 1000000000, minute = 60 * second;
    if (value == 0) return vt_buffer_add(out, VT_TEXT("0s"));
    if (nanoseconds < 0) vt_buffer_add_byte(out, '-');
    if (value < second) {
        size_t unit = value < 1000 ? 0 : value < 1000000 ? 2 : 4; /* ns, µs, ms */
        append_fraction(out, value, units[unit].nanoseconds, units[unit].name.bytes);
        return !out->failed;
    }
    if (value >= 60 * minute) {
        vt_buffer_printf(out, "%lluh", (unsigned long long)(value / (60 * minute)));
    }
    if (value >= minute) {
        vt_buffer_printf(out, "%llum", (unsigned long long)(value / minute % 60));
    }
    append_fraction(out, value % minute, second, "s");
    return !out->failed;
}
