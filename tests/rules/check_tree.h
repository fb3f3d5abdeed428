/* Trees of checks, <group>/<Kind>/health.lua, and the cases in their health_test.yaml. */
#ifndef VITALS_TESTS_RULES_CHECK_TREE_H
#define VITALS_TESTS_RULES_CHECK_TREE_H

#include "document/document.h"

enum { TREE_MOST_DIRECTORIES = 2048 };

/* The directories "<group>/<Kind>" that hold a file, in byte order. */
typedef struct check_tree {
    char root[4096];
    char *directories[TREE_MOST_DIRECTORIES];
    size_t count;
} check_tree;

/* false when `root` cannot be read. */
/* The script of a directory, with the helpers of the tree's prelude that it names. The caller frees it. */
char *tree_script(const check_tree *tree, const char *directory, size_t *size);
bool tree_read(check_tree *tree, const char *root, const char *file);
void tree_done(check_tree *tree);
/* The directory whose script is for a kind, exact before wildcards; NULL: none. */
const char *tree_find(const check_tree *tree, vt_text group, vt_text kind);
/* A file below a directory, parsed; fails the test when that does not work. */
vitals_document *tree_document(const check_tree *tree, const char *directory, vt_text file);

/* One item of `tests:`. The texts are borrowed from the document. */
typedef struct tree_case {
    vt_text input, status, message;
} tree_case;

/* Go through a health_test.yaml: start with *at NULL; false at the end. */
bool tree_next_case(const vitals_document *tests, const vt_value **at, tree_case *out);

#endif
