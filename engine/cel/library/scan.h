/*
** Long text, piece by piece: each piece is charged before it is read, so the interrupt is polled
** while the largest text is compared or searched. Every function stops when the state is stopped;
** its result then means nothing.
*/
#ifndef VITALS_CEL_SCAN_H
#define VITALS_CEL_SCAN_H

#include "cel/run/state.h"

/* Where the piece that starts at `from` ends: behind at most 4 KiB, and not inside a code point. */
size_t vt_cel_piece_end(vt_text text, size_t from);
/* The same, and charge the piece. false: the state is stopped. */
bool vt_cel_next_piece(vt_cel_state *state, vt_text text, size_t from, size_t *end);

bool vt_cel_scan_equal(vt_cel_state *state, vt_text a, vt_text b);
/* Bytewise order: negative, 0 or positive. */
int vt_cel_scan_compare(vt_cel_state *state, vt_text a, vt_text b);
/* The number of code points; an invalid byte counts as one. */
size_t vt_cel_scan_count(vt_cel_state *state, vt_text text);
/* The offset of a code point; text.size when there are fewer. */
size_t vt_cel_scan_offset(vt_cel_state *state, vt_text text, size_t index);
bool vt_cel_scan_is_utf8(vt_cel_state *state, vt_text text);
/* The first `wanted` that starts at byte `from` or later; SIZE_MAX when there is none. Linear in
** `text`, whatever the texts are. An empty text is found at `from`. */
size_t vt_cel_scan_find(vt_cel_state *state, vt_text text, vt_text wanted, size_t from);
/* The last `wanted` that starts at byte `from` or earlier; `wanted` is not empty. */
size_t vt_cel_scan_find_last(vt_cel_state *state, vt_text text, vt_text wanted, size_t from);

#endif
