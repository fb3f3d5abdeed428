/* Texts that many rows share, such as groups, kinds, namespaces and names of rules, kept once. */
#ifndef VITALS_LIVE_INTERN_H
#define VITALS_LIVE_INTERN_H

#include "base/memory/table.h"
#include "base/text/text.h"
#include "objects/live/slab.h"

typedef struct vt_intern {
    uint64_t seed;
    vt_slab texts;
    vt_table table;
} vt_intern;

void vt_intern_init(vt_intern *intern, const vitals_allocator *allocator, uint64_t seed);
void vt_intern_done(vt_intern *intern);
/* Give memory back that texts which were released left over. */
void vt_intern_trim(vt_intern *intern);
/* The number of a text, counted up; 0 for an empty or absent one. false: no memory. */
bool vt_intern_take(vt_intern *intern, vt_text text, uint32_t *number);
/* The number of a text that is there already, else 0. Not counted. */
uint32_t vt_intern_find(const vt_intern *intern, vt_text text);
/* Count up once more, and down again: the last one frees the text. 0 is allowed. */
void vt_intern_keep(vt_intern *intern, uint32_t number);
void vt_intern_release(vt_intern *intern, uint32_t number);
/* NUL-terminated; "" for 0. */
vt_text vt_intern_text(const vt_intern *intern, uint32_t number);

#endif
