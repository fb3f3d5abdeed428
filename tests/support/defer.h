/* Documents with deferred values beside the same ones with everything built. */
#ifndef TESTS_SUPPORT_DEFER_H
#define TESTS_SUPPORT_DEFER_H

#include "document/document.h"

/* Read JSON with everything built. */
vitals_status defer_read_all(const char *bytes, size_t size, const vitals_read_options *options,
                             vitals_document **document);
/* All that can be asked of two documents is the same. Aborts otherwise. */
void defer_require_equal(const vitals_document *a, const vitals_document *b);
/* Read text both ways: the same status, and the same document. Aborts otherwise. */
void defer_require_same(const char *bytes, size_t size, const vitals_read_options *options);

#endif
