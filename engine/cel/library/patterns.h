/*
** Compiled patterns, kept for the next use: one cache for the engines that share compiled programs, and
** for all their threads.
**
** The cache is bounded, and what it holds changes nothing but time: a pattern that is found is
** charged like one that is compiled.
*/
#ifndef VITALS_CEL_PATTERNS_H
#define VITALS_CEL_PATTERNS_H

#include "base/memory/memory.h"
#include "base/text/text.h"
#include "cel/library/regex.h"

typedef struct vt_cel_patterns vt_cel_patterns;

vitals_status vt_cel_patterns_new(const vitals_allocator *allocator, vt_cel_patterns **out);
/* Take a reference, which _free drops. Threads: any. */
vt_cel_patterns *vt_cel_patterns_retain(vt_cel_patterns *patterns);
/* With the last reference no pattern may be borrowed any more. */
void vt_cel_patterns_free(vt_cel_patterns *patterns);
/* Drop every pattern that is not borrowed: patterns may be text of an object. */
void vt_cel_patterns_forget(vt_cel_patterns *patterns);

/* A compiled pattern, from a cache or compiled for this use. Start from all zeroes. */
typedef struct vt_cel_pattern {
    vt_cel_regex *regex;
    uint32_t slot; /* of the cache, from 1; 0: it is not in the cache */
} vt_cel_pattern;

/* Borrow a pattern; on success it must be given back. Thread-safe. The rest is as vt_cel_regex_new. */
vt_cel_regex_result vt_cel_patterns_borrow(vt_cel_patterns *patterns, vt_text text,
                                           uint64_t most_size, vt_cel_regex_error_fn on_error,
                                           void *user, vt_cel_pattern *out);
void vt_cel_patterns_give_back(vt_cel_patterns *patterns, vt_cel_pattern *pattern);

#endif
