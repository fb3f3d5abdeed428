/* %s %d %f %e %b %o %x %X, with a precision in between. */
#include "cel/clause.h"

#include "base/number.h"
#include "base/utf8.h"

#define DEFAULT_PRECISION 6
#define MOST_PRECISION 1000

#define STRINGS                                                                                    \
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, " \
    "durations, and timestamps"
#define HEX "only ints, uints, bytes, and strings can be formatted as hex"

static const vt_cel_clause clauses[] = {
    { VT_CEL_CLAUSE_STRING, 's', STRINGS },
    { VT_CEL_CLAUSE_DECIMAL, 'd', "decimal clause can only be used on ints, uints, and doubles" },
    { VT_CEL_CLAUSE_FIXED, 'f', "fixed-point clause can only be used on ints, uints, and doubles" },
    { VT_CEL_CLAUSE_SCIENTIFIC, 'e',
      "scientific clause can only be used on ints, uints, and doubles" },
    { VT_CEL_CLAUSE_BINARY, 'b', "only ints, uints, and bools can be formatted as binary" },
    { VT_CEL_CLAUSE_OCTAL, 'o', "octal clause can only be used on ints and uints" },
    { VT_CEL_CLAUSE_LOWER_HEX, 'x', HEX },
    { VT_CEL_CLAUSE_UPPER_HEX, 'X', HEX },
};

#define UNREADABLE "could not parse formatting clause: "
#define NO_PRECISION UNREADABLE "error while parsing precision: "
#define NO_NUMBER NO_PRECISION "error while converting precision to integer: strconv.Atoi: parsing "

/* The digits behind the point; -1 with a problem. */
static int read_precision(vt_arena *arena, vt_text text, size_t *at, vt_text *problem) {
    size_t start = *at;
    while (*at < text.size && text.bytes[*at] >= '0' && text.bytes[*at] <= '9') ++*at;
    vt_text digits = vt_text_between(text, start, *at);
    int64_t value;
    if (*at == text.size) {
        *problem = VT_TEXT(NO_PRECISION "could not find end of precision specifier");
    } else if (digits.size == 0) {
        *problem = VT_TEXT(NO_NUMBER "\"\": invalid syntax");
    } else if (!vt_number_parse_int64(digits, 10, &value)) {
        *problem =
            vt_arena_printf(arena, NO_NUMBER "\"%.*s\": value out of range", VT_TEXT_ARG(digits));
    } else {
        return value > MOST_PRECISION ? MOST_PRECISION : (int)value;
    }
    return -1;
}

/* GO: of a wider character the first byte is shown, as the code point of that number. */
static vt_text unknown_letter(vt_arena *arena, char letter) {
    char shown[4];
    size_t size = vt_utf8_encode((unsigned char)letter, shown);
    return vt_arena_printf(arena, UNREADABLE "unrecognized formatting clause \"%.*s\"", (int)size,
                           shown);
}

const vt_cel_clause *vt_cel_clause_read(vt_arena *arena, vt_text text, size_t *at, int *precision,
                                        vt_text *problem) {
    *precision = DEFAULT_PRECISION;
    if (*at == text.size) {
        *problem = VT_TEXT("unexpected end of string");
        return NULL;
    }
    if (text.bytes[*at] == '.') {
        ++*at;
        *precision = read_precision(arena, text, at, problem);
        if (*precision < 0) return NULL;
    }
    char letter = text.bytes[(*at)++];
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
        if (clauses[i].letter == letter) return &clauses[i];
    }
    *problem = unknown_letter(arena, letter);
    return NULL;
}
