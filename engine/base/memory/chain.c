/* Brent's search for a ring: the node that is remembered moves up after 1, 2, 4, 8 and so on steps. */
#include "base/memory/chain.h"

static vt_chain_state find(const vt_chain *chain, uint64_t node) {
    uint64_t remembered = node, steps = 0, most = 1;
    while (node != VT_CHAIN_NONE) {
        const vt_chain_state known = chain->state(chain->user, node);
        if (known != VT_CHAIN_UNKNOWN) return known;
        node = chain->owner(chain->user, node);
        if (node == remembered) return VT_CHAIN_ENDLESS;
        if (++steps < most) continue;
        remembered = node;
        steps = 0;
        most *= 2;
    }
    return VT_CHAIN_ENDS;
}

bool vt_chain_ends(const vt_chain *chain, uint64_t node) {
    const vt_chain_state state = find(chain, node);
    while (node != VT_CHAIN_NONE && chain->state(chain->user, node) == VT_CHAIN_UNKNOWN) {
        chain->mark(chain->user, node, state);
        node = chain->owner(chain->user, node);
    }
    return state == VT_CHAIN_ENDS;
}
