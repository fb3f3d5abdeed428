/* Reading a set of documents, beyond the public functions. */
#ifndef VITALS_SET_SET_H
#define VITALS_SET_SET_H

#include "document/document.h"

/* The documents whose metadata.ownerReferences contain the uid of `owner`, in the order they were
** added. An owner without a uid has none. */
size_t vt_set_child_count(const vitals_set *set, const vitals_document *owner);
const vitals_document *vt_set_child_at(const vitals_set *set, const vitals_document *owner,
                                       size_t index);
/* The document with this metadata.uid, or NULL; the last one added. */
const vitals_document *vt_set_find_uid(const vitals_set *set, vt_text uid);

#endif
