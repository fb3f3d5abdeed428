/*
** Chains of owners. Each node names at most one other as its owner. An object is owned, and does not count by itself,
** when the chain of its owners ends. In a ring, and below one, the chain never ends: nothing there has an owner that
** counts, so all of it counts.
*/
#ifndef VITALS_BASE_CHAIN_H
#define VITALS_BASE_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#define VT_CHAIN_NONE UINT64_MAX

typedef enum vt_chain_state { VT_CHAIN_UNKNOWN, VT_CHAIN_ENDS, VT_CHAIN_ENDLESS } vt_chain_state;

/* Nodes and what is known of them. Several threads may ask at once if `state` and `mark` are atomic: all of them mark
** a node with the same state. */
typedef struct vt_chain {
    void *user;
    uint64_t (*owner)(void *user, uint64_t node); /* or VT_CHAIN_NONE */
    vt_chain_state (*state)(void *user, uint64_t node);
    void (*mark)(void *user, uint64_t node, vt_chain_state state);
} vt_chain;

/* Whether the chain from `node` upwards ends, which is marked for each node on the way: asking about all nodes takes
** time linear in their number. */
bool vt_chain_ends(const vt_chain *chain, uint64_t node);

#endif
