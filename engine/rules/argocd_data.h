/*
** The data of an argocd-cm, wherever it is written: in the ConfigMap, in patches and generators of it, in
** values and parameters of a Helm chart, in texts inside of other objects, in the resource of the Argo CD
** Operator.
*/
#ifndef VITALS_HEALTH_ARGOCD_DATA_H
#define VITALS_HEALTH_ARGOCD_DATA_H

#include "document/document.h"

/* One member of the data. */
typedef struct vt_argocd_entry {
    vt_text key; /* resource.customizations and what else begins with resource. */
    const vitals_document
        *document;         /* that holds the two below; it may be a text inside of another */
    const vt_value *at;    /* where it is reported */
    const vt_value *value; /* NULL: a patch removes the member */
} vt_argocd_entry;

/* A file that a kustomization names. */
typedef struct vt_argocd_file {
    const vitals_document *document; /* the kustomization */
    const vt_value *at;
    vt_text path; /* relative to the directory of the kustomization */
    vt_text key;  /* the member whose value the file is; absent: a resource or patch */
} vt_argocd_file;

/* How a document is searched. Every function gets `user`. */
typedef struct vt_argocd_search {
    vt_arena *arena; /* of keys that are put together */
    vt_text path;    /* search only here, a path as of vitals_document_field; absent: everywhere */
    void *user;
    void (*take)(void *user, const vt_argocd_entry *entry);
    /* Take a map of such members as a whole instead, where there is one; or NULL. */
    void (*take_map)(void *user, const vitals_document *document, const vt_value *map);
    /* Read YAML inside of a string; it outlives the entries. NULL: it does not parse. */
    vitals_document *(*parse)(void *user, const vitals_document *outer, const vt_value *string);
    /* Make a document {key: the string from its byte `from` on, `size` bytes}. NULL: it cannot be made. */
    vitals_document *(*cut)(void *user, const vitals_document *outer, const vt_value *string,
                            vt_text key, size_t from, size_t size);
    /* Take a file that a kustomization names; NULL: they are not followed. */
    void (*take_file)(void *user, const vt_argocd_file *file);
    bool (*goes_on)(void *user); /* asked for each map */
    bool no_memory;
} vt_argocd_search;

/* Whether a text may hold such data, or a resource that does: no other needs to be parsed. */
bool vt_argocd_may_hold(vt_text text);
/* Whether this is the name of a file that kustomize reads by itself: it may name files with such data. */
bool vt_argocd_is_kustomization(vt_text file);

/* Find the data in one document and take its members in their order; a later member replaces an earlier
** one of the same key. `search->no_memory` is set when memory runs out. */
void vt_argocd_find(vt_argocd_search *search, const vitals_document *document);

/* For argocd_kustomize.c: take a map of members; find the data in a document that is not a kustomization, or
** what is in a kustomization itself. */
void vt_argocd_take_data(vt_argocd_search *search, const vitals_document *document,
                         const vt_value *data);
void vt_argocd_find_in(vt_argocd_search *search, const vitals_document *document);

/* The first line of a text that has a template of Helm, and the template; absent: there is none. */
vt_text vt_argocd_template(vt_text text, uint32_t *line);

/* ------------------------------------------------------ rules of other projects */

/* Whether a text may hold rules in CEL of other projects, or rules that are only named. */
bool vt_dialects_may_hold(vt_text text);
/* Whether a document is of a kind that has such rules; those of Flux do not count. */
bool vt_dialect_names(const vitals_document *document);

#endif
