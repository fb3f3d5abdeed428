/* A YAML value in Go's %#v syntax, which go-yaml's messages about map keys quote. */
#ifndef VITALS_DOCUMENT_YAML_GO_VALUE_H
#define VITALS_DOCUMENT_YAML_GO_VALUE_H

#include "document/yaml_nodes.h"

/* Append `node` as interface{} in Go syntax: "a", 5, []interface {}{"a"}. Deep or long values are
** cut, for they only stand in a message. `scratch` is overwritten. */
bool vt_yaml_append_go_value(const vt_yaml_node *node, vt_buffer *scratch, vt_buffer *buffer);

#endif
