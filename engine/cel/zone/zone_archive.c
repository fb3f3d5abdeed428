/*
** An archive of time zones, made by tools/gen/zones: "VTZ1", the number of names, for each name three
** numbers (where it begins, where its zone begins, the size of the zone), then names and zones. Numbers have
** four bytes, the highest first. Names end with a NUL and are sorted bytewise; two may have one zone.
*/
#include "cel/cel.h"
#include "cel/zone/zone.h"

enum { HEADER_BYTES = 8, ROW_BYTES = 12 };

static uint32_t number_at(vt_text archive, size_t at) {
    const unsigned char *bytes = (const unsigned char *)archive.bytes + at;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static size_t row_at(uint32_t index) {
    return HEADER_BYTES + (size_t)index * ROW_BYTES;
}

static vt_text name_at(vt_text archive, uint32_t index) {
    return vt_text_from(archive.bytes + number_at(archive, row_at(index)));
}

/* Whether the numbers of one row lie within the archive. */
static bool is_row_valid(vt_text archive, uint32_t index) {
    const size_t row = row_at(index);
    const size_t name = number_at(archive, row), zone = number_at(archive, row + 4);
    const size_t size = number_at(archive, row + 8);
    return name < archive.size && memchr(archive.bytes + name, 0, archive.size - name) &&
           zone <= archive.size && size <= archive.size - zone;
}

bool vt_cel_zones_are_valid(vt_text archive) {
    if (archive.size < HEADER_BYTES || memcmp(archive.bytes, "VTZ1", 4) != 0) return false;
    const uint32_t count = number_at(archive, 4);
    if (count > (archive.size - HEADER_BYTES) / ROW_BYTES) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_row_valid(archive, i)) return false;
    }
    return true;
}

vt_text vt_cel_zone_in(vt_text archive, vt_text name) {
    uint32_t low = 0, high = number_at(archive, 4);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = vt_text_compare(name_at(archive, middle), name);
        if (order == 0) {
            const size_t row = row_at(middle);
            return vt_text_slice(archive.bytes + number_at(archive, row + 4),
                                 number_at(archive, row + 8));
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return VT_TEXT_ABSENT;
}
