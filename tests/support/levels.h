/* The JSON reader at every level of vector instructions that this machine has. */
#ifndef TESTS_SUPPORT_LEVELS_H
#define TESTS_SUPPORT_LEVELS_H

#include "document/document.h"
#include "document/json/json_level.h"

/* Levels that run here; `index` counts them, the scalar one is 0. NULL past the last one. */
const vt_json_level *levels_at(size_t index);

/* Two documents hold the same values: types, content, positions, flags, and what was dropped or deferred.
** Aborts otherwise. */
void levels_require_equal(const vitals_document *a, const vitals_document *b);
/* The same findings. */
void levels_require_equal_findings(const vitals_diagnostics *a, const vitals_diagnostics *b);

/* Read text at every level, all of it and with managed fields deferred: the same status, findings and
** document. Aborts otherwise. */
void levels_require_same(const char *bytes, size_t size, const vitals_read_options *options);

#endif
