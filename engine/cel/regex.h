/* A C interface to RE2, so that regex.cc is the only C++. */
#ifndef VITALS_CEL_REGEX_H
#define VITALS_CEL_REGEX_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vt_cel_regex vt_cel_regex;

/* A group of a match: bytes from start to end; both SIZE_MAX when it did not take part. */
typedef struct vt_cel_group {
    size_t start, end;
} vt_cel_group;

/* Receives the error of a pattern, as Go's regexp package words it. */
typedef void (*vt_cel_regex_error_fn)(void *user, const char *bytes, size_t size);

/* NULL: `on_error` was called with Go's text ("error parsing regexp: …"), or memory ran out and it
** was not called. Compiled forms are bounded by RE2's own budget (1 MiB each), outside the
** allocator. */
vt_cel_regex *vt_cel_regex_new(vitals_text pattern, vt_cel_regex_error_fn on_error, void *user);
void vt_cel_regex_free(vt_cel_regex *regex);
vitals_text vt_cel_regex_pattern(const vt_cel_regex *regex);
uint32_t vt_cel_regex_group_count(const vt_cel_regex *regex);
/* The first match at or after `from`; fills groups[0 .. count - 1], the whole match first. */
bool vt_cel_regex_search(const vt_cel_regex *regex, vitals_text text, size_t from,
                         vt_cel_group *groups, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
