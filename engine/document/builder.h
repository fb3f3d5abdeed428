/*
** Building a document from events: the only place that limits depth, values and bytes, shadows
** duplicate keys and indexes large objects. The JSON and YAML readers and all code that constructs
** an object use it.
**
** Builder calls return false once anything has failed; `status` and `limit` then give the reason.
*/
#ifndef VITALS_DOCUMENT_BUILDER_H
#define VITALS_DOCUMENT_BUILDER_H

#include "base/run/limits.h"
#include "document/document.h"

typedef struct vt_builder vt_builder;

struct vt_builder {
    vitals_document *document;
    vitals_document **out; /* where a new document is stored once it is complete */
    vt_document_limits limits;
    vitals_status status;   /* VITALS_OK until something failed */
    const char *limit;      /* name of the limit that was hit, or NULL */
    char *source;           /* the bytes of vt_builder_source, for a reader that decodes in place */
    uint32_t depth;         /* containers that are open */
    uint32_t innermost;     /* index of the last of them */
    uint32_t room;          /* values that fit before more memory is needed */
    vt_interrupt interrupt; /* for readers to ask */
    uint64_t skipped;       /* values that are not in the tree, and count for the limit */
    struct vt_drop *drop;   /* what to leave out, or NULL */
    bool defers;            /* leave managed fields unbuilt */
    const struct vt_json_level *level; /* of the JSON reader; NULL: the best */
};

/* Start over in `*document`; when that is NULL a new document is allocated and stored there at the
** end. The source text is copied: read it from vt_builder_source, which is followed by 64 NULs. */
bool vt_builder_begin(vt_builder *builder, const vitals_read_options *options, vt_text source,
                      vitals_document **document);
vt_text vt_builder_source(const vt_builder *builder);
/* Finish: the tree is complete and immutable from now on. Fails when it has no value, when
** containers are open, or when anything failed before; the builder is then abandoned. */
bool vt_builder_end(vt_builder *builder);
/* Stop: an existing document is left empty, a new one is freed. */
void vt_builder_abandon(vt_builder *builder);

/* Changes the tree that was read, before it is finished. Returns VITALS_OK, or why parsing
** fails. */
typedef vitals_status (*vt_builder_adjust_fn)(vt_builder *builder, void *user);
typedef struct vt_builder_adjust {
    vt_builder_adjust_fn adjust;
    void *user;
    bool event; /* JSON: its root will be the member `object`, where the paths to drop start */
} vt_builder_adjust;

/* Begin, read the source in the format of `options`, adjust, end. `adjust` may be NULL. A failure
** adds a diagnostic, except VITALS_ENOMEM and what `adjust` returns. */
vitals_status vt_builder_parse(const vt_source *source, const vitals_read_options *options,
                               const vt_builder_adjust *adjust, vitals_document **document,
                               vitals_diagnostics *diagnostics);
/* Make a value of the tree its root and drop everything around it. No container may be open. */
void vt_builder_set_root(vt_builder *builder, const vt_value *value);
/* Leave out of the tree what `drop` says; for readers that do not do so themselves. */
bool vt_builder_drop(vt_builder *builder);
/* Open the root, an object, again to add members. */
void vt_builder_reopen(vt_builder *builder);

/* Ask the host whether to go on; false: it stops the reader, and the builder has failed. */
bool vt_builder_goes_on(vt_builder *builder);
/* Fail with VITALS_ESYNTAX (the reader reports what is wrong), unless something failed before. */
bool vt_builder_reject(vt_builder *builder);
/* If a limit was hit, report it at `offset` of the source. */
void vt_builder_diagnose(const vt_builder *builder, size_t offset, vitals_diagnostics *diagnostics);

bool vt_build_null(vt_builder *builder, uint32_t offset);
bool vt_build_bool(vt_builder *builder, bool value, uint32_t offset);
bool vt_build_integer(vt_builder *builder, int64_t value, uint32_t offset);
/* `number_text` is copied unless it is the source at `offset`; absent for the canonical text. */
bool vt_build_double(vt_builder *builder, double value, vt_text number_text, uint32_t offset);
/* `text` is copied into the document. Must be valid UTF-8. Also used for keys. */
bool vt_build_string(vt_builder *builder, vt_text text, uint32_t offset);
/* The same for text that is NUL-terminated in the arena of the document: it is not copied. */
bool vt_build_kept_string(vt_builder *builder, vt_text text, uint32_t offset);
bool vt_build_open(vt_builder *builder, vt_type container, uint32_t offset);
bool vt_build_close(vt_builder *builder);
/* Copy a whole value of another document. */
bool vt_build_copy(vt_builder *builder, const vitals_document *from, const vt_value *value);
/* Copy the value at `index` of the document that is being built; it must be closed. The copy shares
** its strings. */
bool vt_build_duplicate(vt_builder *builder, uint32_t index);
/* The index that the next value will get. */
uint32_t vt_build_next_index(const vt_builder *builder);

#endif
