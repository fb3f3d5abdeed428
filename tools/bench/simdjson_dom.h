/* simdjson's DOM parser for a C program. */
#ifndef VITALS_BENCH_SIMDJSON_DOM_H
#define VITALS_BENCH_SIMDJSON_DOM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One parser that keeps its memory from call to call. */
void *simdjson_dom_new(void);
void simdjson_dom_free(void *parser);
bool simdjson_dom_parse(void *parser, const char *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
