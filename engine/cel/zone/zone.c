/*
** TZif (RFC 8536), version 1 and later: transitions by binary search, after the last one the rule
** from the footer. Files are found where the system keeps them and read whole, up to a bound.
*/
#include "cel/zone/zone.h"

#include "base/number/clock.h"
#include "base/text/ascii.h"

/* "MST7", "CET-1CEST,M3.5.0,M10.5.0/3": when summer time starts and ends. */
typedef struct rule_date {
    char kind; /* 'M' month, week, day; 'J' day from 1 without leap days; 'D' day from 0 */
    int month, week, day;
    int32_t seconds; /* of the day, local time */
} rule_date;

typedef struct rule {
    bool present, has_summer;
    int32_t standard, summer; /* seconds east of UTC */
    rule_date start, end;
} rule;

struct vt_cel_zone {
    size_t bytes; /* of this block */
    uint32_t transition_count;
    int64_t *times;
    int32_t *offsets;     /* from that transition on */
    int32_t first_offset; /* before the first transition */
    rule rule;
    vt_text name;
};

/* --------------------------------------------------------------- finding */

#define MOST_NAME_BYTES 64

/* GO: no name leaves the directory of the zones. */
static bool is_inside(vt_text name) {
    bool climbs = vt_text_find(name, VT_TEXT(".."), 0) != SIZE_MAX;
    return !climbs && name.bytes[0] != '/' && name.bytes[0] != '\\';
}

/* --------------------------------------------------------------- reading */

/* A part of the file being read; `bad` once it ran out. */
typedef struct input {
    const unsigned char *bytes;
    size_t size;
    bool bad;
} input;

static int64_t read_number(input *in, size_t width) {
    if (in->size < width) {
        in->bad = true;
        return 0;
    }
    uint64_t value = in->bytes[0] & 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < width; i++) value = value << 8 | in->bytes[i];
    in->bytes += width;
    in->size -= width;
    return (int64_t)value;
}

static void skip(input *in, uint64_t bytes) {
    if (bytes > in->size) {
        in->bad = true;
        bytes = in->size;
    }
    in->bytes += bytes;
    in->size -= (size_t)bytes;
}

typedef struct counts {
    char version;
    uint32_t utc, standard, leap, time, type, letters;
} counts;

static counts read_header(input *in) {
    counts c = { 0 };
    if (in->size < VT_CEL_ZONE_HEADER_BYTES) {
        in->bad = true;
        return c;
    }
    c.version = (char)in->bytes[4];
    skip(in, 20);
    uint32_t *fields[] = { &c.utc, &c.standard, &c.leap, &c.time, &c.type, &c.letters };
    for (size_t i = 0; i < 6; i++) *fields[i] = (uint32_t)read_number(in, 4);
    return c;
}

static uint64_t body_bytes(const counts *c, uint64_t width) {
    return c->time * (width + 1) + (uint64_t)c->type * 6 + c->letters + c->leap * (width + 4) +
           c->standard + c->utc;
}

/* Times, the type of each, and what the types are. */
static void read_transitions(input *in, const counts *c, size_t width, vt_cel_zone *zone) {
    for (uint32_t i = 0; i < c->time; i++) zone->times[i] = read_number(in, width);
    const unsigned char *types = in->bytes;
    skip(in, c->time);
    const unsigned char *infos = in->bytes;
    skip(in, (uint64_t)c->type * 6);
    if (in->bad || c->type == 0) {
        in->bad = true;
        return;
    }
    for (uint32_t i = 0; i <= c->time; i++) {
        uint32_t type = i == 0 ? 0 : types[i - 1];
        if (type >= c->type) {
            in->bad = true;
            return;
        }
        input info = { infos + 6 * type, 4, false };
        int32_t offset = (int32_t)read_number(&info, 4);
        if (i == 0)
            zone->first_offset = offset;
        else
            zone->offsets[i - 1] = offset;
    }
    zone->transition_count = c->time;
}

/* ------------------------------------------------- the rule in the footer */

static char look(const vt_text *text) {
    return text->size > 0 ? text->bytes[0] : '\0';
}

