/* When a client certificate ends: servers just answer 401 to one that has expired. */
#include "base/number/clock.h"
#include "base/text/base64.h"
#include "cluster/config/credentials.h"

enum { SEQUENCE = 0x30, INTEGER = 0x02, VERSION = 0xA0, UTC_TIME = 0x17, GENERALIZED_TIME = 0x18 };

/* The content of the DER value at the start of `*rest`, which moves behind it. */
static bool next_value(vt_text *rest, unsigned char tag, vt_text *content) {
    const unsigned char *bytes = (const unsigned char *)rest->bytes;
    size_t size, head = 2;
    if (rest->size < 2 || bytes[0] != tag) return false;
    size = bytes[1];
    if (size >= 0x80) {
        size_t count = size & 0x7F;
        if (count == 0 || count > 3 || rest->size < 2 + count) return false;
        size = 0;
        for (size_t i = 0; i < count; i++) size = size << 8 | bytes[2 + i];
        head += count;
    }
    if (size > rest->size - head) return false;
    *content = vt_text_slice(rest->bytes + head, size);
    *rest = vt_text_slice(rest->bytes + head + size, rest->size - head - size);
    return true;
}

static int two_digits(vt_text text, size_t at) {
    return (text.bytes[at] - '0') * 10 + (text.bytes[at + 1] - '0');
}

/* YYMMDDhhmmssZ, or with a year of four digits. */
static bool read_time(vt_text text, size_t year_digits, int64_t *seconds) {
    if (text.size != year_digits + 11 || text.bytes[text.size - 1] != 'Z' ||
        vt_text_skip_digits(text, 0) != text.size - 1)
        return false;
    int year = two_digits(text, 0);
    year = year_digits == 4 ? year * 100 + two_digits(text, 2) : year + (year < 50 ? 2000 : 1900);
    size_t at = year_digits;
    *seconds = vt_civil_to_seconds(year, two_digits(text, at), two_digits(text, at + 2),
                                   two_digits(text, at + 4), two_digits(text, at + 6),
                                   two_digits(text, at + 8));
    return true;
}

static bool next_time(vt_text *rest, int64_t *seconds) {
    vt_text time;
    if (next_value(rest, UTC_TIME, &time)) return read_time(time, 2, seconds);
    return next_value(rest, GENERALIZED_TIME, &time) && read_time(time, 4, seconds);
}

/* RFC 5280: Certificate { TBSCertificate { [0] version, serial, algorithm, issuer, validity … */
static bool read_end(vt_text der, int64_t *seconds) {
    vt_text certificate, rest, skipped, validity;
    int64_t begin;
    if (!next_value(&der, SEQUENCE, &certificate) || !next_value(&certificate, SEQUENCE, &rest))
        return false;
    (void)next_value(&rest, VERSION, &skipped);
    return next_value(&rest, INTEGER, &skipped) && next_value(&rest, SEQUENCE, &skipped) &&
           next_value(&rest, SEQUENCE, &skipped) && next_value(&rest, SEQUENCE, &validity) &&
           next_time(&validity, &begin) && next_time(&validity, seconds);
}

bool vt_certificate_end(vt_text pem, int64_t *seconds) {
    const vt_text begin = VT_TEXT("-----BEGIN CERTIFICATE-----");
    size_t from = vt_text_find(pem, begin, 0);
    if (from == SIZE_MAX) return false;
    size_t to = vt_text_find(pem, VT_TEXT("-----END CERTIFICATE-----"), from);
    vt_buffer der;
    vt_buffer_init(&der, NULL, pem.size);
    bool read = to != SIZE_MAX &&
                vt_base64_decode(&der, vt_text_between(pem, from + begin.size, to)) &&
                read_end(vt_buffer_text(&der), seconds);
    vt_buffer_done(&der);
    return read;
}
