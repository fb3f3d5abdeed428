/* Reading YAML into a document, as sigs.k8s.io/yaml 1.6 turns YAML 1.1 into JSON. */
#ifndef VITALS_DOCUMENT_YAML_READ_H
#define VITALS_DOCUMENT_YAML_READ_H

#include "document/builder.h"

/*
** Build the first YAML document of `text`; null when there is none. Begin and end of the builder
** are the caller's. Map keys become strings, the last of several equal ones holds, aliases are
** expanded within limit alias_values, merge keys are merged where they stand.
**
** What differs from upstream: %YAML 1.2 is accepted; keys that are floats keep all their digits
** (upstream rounds them to 32 bits); libyaml 0.2.5 reads a few flow scalars that hold ? or end in a
** colon in its own way.
**
** A failure is one diagnostic with rule "yaml-syntax" or "limit". Its text is that of go-yaml
** ("yaml: line 3: did not find expected key") with the line counted as go-yaml counts it, or that
** of encoding/json ("json: unsupported value: NaN").
*/
vitals_status vt_yaml_read(vt_builder *builder, vt_text text, vitals_diagnostics *diagnostics);

#endif