static void drop(vt_text *text, size_t count) {
    *text = vt_text_between(*text, count, text->size);
}

static int read_int(vt_text *text) {
    int value = 0;
    while (vt_is_digit(look(text)) && value < 100000) {
        value = value * 10 + (look(text) - '0');
        drop(text, 1);
    }
    return value;
}

/* CEST or <+03> */
static void skip_letters(vt_text *text) {
    if (look(text) == '<') {
        size_t end = vt_text_find_byte(*text, '>', 0);
        drop(text, end == SIZE_MAX ? text->size : end + 1);
        return;
    }
    while (vt_is_letter(look(text))) drop(text, 1);
}

/* [+-]h[:m[:s]] in seconds */
static int32_t read_clock(vt_text *text) {
    int sign = look(text) == '-' ? -1 : 1;
    if (look(text) == '-' || look(text) == '+') drop(text, 1);
    int32_t seconds = read_int(text) * 3600;
    for (int32_t unit = 60; unit > 0 && look(text) == ':'; unit /= 60) {
        drop(text, 1);
        seconds += read_int(text) * unit;
    }
    return sign * seconds;
}

/* ,M3.5.0/2  ,J60  ,59 */
static rule_date read_date(vt_text *text) {
    rule_date date = { 'D', 0, 0, 0, 7200 };
    if (look(text) == ',') drop(text, 1);
    if (look(text) == 'M' || look(text) == 'J') {
        date.kind = look(text);
        drop(text, 1);
    }
    date.day = read_int(text);
    if (date.kind == 'M') {
        date.month = date.day;
        drop(text, 1);
        date.week = read_int(text);
        drop(text, 1);
        date.day = read_int(text);
    }
    if (look(text) == '/') {
        drop(text, 1);
        date.seconds = read_clock(text);
    }
    return date;
}

static rule read_rule(vt_text text) {
    rule r = { 0 };
    if (text.size == 0) return r;
    r.present = true;
    skip_letters(&text);
    r.standard = -read_clock(&text);
    if (text.size == 0) return r;
    r.has_summer = true;
    skip_letters(&text);
    r.summer = look(&text) == ',' ? r.standard + 3600 : -read_clock(&text);
    r.start = read_date(&text);
    r.end = read_date(&text);
    return r;
}

/* The start of a date in a year, as seconds of local time since 1970. */
static int64_t date_in_year(const rule_date *date, int64_t year) {
    if (date->kind == 'M') {
        int64_t first = vt_civil_to_seconds(year, date->month, 1, 0, 0, 0);
        int weekday = vt_civil_from_seconds(first).weekday;
        int64_t day = (date->day - weekday + 7) % 7 + 7 * (date->week - 1);
        int64_t days_in_month =
            (vt_civil_to_seconds(year, date->month + 1, 1, 0, 0, 0) - first) / 86400;
        while (day >= days_in_month) day -= 7;
        return first + day * 86400 + date->seconds;
    }
    int64_t day = date->day;
    if (date->kind == 'J') {
        bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        day += leap && day >= 60 ? 0 : -1;
    }
    return vt_civil_to_seconds(year, 1, 1, 0, 0, 0) + day * 86400 + date->seconds;
}

static int32_t rule_offset(const rule *r, int64_t seconds) {
    if (!r->has_summer) return r->standard;
    int64_t year = vt_civil_from_seconds(seconds + r->standard).year;
    int64_t start = date_in_year(&r->start, year) - r->standard;
    int64_t end = date_in_year(&r->end, year) - r->summer;
    bool summer =
        start < end ? seconds >= start && seconds < end : !(seconds >= end && seconds < start);
    return summer ? r->summer : r->standard;
}

/* ---------------------------------------------------------- entry points */

