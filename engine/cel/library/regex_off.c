/* What takes the place of regex.cc when the build option VITALS_RE2 is off: no pattern compiles. */
#include "cel/library/regex.h"

#ifndef VITALS_WITH_RE2

struct vt_cel_regex {
    char unused;
};

vt_cel_regex_result vt_cel_regex_new(vitals_text pattern, uint64_t most_size,
                                     vt_cel_regex_error_fn on_error, void *user,
                                     vt_cel_regex **out) {
    static const char text[] = "regular expressions are not built into this library (VITALS_RE2)";
    (void)pattern;
    (void)most_size;
    (void)out;
    on_error(user, text, sizeof text - 1);
    return VT_CEL_REGEX_INVALID;
}

uint64_t vt_cel_regex_size(const vt_cel_regex *regex) {
    (void)regex;
    return 0;
}

size_t vt_cel_regex_bytes(const vt_cel_regex *regex) {
    (void)regex;
    return 0;
}

void vt_cel_regex_free(vt_cel_regex *regex) {
    (void)regex;
}

vitals_text vt_cel_regex_pattern(const vt_cel_regex *regex) {
    (void)regex;
    return (vitals_text){ "", 0 };
}

uint32_t vt_cel_regex_group_count(const vt_cel_regex *regex) {
    (void)regex;
    return 0;
}

bool vt_cel_regex_search(const vt_cel_regex *regex, vitals_text text, size_t from,
                         vt_cel_group *groups, uint32_t count) {
    (void)regex;
    (void)text;
    (void)from;
    (void)groups;
    (void)count;
    return false;
}

#endif
