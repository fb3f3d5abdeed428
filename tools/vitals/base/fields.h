/* Fields of documents by their paths, such as ".status.phase". */
#ifndef CLI_BASE_FIELDS_H
#define CLI_BASE_FIELDS_H

#include <vitals/vitals.h>

/* The value at a path below `from`, NULL for the root; NULL: there is none. Missing memory ends the program. */
const vitals_value *field_at(const vitals_document *document, const vitals_value *from,
                             const char *path);
/* Its text; absent: there is none. */
vitals_text field_text(const vitals_document *document, const vitals_value *from, const char *path);

#endif
