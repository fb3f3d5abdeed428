/* A C interface to RE2, so that regex.cc is the only C++. */
#ifndef VITALS_CEL_REGEX_H
#define VITALS_CEL_REGEX_H

#include <stdbool.h>

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

typedef enum vt_cel_regex_result {
    VT_CEL_REGEX_COMPILED,
    VT_CEL_REGEX_INVALID,   /* on_error was called with Go's text: "error parsing regexp: …" */
    VT_CEL_REGEX_TOO_LARGE, /* more instructions than asked for, or than RE2's memory allows */
    VT_CEL_REGEX_NO_MEMORY
} vt_cel_regex_result;

/* Compile a pattern to at most `most_size` instructions. What is compiled, and the states that
** matching it keeps, take up to vt_cel_regex_bytes() outside the allocator, 256 KiB at most. */
vt_cel_regex_result vt_cel_regex_new(vitals_text pattern, uint64_t most_size,
                                     vt_cel_regex_error_fn on_error, void *user,
                                     vt_cel_regex **out);
void vt_cel_regex_free(vt_cel_regex *regex);
vitals_text vt_cel_regex_pattern(const vt_cel_regex *regex);
/* The number of instructions. A match takes up to that many steps for each byte of text. */
uint64_t vt_cel_regex_size(const vt_cel_regex *regex);
size_t vt_cel_regex_bytes(const vt_cel_regex *regex);
uint32_t vt_cel_regex_group_count(const vt_cel_regex *regex);
/* The first match at or after `from`; fills groups[0 .. count - 1], the whole match first. */
bool vt_cel_regex_search(const vt_cel_regex *regex, vitals_text text, size_t from,
                         vt_cel_group *groups, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
