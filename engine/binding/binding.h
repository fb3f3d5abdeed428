/*
** Inside the binding module: the handle, its result, and how requests are read.
**
** binding.c has the handle itself, request.c requests and results, options.c reads options into rules,
** objects.c reads one object, assess.c has verdicts and columns, partials.c partial aggregates of
** columns, authors.c explanations, CEL, Lua and lint, tests.c tests, applications.c applications,
** live.c the live and live_read.c what is read from it.
*/
#ifndef VITALS_BINDING_BINDING_INTERNAL_H
#define VITALS_BINDING_BINDING_INTERNAL_H

#include <vitals/binding.h>
#include <vitals/cel.h>
#include <vitals/coverage.h>
#include <vitals/live.h>
#include <vitals/vitals.h>

#include "base/memory/arena.h"
#include "base/memory/memory.h"
#include "base/run/diagnostic.h"
#include "base/run/limits.h"
#include "base/text/json_writer.h"
#include "document/document.h"

/* ------------------------------------------------------------------ handles */

/* Things that the host names by numbers, which grow and are never reused. */
typedef struct vt_handles {
    struct vt_handle {
        int64_t id;
        void *item;
    } * rows; /* by id */
    size_t count, capacity;
    int64_t last_id;
} vt_handles;

/* Returns the id, or VITALS_ENOMEM. */
int64_t vt_handles_add(vt_handles *handles, const vitals_allocator *memory, void *item);
/* NULL: there is none. */
void *vt_handles_find(const vt_handles *handles, int64_t id);
/* The item, which is the caller's then; NULL: there is none. */
void *vt_handles_take(vt_handles *handles, int64_t id);
void vt_handles_done(vt_handles *handles, const vitals_allocator *memory);

/* ------------------------------------------------------------------ options */

enum { VT_BINDING_MOST_DROPS = 64 };

/* What options say beside the rules. Texts are in `arena`. */
typedef struct vt_binding_rules {
    vt_arena arena;
    vitals_engine *engine;
    vitals_limits *limits; /* NULL: the defaults */
    vitals_call call;      /* without the clock */
    const char *drop[VT_BINDING_MOST_DROPS];
    size_t drop_count;
} vt_binding_rules;

struct vitals_binding {
    vitals_allocator memory;
    vt_binding_rules rules;
    vitals_worker *worker;
    vitals_verdict *verdict;
    vitals_document *document; /* the last object, whose memory is reused */
    vitals_document *target;
    vitals_document *request; /* the last request in JSON */
    vitals_diagnostics *diagnostics;
    vitals_cel_batch *cel;
    vt_buffer text;
    vt_text bundle, zones; /* given by the host */
    vt_text result;        /* `text`, or text of something else */
    vt_handles applications;
    vitals_live *live;
    vitals_limits *live_limits; /* NULL: the defaults */
    uint64_t put_count;         /* by vitals_binding_live_put_at */
    vt_handles views;
    int32_t stop;
};

/* A handle that takes its memory from `allocator`, which may be NULL: for tests. NULL: no memory. */
vitals_binding *vt_binding_new(const vitals_allocator *allocator);

/* Read options into rules. On failure `rules` holds nothing. */
vitals_status vt_binding_rules_read(vitals_binding *binding, const char *options, size_t size,
                                    vt_binding_rules *rules);
void vt_binding_rules_done(vt_binding_rules *rules);

/* ------------------------------------------------------------------ requests */

/* Begin a call: the text and the diagnostics are emptied. */
void vt_binding_begin(vitals_binding *binding);
/* End it: after a failure the text becomes the list of diagnostics. Returns `status`. */
int32_t vt_binding_end(vitals_binding *binding, vitals_status status);
/* End a call whose text is in `binding->text`. */
int32_t vt_binding_end_text(vitals_binding *binding);
/* End it with a text of the library, which is freed. */
int32_t vt_binding_end_copy(vitals_binding *binding, char *text, size_t size);
/* Write the list of diagnostics as a member of an object. */
void vt_binding_write_diagnostics(const vitals_diagnostics *diagnostics, vt_json_writer *writer);
/* Report an error of a request; returns VITALS_EINVAL. */
vitals_status vt_binding_refuse(vitals_binding *binding, const char *format, ...)
    VITALS_PRINTF(2, 3);
/* Whether the host wants to stop. */
bool vt_binding_stopped(void *binding);
/* The options of the handle's rules for reading an object. */
vitals_read_options vt_binding_read_options(const vitals_binding *binding);
/* The options of one call. */
vitals_call vt_binding_call(vitals_binding *binding, int64_t now_seconds);

/* Read one object of the host. What is not exactly one is refused by name: nothing, a value without
** a kind, a list, a watch event, several YAML documents. Errors: VITALS_EINVAL with a diagnostic, and
** those of vitals_document_parse. */
vitals_status vt_binding_read_object(vitals_binding *binding, vt_text text,
                                     const vitals_read_options *options,
                                     vitals_document **document);
/* Refuse an object whose name, which the live needs, is missing or too long. Returns VITALS_EINVAL. */
vitals_status vt_binding_refuse_name(vitals_binding *binding, const vitals_document *document);

/* Append KIND.GROUP/NAMESPACE/NAME, the key of a resource. */
void vt_binding_add_key(vt_buffer *key, const vitals_document *document);

/* A string column of Apache Arrow. */
typedef struct vt_column {
    const char *bytes;
    size_t size;
    const void *offsets;
    size_t count;
    bool wide;
} vt_column;

/* Takes one row, which is assessed: the handle has its document and verdict, unless `status` is a failure.
** What it returns stops the column, unless it is VITALS_OK. */
typedef vitals_status (*vt_row_fn)(void *user, vitals_binding *binding, size_t row,
                                   vitals_status status);
/* Assess a column in one call of the handle. The text is that of vitals_binding_many. Returns what that
** returns. */
int64_t vt_binding_column(vitals_binding *binding, const vt_column *column, int64_t now_seconds,
                          vt_row_fn take, void *user);

/* Parse a request, an object in JSON or YAML; nothing is an empty object. */
vitals_status vt_binding_parse(vitals_binding *binding, const char *bytes, size_t size);

/* A member of a request: its name, its type, and where its value goes. */
typedef enum vt_request_type {
    VT_REQUEST_STRING,  /* vt_text, borrowed from the request */
    VT_REQUEST_BOOL,    /* bool */
    VT_REQUEST_INTEGER, /* int64_t */
    VT_REQUEST_LIST,    /* const vt_value *, an array */
    VT_REQUEST_MAP      /* const vt_value *, an object */
} vt_request_type;

typedef struct vt_request_member {
    const char *name;
    vt_request_type type;
    size_t offset; /* in the struct that is filled */
} vt_request_member;

/* Fill a struct from an object of the request. Members that are absent or null change nothing; unknown
** ones and those of another type are errors. `object` NULL is an empty object. */
vitals_status vt_binding_read_members(vitals_binding *binding, const vt_value *object,
                                      const vt_request_member *members, size_t count, void *out);
#define VT_BINDING_READ(binding, object, members, out)                                             \
    vt_binding_read_members((binding), (object), (members),                                        \
                            sizeof(members) / sizeof((members)[0]), (out))

/* The limits of a map from name to number, to be freed; `*out` stays NULL without any. */
vitals_status vt_binding_read_limits(vitals_binding *binding, const vt_value *map,
                                     vitals_limits **out);

#endif
