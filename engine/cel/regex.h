/* RE2 behind C: the one place that knows C++. */
#ifndef VITALS_CEL_REGEX_H
#define VITALS_CEL_REGEX_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vt_cel_regex vt_cel_regex;

/* A group of a match: bytes from start to end; both SIZE_MAX when it took no part. */
typedef struct vt_cel_group {
    size_t start, end;
} vt_cel_group;

/* Takes Go's text of what is wrong with a pattern. */
typedef void (*vt_cel_regex_tell_fn)(void *user, const char *bytes, size_t size);

/* NULL: `tell` was called with Go's text ("error parsing regexp: …"), or was not when memory ran
** out. Compiled forms are bounded by RE2's own budget (1 MiB each), outside the allocator. */
vt_cel_regex *vt_cel_regex_new(vitals_text pattern, vt_cel_regex_tell_fn tell, void *user);
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
