/* Error reports, names (each spelling is stored once) and the values of numerals. */
#include "lua/syntax/token.h"

#include <math.h>
#include <stdarg.h>

#include "base/memory/map.h"
#include "base/number/number.h"

/* ------------------------------------------------------------------ errors */

void vt_lua_report_no_memory(vt_lua_parse_error *error) {
    if (error->status == VITALS_OK) error->status = VITALS_ENOMEM;
}

void vt_lua_report_stopped(vt_lua_parse_error *error) {
    if (error->status != VITALS_OK) return;
    error->status = VITALS_ESTOPPED;
    vt_buffer_add_terminated(error->text, "stopped by the host: interrupt");
}

void vt_lua_report_limit(vt_lua_parse_error *error, uint32_t line, uint32_t column,
                         const char *limit, uint64_t value, const char *what) {
    if (error->status != VITALS_OK) return;
    error->status = VITALS_ELIMIT;
    error->problem = (vt_lua_problem){ line, column, limit };
    if (line) vt_buffer_printf(error->text, "<string>:%u: ", line);
    vt_buffer_printf(error->text, "%s: limit %s (%llu)", what, limit, (unsigned long long)value);
}

void vt_lua_report_error(vt_lua_parse_error *error, uint32_t line, uint32_t column,
                         const char *format, ...) {
    if (error->status != VITALS_OK) return;
    error->status = VITALS_ESYNTAX;
    error->problem = (vt_lua_problem){ line, column, NULL };
    va_list arguments;
    va_start(arguments, format);
    vt_buffer_vprintf(error->text, format, arguments);
    va_end(arguments);
}

/* ------------------------------------------------------------------ names */

#define FIRST_SLOT_COUNT 64

static vt_lua_symbol **slot_of(const vt_lua_symbols *symbols, vt_text name, uint64_t hash) {
    size_t mask = symbols->slot_count - 1;
    for (size_t at = (size_t)hash & mask;; at = (at + 1) & mask) {
        vt_lua_symbol **slot = &symbols->slots[at];
        if (!*slot || ((*slot)->hash == hash && vt_text_equal((*slot)->name, name))) return slot;
    }
}

/* Double the slots; the old ones stay in the arena. */
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
    uint64_t hash = vt_hash(name, vt_hash_seed(0, symbols));
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

/* ------------------------------------------------------------------ numerals */

/* Parse at least one digit of `base`; the value must fit an int64. */
static bool whole_number(vt_text digits, int base, double *out) {
    int64_t value;
    if (digits.size == 0 || !vt_number_parse_int64(digits, base, &value)) return false;
    *out = (double)value;
    return true;
}

double vt_lua_numeral_value(vt_text text, bool *octal) {
    *octal = false;
    text = vt_text_trim(text); /* the byte that an exponent without digits consumed */
    double value;
    if (text.size > 1 && text.bytes[0] == '0') {
        if (text.bytes[1] == 'x' || text.bytes[1] == 'X') {
            return whole_number(vt_text_between(text, 2, text.size), 16, &value) ? value : NAN;
        }
        if (whole_number(vt_text_between(text, 1, text.size), 8, &value)) {
            *octal = true;
            return value;
        }
    }
    /* ARGO: ParseFloat fails on a number too large for a double, which so becomes NaN. */
    return vt_number_parse_double(text, &value) && isfinite(value) ? value : NAN;
}