/* One block: the zone, its times, its offsets and its name. */
static vt_cel_zone *allocate_zone(const vitals_allocator *allocator, vt_text name, uint32_t count) {
    size_t bytes =
        sizeof(vt_cel_zone) + count * (sizeof(int64_t) + sizeof(int32_t)) + name.size + 1;
    vt_cel_zone *zone = vt_allocate_zeroed(allocator, bytes);
    if (!zone) return NULL;
    zone->bytes = bytes;
    zone->times = (int64_t *)(void *)(zone + 1);
    zone->offsets = (int32_t *)(void *)(zone->times + count);
    char *copy = (char *)(zone->offsets + count);
    memcpy(copy, name.bytes, name.size);
    zone->name = vt_text_slice(copy, name.size);
    return zone;
}

/* Version 2 and later repeat everything with 64-bit times; those are used. */
static vitals_status read_zone(const vitals_allocator *allocator, vt_text name, input in,
                               vt_cel_zone **out) {
    counts c = read_header(&in);
    size_t width = 4;
    if (c.version >= '2') {
        skip(&in, body_bytes(&c, 4));
        c = read_header(&in);
        width = 8;
    }
    if (in.bad || body_bytes(&c, width) > in.size) return VITALS_ENOTFOUND;
    vt_cel_zone *zone = allocate_zone(allocator, name, c.time);
    if (!zone) return VITALS_ENOMEM;
    input rest = in;
    read_transitions(&in, &c, width, zone);
    skip(&rest, body_bytes(&c, width));
    if (in.bad) {
        vt_cel_zone_free(allocator, zone);
        return VITALS_ENOTFOUND;
    }
    if (width == 8 && rest.size > 1) {
        vt_text footer = { (const char *)rest.bytes + 1, rest.size - 1 };
        size_t end = vt_text_find_byte(footer, '\n', 0);
        zone->rule = read_rule(vt_text_between(footer, 0, end == SIZE_MAX ? 0 : end));
    }
    *out = zone;
    return VITALS_OK;
}

/* What is wrong with a name, before any file is looked for; NULL: nothing. */
static const char *problem_of_name(vt_text name) {
    if (!is_inside(name)) return "time: invalid location name";
    return memchr(name.bytes, '\0', name.size) ? "invalid argument" : NULL;
}

static vitals_status read_from(const vitals_allocator *allocator, vt_text archive, vt_text name,
                               vt_cel_zone **out) {
    const vt_text found = vt_cel_zone_in(archive, name);
    if (vt_text_is_absent(found)) return VITALS_ENOTFOUND;
    return read_zone(allocator, name, (input){ (const void *)found.bytes, found.size, false }, out);
}

vitals_status vt_cel_zone_new(const vitals_allocator *allocator, vt_text archive, vt_text name,
                              vt_cel_zone **out, const char **problem) {
    *problem = problem_of_name(name);
    if (*problem || name.size > MOST_NAME_BYTES) return VITALS_ENOTFOUND;
    if (!vt_text_is_absent(archive)) return read_from(allocator, archive, name, out);
    unsigned char *bytes = vt_allocate(allocator, VT_CEL_ZONE_MOST_BYTES);
    if (!bytes) return VITALS_ENOMEM;
    size_t size = vt_cel_zone_file(name, bytes, problem);
    vitals_status status = VITALS_ENOTFOUND;
    if (size > 0) status = read_zone(allocator, name, (input){ bytes, size, false }, out);
    if (size > 0 && status == VITALS_ENOTFOUND) *problem = VT_CEL_ZONE_MALFORMED;
    vt_release(allocator, bytes, VT_CEL_ZONE_MOST_BYTES);
    return status;
}

void vt_cel_zone_free(const vitals_allocator *allocator, vt_cel_zone *zone) {
    if (zone) vt_release(allocator, zone, zone->bytes);
}

vt_text vt_cel_zone_name(const vt_cel_zone *zone) {
    return zone->name;
}

int32_t vt_cel_zone_offset(const vt_cel_zone *zone, int64_t seconds) {
    uint32_t count = zone->transition_count;
    if (zone->rule.present && (count == 0 || seconds >= zone->times[count - 1])) {
        return rule_offset(&zone->rule, seconds);
    }
    uint32_t low = 0, high = count; /* how many transitions are at or before that time */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (zone->times[middle] <= seconds)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? zone->first_offset : zone->offsets[low - 1];
}
