/* Names, each spelling once, so that looking one up is following a pointer. */
#include "base/map.h"
#include "lua/syntax/token.h"

#define FIRST_SLOT_COUNT 64

static vt_lua_symbol **slot_of(const vt_lua_symbols *symbols, vt_text name, uint64_t hash) {
    size_t mask = symbols->slot_count - 1;
    for (size_t at = (size_t)hash & mask;; at = (at + 1) & mask) {
        vt_lua_symbol **slot = &symbols->slots[at];
        if (!*slot || ((*slot)->hash == hash && vt_text_equal((*slot)->name, name))) return slot;
    }
}

/* Twice the slots; the old ones stay in the arena. */
static bool grow(vt_arena *arena, vt_lua_symbols *symbols) {
    vt_lua_symbols grown = *symbols;
    grown.slot_count = symbols->slot_count ? symbols->slot_count * 2 : FIRST_SLOT_COUNT;
    grown.slots = vt_arena_allocate_zeroed(arena, grown.slot_count * sizeof *grown.slots);
    if (!grown.slots) return false;
    for (size_t i = 0; i < symbols->slot_count; i++) {
        vt_lua_symbol *symbol = symbols->slots[i];
        if (symbol) *slot_of(&grown, symbol->name, symbol->hash) = symbol;
    }
    *symbols = grown;
    return true;
}

vt_lua_symbol *vt_lua_symbol_intern(vt_arena *arena, vt_lua_symbols *symbols, vt_text name) {
    if (symbols->count * 2 >= symbols->slot_count && !grow(arena, symbols)) return NULL;
    uint64_t hash = vt_hash(name, 0);
    vt_lua_symbol **slot = slot_of(symbols, name, hash);
    if (*slot) return *slot;
    vt_lua_symbol *symbol = vt_arena_allocate_zeroed(arena, sizeof *symbol);
    if (!symbol) return NULL;
    symbol->name = name;
    symbol->hash = hash;
    *slot = symbol;
    symbols->count++;
    return symbol;
}
