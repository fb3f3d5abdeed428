/* Dropping members, by another way: the document is read whole and written without them. */
#ifndef TESTS_SUPPORT_DROP_H
#define TESTS_SUPPORT_DROP_H

#include "base/memory/buffer.h"
#include "document/document.h"

/* Append the document as JSON on one line without the members at `paths`, in which every key follows
** a dot and [] stands for any item. Returns how many were left out. */
size_t drop_append_json(const vitals_document *document, const char *const *paths, size_t count,
                        vt_buffer *out);

/* Read text with and without dropping: the same status and diagnostics, and what is read is the
** whole without the members. Aborts otherwise. `options` may have limits. */
void drop_require_same(const char *bytes, size_t size, const vitals_read_options *options);

#endif
