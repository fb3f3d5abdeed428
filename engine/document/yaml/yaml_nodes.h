/*
** The first YAML document of a text as a tree of nodes: the output of libyaml, before types,
** aliases and merge keys are resolved.
**
** libyaml allocates with malloc: buffers of about 100 KB and at most three times the size of the
** longest scalar; all of it is freed before vt_yaml_compose returns.
*/
#ifndef VITALS_DOCUMENT_YAML_NODES_H
#define VITALS_DOCUMENT_YAML_NODES_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"
#include "base/run/interrupt.h"
#include "base/run/limits.h"

typedef enum vt_yaml_node_kind {
    VT_YAML_NODE_SCALAR,
    VT_YAML_NODE_SEQUENCE,
    VT_YAML_NODE_MAPPING, /* children: key, value, key, value … */
    VT_YAML_NODE_ALIAS
} vt_yaml_node_kind;

typedef struct vt_yaml_node vt_yaml_node;
struct vt_yaml_node {
    const vt_yaml_node *next; /* the sibling */
    union {
        const vt_yaml_node *first;  /* SEQUENCE, MAPPING */
        const vt_yaml_node *target; /* ALIAS; never itself an alias */
        const char *bytes;          /* SCALAR */
    } as;
    uint32_t size;   /* SCALAR: bytes */
    uint32_t offset; /* of its first byte, properties included */
    uint8_t kind;    /* vt_yaml_node_kind */
    bool plain;      /* SCALAR: its type depends on its text */
    bool merges;     /* SCALAR: as a key, it is a merge key unless a tag says otherwise */
    bool open;       /* a container whose end has not been read */
    bool tagged;     /* it is a vt_yaml_tagged_node */
    bool copied;     /* SCALAR: its text is in the arena for texts, and NUL-terminated */
};

/* There are many nodes and few tags. */
typedef struct vt_yaml_tagged_node {
    vt_yaml_node node;
    const char *tag;
} vt_yaml_tagged_node;

/* What is wrong with a text, and where. Start from all zeroes with `text` initialized. */
typedef struct vt_yaml_problem {
    vitals_status status;
    const char *limit; /* which limit was hit, or NULL */
    size_t offset;     /* byte in the text */
    uint32_t line;     /* the line that go-yaml reports, or 0 when it reports none */
    size_t ignored_at; /* byte of what comes after the document and is not another one, or 0 */
    size_t another_at; /* byte of the next document that is not empty, or 0 */
    bool from_parser;  /* `text` is libyaml's, without the prefix "yaml: line N: " */
    bool is_key;       /* JSON cannot hold a key, rather than a value */
    vt_buffer text;
} vt_yaml_problem;

/*
** Compose the first document of `text`, which may start with a byte order mark. `*root` is NULL
** when there is none. The nodes live in `arena`; their texts are in `text` or in the arena `texts`. `seed` is mixed into
** the hash of anchors. `interrupt` is asked on the way. false: see `problem`.
*/
bool vt_yaml_compose(vt_text text, const vt_document_limits *limits, uint64_t seed,
                     vt_interrupt interrupt, vt_arena *arena, vt_arena *texts,
                     const vt_yaml_node **root, vt_yaml_problem *problem);

/* The tag of a node; NULL: none. Of an ALIAS inside of its target, the name of the anchor. */
static inline const char *vt_yaml_node_tag(const vt_yaml_node *node) {
    return node->tagged ? ((const vt_yaml_tagged_node *)(const void *)node)->tag : NULL;
}

/* The text of a scalar. */
static inline vt_text vt_yaml_node_text(const vt_yaml_node *scalar) {
    return (vt_text){ scalar->as.bytes, scalar->size };
}

/* The target of an alias; any other node itself. */
static inline const vt_yaml_node *vt_yaml_node_resolve(const vt_yaml_node *node) {
    return node->kind == VT_YAML_NODE_ALIAS ? node->as.target : node;
}

#endif
