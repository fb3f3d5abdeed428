/* Golden files: one JSON object a line, each compared with what we say. */
#ifndef VITALS_TESTS_SUPPORT_GOLDEN_H
#define VITALS_TESTS_SUPPORT_GOLDEN_H

#include "document/document.h"

/* Call `agrees` for each line of a file of the shared data; exit status of the test. Prints each
** line that differs; TEST_SKIPPED when the data is not there. */
int golden_run(const char *file, bool (*agrees)(const vitals_document *line));

/* Whether two texts are the same, where absent and empty differ; prints both when they are not. */
bool golden_same(const char *what, vt_text got, vt_text want);

/* A member of the line as text, or as a document of its own that the caller frees. */
vt_text golden_text(const vitals_document *line, const vt_value *object, const char *name);
vitals_document *golden_document(const vitals_document *line, const vt_value *value);

/* Whether two values are equal as JSON: objects in any order of keys, numbers by value. */
bool golden_equal(const vitals_document *a, const vt_value *va, const vitals_document *b,
                  const vt_value *vb);

#endif
