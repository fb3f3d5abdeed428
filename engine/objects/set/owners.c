/* vitals_owners_settle: chains of owners among numbered objects. */
#include <vitals/vitals.h>

#include "base/memory/chain.h"

/* A link has two bits for what is known of its chain. */
enum { STATE_SHIFT = 30 };
#define LINK_MASK ((UINT32_C(1) << STATE_SHIFT) - 1)

static uint64_t owner_of(void *user, uint64_t node) {
    const uint32_t link = ((const uint32_t *)user)[node] & LINK_MASK;
    return link == LINK_MASK ? VT_CHAIN_NONE : link;
}

static vt_chain_state state_of(void *user, uint64_t node) {
    return (vt_chain_state)(((const uint32_t *)user)[node] >> STATE_SHIFT);
}

static void mark(void *user, uint64_t node, vt_chain_state state) {
    ((uint32_t *)user)[node] |= (uint32_t)state << STATE_SHIFT;
}

vitals_status vitals_owners_settle(uint32_t *owners, size_t count) {
    if (count >= LINK_MASK) return VITALS_EINVAL;
    for (size_t i = 0; i < count; i++) {
        if (owners[i] >= count && owners[i] != VITALS_NO_OWNER) return VITALS_EINVAL;
    }
    const vt_chain chain = { owners, owner_of, state_of, mark };
    for (size_t i = 0; i < count; i++) owners[i] &= LINK_MASK;
    for (size_t i = 0; i < count; i++) (void)vt_chain_ends(&chain, i);
    for (size_t i = 0; i < count; i++) {
        const uint64_t owner = owner_of(owners, i);
        const bool is_owned = owner != VT_CHAIN_NONE && state_of(owners, i) == VT_CHAIN_ENDS;
        owners[i] = is_owned ? (uint32_t)owner : VITALS_NO_OWNER;
    }
    return VITALS_OK;
}
