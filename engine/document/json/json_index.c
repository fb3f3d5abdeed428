#include "document/json/json_index.h"

void vt_json_index_begin(vt_json_index *index, const vt_json_level *level, const char *start,
                         const char *end) {
    index->start = start;
    index->end = end;
    index->size = (uint32_t)(end - start);
    index->level = level ? level : vt_json_level_best();
    index->carry.beyond_ascii = false;
    vt_json_index_restart(index, start);
}

void vt_json_index_restart(vt_json_index *index, const char *at) {
    index->next = at;
    index->carry = (vt_json_carry){ .beyond_ascii = index->carry.beyond_ascii };
    index->blocks = VT_JSON_FIRST_WINDOW;
    index->ends[0] = index->size;
    index->used = index->ends;
}

uint32_t vt_json_index_refill(vt_json_index *index) {
    uint32_t *last = index->ends;
    while (last == index->ends && index->next < index->end) {
        size_t blocks = (size_t)(index->end - index->next + VT_JSON_BLOCK - 1) / VT_JSON_BLOCK;
        if (blocks > index->blocks) blocks = index->blocks;
        if (index->blocks < VT_JSON_WINDOW) index->blocks *= 2;
        uint32_t position = (uint32_t)(index->next - index->start);
        last = index->level->find_ends(&index->carry, index->next, blocks, position, index->ends);
        index->next += blocks * VT_JSON_BLOCK;
    }
    if (last == index->ends) *last++ = index->size;
    *last = index->size;
    index->used = index->ends + 1;
    return index->ends[0];
}

void vt_json_index_move(vt_json_index *index, const char *at) {
    uint32_t position = (uint32_t)(at - index->start);
    if (at >= index->next) {
        vt_json_index_restart(index, at);
        return;
    }
    while (*index->used < position) index->used++;
}

void vt_json_index_skip(vt_json_index *index, const char *closing) {
    uint32_t position = (uint32_t)(closing - index->start);
    while (vt_json_index_next(index) < position) {
    }
}
