/* The level that is used. */
#include "document/json_level.h"

const vt_json_level *vt_json_level_best(void) {
    const vt_json_level *best = vt_json_level_at(0), *next;
    for (size_t i = 1; (next = vt_json_level_at(i)); i++) {
        if (next->runs()) best = next;
    }
    return best;
}
