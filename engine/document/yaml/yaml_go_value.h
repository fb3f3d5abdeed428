/* A YAML value in Go's %#v syntax, as quoted in go-yaml's messages about map keys. */
#ifndef VITALS_DOCUMENT_YAML_GO_VALUE_H
#define VITALS_DOCUMENT_YAML_GO_VALUE_H

#include "document/yaml/yaml_nodes.h"

/* Append `node` as interface{} in Go syntax: "a", 5, []interface {}{"a"}. Deep or long values are
** truncated, since they are only used in messages. `scratch` is overwritten. */
bool vt_yaml_append_go_value(const vt_yaml_node *node, vt_buffer *scratch, vt_buffer *buffer);

#endif
