/* Inside the document module: JSON text to builder calls. */
#ifndef VITALS_DOCUMENT_JSON_READ_H
#define VITALS_DOCUMENT_JSON_READ_H

#include "document/builder.h"

/* Read the one JSON value that the builder's source is. Adds a diagnostic when it fails. */
vitals_status vt_json_read(vt_builder *builder, vitals_diagnostics *diagnostics);

#endif
