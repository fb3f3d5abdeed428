/* Everything that a stream returns, as text, for each way in which its input may arrive. */
#ifndef TESTS_SUPPORT_STREAM_H
#define TESTS_SUPPORT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vitals/vitals.h>

/* How the input is divided. */
typedef struct stream_chunks {
    size_t chunk; /* bytes at a time; 0: between 1 and 97, by `seed` */
    uint32_t seed;
    bool fed;     /* rather than read */
    size_t ahead; /* vitals_stream_lines_ahead; 0: not called */
} stream_chunks;

/* The ways that matter: 1, 2, 3, 7, 61 bytes, all at once, and at random, read and fed, and some of them
** with lines ahead. The first one reads everything at once. */
extern const stream_chunks stream_all_chunks[];
extern const size_t stream_all_chunk_count;

/*
** One line for each result:
**
**     document:line EVENT size JSON        a piece that parsed
**     ! status document:line:column rule limit text
**
** Aborts on an error without a diagnostic. The caller frees the text.
*/
char *stream_transcript(const char *bytes, size_t size, const vitals_read_options *options,
                        stream_chunks chunks);

/* Aborts, and prints both transcripts, unless all chunkings give the same. */
void stream_require_same(const char *bytes, size_t size, const vitals_read_options *options);

#endif
