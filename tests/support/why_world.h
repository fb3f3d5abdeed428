/* Objects and questions about why they are not healthy. */
#ifndef VITALS_TESTS_SUPPORT_WHY_WORLD_H
#define VITALS_TESTS_SUPPORT_WHY_WORLD_H

#include <vitals/why.h>

#include "support/table.h"

typedef struct world {
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_set *set;
    vitals_why *why;
} world;

/* An object in YAML. */
vitals_document *world_parse(const char *text);
/* Objects up to NULL. With the limits of an engine, or NULL. The clock is at 2025-11-13T02:13:20Z. */
void world_open(world *w, const char *const *objects, const vitals_limits *limits);
/* The same for one text with documents between lines "---". */
void world_open_text(world *w, const char *text, size_t size);
void world_close(world *w);
/* Ask about the first object of the set. */
vitals_status world_ask_first(world *w, vitals_why_finding *finding);
/* NULL: absent. */
void world_assert_text(vitals_text text, const char *want);

#endif
