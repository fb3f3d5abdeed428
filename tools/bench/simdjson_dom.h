/* simdjson's DOM parser for a C program. */
#ifndef VITALS_BENCH_SIMDJSON_DOM_H
#define VITALS_BENCH_SIMDJSON_DOM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One parser that keeps its memory from call to call, with the vector instructions of one of our levels
** ("avx2"), NULL: with the best that this machine has. NULL: it does not have them. */
void *simdjson_dom_new(const char *level);
/* simdjson's name for what the parser uses. */
const char *simdjson_dom_name(const void *parser);
void simdjson_dom_free(void *parser);
bool simdjson_dom_parse(void *parser, const char *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
