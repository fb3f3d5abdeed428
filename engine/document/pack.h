/*
** An object as bytes for another process of the same program, and back. The tree on the other side has
** the same values in the same order, so that a value is named by its number: the root is 0.
**
** What evaluators cannot see is left out: the source, positions, keys that a later one replaces.
*/
#ifndef VITALS_DOCUMENT_PACK_H
#define VITALS_DOCUMENT_PACK_H

#include "base/memory/wire.h"
#include "document/document.h"

/* Append a document. false: no memory. */
bool vt_document_pack(const vitals_document *document, vt_buffer *buffer);

/* Read one. `*document` as in vitals_document_parse: NULL, or an earlier one that is used again. Errors:
** VITALS_ESYNTAX, these are not the bytes of a document; VITALS_ENOMEM. */
vitals_status vt_document_unpack(vt_text bytes, const vitals_allocator *allocator,
                                 vitals_document **document);

/* The values of a document by their numbers, in the arena; NULL: no memory. */
const vt_value *const *vt_document_numbered(const vitals_document *document, vt_arena *arena,
                                            size_t *count);
/* The number of a value of a document that was unpacked. */
uint32_t vt_document_number(const vitals_document *document, const vt_value *value);

#endif
