/*
** Documents made from the choices that bytes give, each written twice: as JSON on one line, and as
** YAML that mixes block and flow collections, all styles of scalars, anchors, aliases, merge keys,
** tags and comments. Both have the same value, whatever the order of keys.
*/
#ifndef TESTS_FUZZ_GRAMMAR_YAML_H
#define TESTS_FUZZ_GRAMMAR_YAML_H

#include "choices.h"

enum { MADE_YAML_DOCUMENTS = 3, MADE_YAML_ANCHORS = 6 };

typedef struct made_yaml {
    choices from;
    made_text json; /* of all documents, one after another */
    made_text yaml; /* of all documents, separated by --- */
    size_t json_ends[MADE_YAML_DOCUMENTS];
    unsigned document_count;
    bool has_aliases;   /* values may be at places before the one where they are used */
    bool has_flow_root; /* a document starts with {, which streams read as JSON */
    bool is_damaged;    /* bytes of the YAML were changed, or something did not fit */

    struct made_anchor {
        size_t start, end; /* of the value in `json` */
        bool is_map;
    } anchors[MADE_YAML_ANCHORS]; /* of this document */
    unsigned anchor_count;
    unsigned key_count;
    char json_bytes[16384], yaml_bytes[32768];
} made_yaml;

void make_yaml(made_yaml *made, const uint8_t *choices, size_t count);

#endif
