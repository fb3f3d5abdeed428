/*
** The vector instructions that find strings in JSON text.
**
** A level is one set of instructions: plain C, SSE2, AVX2, AVX-512, NEON or those of WebAssembly. Levels
** differ in two functions: one turns blocks of text into the ends of strings, one skips managed fields. What
** the reader does with them is the same code for all. Every level finds the same ends and skips the same.
**
** Builds with VITALS_SIMD off have the first level alone.
*/
#ifndef VITALS_DOCUMENT_JSON_LEVEL_H
#define VITALS_DOCUMENT_JSON_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VT_JSON_BLOCK = 64 };

/* What a block needs to know of those before it. */
typedef struct vt_json_carry {
    uint64_t in_string; /* all ones in a string, otherwise 0 */
    uint64_t escaped;   /* 1: the first byte follows a backslash that escapes it */
    uint64_t continued; /* the first bytes that belong to a character of the block before */
    bool beyond_ascii;  /* some string was */
} vt_json_carry;

/* Append to `ends`, in ascending order, the positions at which the plain part of a string ends: those of
** closing quotes, and inside strings those of backslashes and control characters, and of bytes outside ASCII
** when not all in the strings of the block are well-formed UTF-8. The rest of a character that begins in the
** block before is not listed if it is well-formed, and of several such bytes in a row only the first of each
** block. The first block is at position
** `position`. Returns the end of the list, which takes at most VT_JSON_BLOCK for each block, and
** VT_JSON_SPARE after them that may be overwritten. */
typedef uint32_t *(*vt_json_find_ends_fn)(vt_json_carry *carry, const char *blocks,
                                          size_t block_count, uint32_t position, uint32_t *ends);
enum { VT_JSON_SPARE = 16 };

/* Skip managed fields: an object that holds only objects, in the form in which servers write it
** (document/json/json_fields.h). Returns the byte after it, and adds its keys and objects to `values`. NULL: it
** is something else, or may have more than `most_levels` of nesting. 64 bytes after its text are readable. */
typedef const char *(*vt_json_skip_fields_fn)(const char *at, uint32_t most_levels,
                                              uint64_t *values);

typedef struct vt_json_level {
    const char *name; /* "scalar", "sse2", … */
    vt_json_find_ends_fn find_ends;
    vt_json_skip_fields_fn skip_fields;
    bool (*runs)(void); /* whether this machine has it */
} vt_json_level;

/* The levels of this build from the slowest to the fastest; NULL past the last one. The first runs
** everywhere. */
const vt_json_level *vt_json_level_at(size_t index);

/* The fastest level that this machine has. Alone in its file, so that a test can have its own. */
const vt_json_level *vt_json_level_best(void);

#endif
