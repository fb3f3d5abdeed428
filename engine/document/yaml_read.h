/* Inside the document module: YAML text to builder calls. */
#ifndef VITALS_DOCUMENT_YAML_READ_H
#define VITALS_DOCUMENT_YAML_READ_H

#include "document/builder.h"

/* Read the first YAML document of `text`, the builder's source. Adds a diagnostic when it fails. */
vitals_status vt_yaml_read(vt_builder *builder, vt_text text, vitals_diagnostics *diagnostics);

#endif
