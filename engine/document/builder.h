/*
** Building a document from events: the one place where depth, values and bytes are limited,
** duplicate keys are shadowed and large objects get their index. The JSON and YAML readers, and
** whoever makes an object by hand, go through here.
**
** A builder call returns false once anything failed; `status` and `limit` then say why.
*/
#ifndef VITALS_DOCUMENT_BUILDER_H
#define VITALS_DOCUMENT_BUILDER_H

#include "document/document.h"

typedef struct vt_builder vt_builder;

struct vt_builder {
    vitals_document *document;
    vitals_limits limits;
    vitals_status status;   /* VITALS_OK until something failed */
    const char *limit;      /* name of the limit that was hit, or NULL */
    uint32_t depth;
    uint32_t *open;         /* indexes of the containers that are open, `depth` of them */
    uint32_t open_capacity;
};

/* Start over in `*document` (made when NULL). The source text is copied unless `borrow`. */
bool vt_builder_begin(vt_builder *builder, const vitals_read_options *options, vt_text source,
                      vitals_document **document);
/* Done: the tree is whole and immutable from now on. */
bool vt_builder_end(vt_builder *builder);
/* Give up: the document is left empty. */
void vt_builder_abandon(vt_builder *builder);

bool vt_build_null(vt_builder *builder, uint32_t offset);
bool vt_build_bool(vt_builder *builder, bool value, uint32_t offset);
bool vt_build_integer(vt_builder *builder, int64_t value, uint32_t offset);
bool vt_build_double(vt_builder *builder, double value, vt_text number_text, uint32_t offset);
/* `text` is copied into the document. Must be valid UTF-8. Also used for keys. */
bool vt_build_string(vt_builder *builder, vt_text text, uint32_t offset);
bool vt_build_open(vt_builder *builder, vt_type container, uint32_t offset);
bool vt_build_close(vt_builder *builder);
/* Copy a whole value of another (or the same, finished) document. */
bool vt_build_copy(vt_builder *builder, const vitals_document *from, const vt_value *value);

#endif
