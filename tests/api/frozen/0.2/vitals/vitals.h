/**
 * vitals: is this Kubernetes object healthy, and why?
 *
 * Four handles carry everything, each with a lifetime of its own:
 *
 *   vitals_document   one parsed object. Never changes after parsing.
 *   vitals_engine     rules and limits. Never changes once built; reference-counted.
 *   vitals_worker     one thread's scratch memory and Lua state. Changes with every call.
 *   vitals_verdict    the answer to one call. Reused from call to call.
 *
 * Beside them, streams cut long input into objects, sets hold the objects that rules about others read,
 * and applications aggregate verdicts. <vitals/live.h> keeps objects that change assessed;
 * <vitals/explain.h>, <vitals/lint.h> and <vitals/testing.h> are for authors of rules; <vitals/cel.h>
 * and <vitals/kstatus.h> are the evaluators on their own; <vitals/cjson.h> reads cJSON trees.
 *
 * When a ConfigMap changes, build a new engine and switch the workers with vitals_worker_use();
 * the old engine is freed with its last reference. The profile, the clock and the set of other
 * objects belong to the call, not to the engine.
 *
 * The following holds for every function in this header and is not repeated below:
 *
 *   Errors      A function that can fail returns a vitals_status. When it fails it leaves its
 *               outputs as they were and adds at least one diagnostic to `diagnostics`, which
 *               may be NULL. VITALS_ENOMEM and VITALS_ESTOPPED add none.
 *   Ownership   The caller frees what *_new, *_parse and *_next return with *_free (engines:
 *               vitals_engine_release). All of these accept NULL. Every other pointer is
 *               borrowed from the handle that returned it, until that handle is freed or used
 *               for another call.
 *   Threads     Any number of threads may read one document or use one engine at once. A
 *               worker, verdict, set under construction, stream or diagnostics list serves one
 *               thread at a time. The library has no global state.
 *   Strings     UTF-8, with a size that does not count the terminator. Text that the library
 *               returns is also NUL-terminated and may contain NUL bytes before that. Text that
 *               it is given need not be terminated unless it is a plain `const char *`.
 *   Units       Are in the name: _bytes, _steps, _seconds. Lines and columns count from 1,
 *               offsets from 0; columns count code points, offsets bytes.
 *   Structs     Grow at their end from version to version, and a program that was compiled against
 *               an older header keeps working. A struct that the caller fills starts with
 *               `struct_bytes`: begin with its _INIT macro. Fields that it is too short to have
 *               take their defaults; fields that the library does not know must be zero, else
 *               VITALS_EINVAL. A struct that the library fills is passed with its size,
 *               `sizeof *out`, and not written beyond that. Structs that a returned pointer
 *               points to may be longer than the header says: do not count in steps of them.
 *   Isolation   The library never prints, exits, reads the environment or reads the clock.
 */
#ifndef VITALS_VITALS_H
#define VITALS_VITALS_H

#include <vitals/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------- documents */

typedef struct vitals_document vitals_document;

/** How the text of an object is read. */
typedef enum vitals_format {
    VITALS_FORMAT_AUTO, /**< By the first byte that is not white space: { or [ is JSON. */
    VITALS_FORMAT_JSON,
    VITALS_FORMAT_YAML
} vitals_format;

/** How to read. Start from VITALS_READ_OPTIONS_INIT. */
typedef struct vitals_read_options {
    size_t struct_bytes;
    const vitals_allocator *allocator; /**< NULL for malloc. Copied. */
    const vitals_limits *limits;       /**< NULL for the defaults. Copied. */
    vitals_format format;
    const char *file; /**< Name for diagnostics and verdicts, or NULL. Copied. */
    uint64_t
        hash_seed; /**< Mixed into the hash of large maps, with the address of the document. 0 is
                             allowed where addresses are random: see docs/security.md. */

    /**
     * Members that nobody will read, for speed and memory: they are checked as if they were read,
     * with errors and limits, and are then absent from the document, as if they had never been
     * written. At most 64 paths from the root of the object such as
     *
     *     .metadata.managedFields
     *     .metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]
     *     .spec.versions[].schema             of every item
     *
     * An item of a list or the object of a watch event has paths of its own. Copied by streams.
     */
    const char *const *drop;
    size_t drop_count;

    vitals_interrupt_fn interrupt; /**< Asked while text is read and cut; NULL never stops. */
    void *interrupt_user;
} vitals_read_options;

#define VITALS_READ_OPTIONS_INIT                                                                   \
    { sizeof(vitals_read_options), NULL, NULL, VITALS_FORMAT_AUTO, NULL, 0, NULL, 0, NULL, NULL }

/**
 * Read one object from text: one JSON value, or the first YAML document.
 *
 * `*document` must be NULL or a document that is not in use: its memory is reused, and on
 * failure it is left empty. `options` may be NULL.
 *
 * Cost:   linear in `size`.
 * Errors: VITALS_ESYNTAX, VITALS_ELIMIT (the diagnostic names it), VITALS_ENOMEM, VITALS_ESTOPPED.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_document_parse(const char *bytes, size_t size,
                                                               const vitals_read_options *options,
                                                               vitals_document **document,
                                                               vitals_diagnostics *diagnostics);
VITALS_API void vitals_document_free(vitals_document *document);

/** How many members were left out by the option `drop`. */
VITALS_API size_t vitals_document_dropped(const vitals_document *document);

/**
 * The identity of an object. Absent, null and wrongly typed fields give absent text. The group
 * is the apiVersion up to its slash, empty without one; more than one slash gives an empty group,
 * version and kind, as in apimachinery.
 */
VITALS_API vitals_text vitals_document_api_version(const vitals_document *document);
VITALS_API vitals_text vitals_document_group(const vitals_document *document);
VITALS_API vitals_text vitals_document_version(const vitals_document *document);
VITALS_API vitals_text vitals_document_kind(const vitals_document *document);
VITALS_API vitals_text vitals_document_namespace(const vitals_document *document);
VITALS_API vitals_text vitals_document_name(const vitals_document *document);
VITALS_API vitals_text vitals_document_uid(const vitals_document *document);

/** A label or annotation by its key, and the uid of the owner reference at `index`; absent when
 * there is none or it is not a string. An owner without a uid gives empty text. */
VITALS_API vitals_text vitals_document_label(const vitals_document *document, vitals_text key);
VITALS_API vitals_text vitals_document_annotation(const vitals_document *document, vitals_text key);
VITALS_API vitals_text vitals_document_owner_uid(const vitals_document *document, size_t index);

/** Whether the object has a status; manifests have none. */
VITALS_API bool vitals_document_has_status(const vitals_document *document);

/** Where it was read from: the file, the number of the document in it, and its first line. */
typedef struct vitals_origin {
    const char *file;
    uint32_t document;
    uint32_t line;
} vitals_origin;

VITALS_API void vitals_document_origin(const vitals_document *document, vitals_origin *out,
                                       size_t out_bytes);

/**
 * Write the object; numbers and strings keep their exact text. `indent` is the number of spaces
 * per level, 0 for one line. The caller frees `*text` with vitals_text_free and the same
 * allocator (NULL for malloc). Errors: VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_document_write_json(const vitals_document *document, unsigned indent,
                           const vitals_allocator *allocator, char **text, size_t *size);
VITALS_API VITALS_MUST_USE vitals_status vitals_document_write_yaml(
    const vitals_document *document, const vitals_allocator *allocator, char **text, size_t *size);
VITALS_API void vitals_text_free(const vitals_allocator *allocator, char *text, size_t size);

/* ------------------------------------------------------ values of a document */

/** A value of a document: borrowed from it, and as immutable. Every function here takes NULL for a value
 * that is not there. Threads: any number may read one document at once. */
typedef struct vitals_value vitals_value;

typedef enum vitals_value_type {
    VITALS_VALUE_NONE, /**< The value is missing. */
    VITALS_VALUE_NULL,
    VITALS_VALUE_BOOL,
    VITALS_VALUE_INTEGER, /**< A number without point and exponent that fits int64_t. */
    VITALS_VALUE_DOUBLE,  /**< Every other number. */
    VITALS_VALUE_STRING,
    VITALS_VALUE_LIST,
    VITALS_VALUE_MAP
} vitals_value_type;

/** The whole object; NULL for a document whose reading failed. */
VITALS_API const vitals_value *vitals_document_root(const vitals_document *document);

/**
 * The value at a path, as traces and explanations write it, from `from` on or, when that is NULL, from
 * the root:
 *
 *     .status.conditions[0].type
 *     .metadata.labels["app.kubernetes.io/name"]      quoted as in JSON
 *     .                                               `from` itself
 *
 * Of several members with one key the last one counts. `*out` is NULL on failure.
 *
 * Cost:   linear in the path; in the items before an index where items are lists or maps.
 * Errors: VITALS_ENOTFOUND, there is no such value; VITALS_EINVAL, the text is not a path;
 *         VITALS_ENOMEM, managed fields are read for the first time.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_document_field(const vitals_document *document,
                                                               const vitals_value *from,
                                                               vitals_text path,
                                                               const vitals_value **out);

VITALS_API vitals_value_type vitals_value_type_of(const vitals_value *value);
/** The text of a string, borrowed from the document; absent for anything else. */
VITALS_API vitals_text vitals_value_string(const vitals_value *value);
/** false for anything but true. */
VITALS_API bool vitals_value_bool(const vitals_value *value);
/** 0 for anything but an INTEGER. */
VITALS_API int64_t vitals_value_integer(const vitals_value *value);
/** Of an INTEGER or a DOUBLE, rounded to the nearest double; 0 for anything else. Use
 * vitals_value_write_json for the exact text. */
VITALS_API double vitals_value_double(const vitals_value *value);
/** The number of items of a list or members of a map; 0 for anything else. */
VITALS_API size_t vitals_value_count(const vitals_value *value);

/**
 * The items of a list or the members of a map, in the order in which they were written: start with
 * `*cursor` 0. `key` is absent for items; it may be NULL.
 *
 * Errors: VITALS_ENOTFOUND at the end, also for anything but a list or map; VITALS_ENOMEM, managed
 *         fields are read for the first time.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_value_next(const vitals_value *container,
                                                           uint64_t *cursor, vitals_text *key,
                                                           const vitals_value **out);

/** Write one value of `document` as vitals_document_write_json writes all of it. Errors: VITALS_EINVAL,
 * there is no value; VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_value_write_json(const vitals_document *document,
                                                                 const vitals_value *value,
                                                                 unsigned indent,
                                                                 const vitals_allocator *allocator,
                                                                 char **text, size_t *size);

/** How a document is written. Start from VITALS_WRITE_OPTIONS_INIT. */
typedef struct vitals_write_options {
    size_t struct_bytes;
    const vitals_allocator *allocator; /**< NULL for malloc; vitals_text_free takes the same. */
    const vitals_value *value;         /**< What to write; NULL: all of the document. */
    vitals_format format;              /**< YAML, or for anything else JSON. */
    unsigned indent;                   /**< Of JSON: spaces per level, 0 for one line. */
    vitals_interrupt_fn interrupt;     /**< NULL never stops. */
    void *interrupt_user;
} vitals_write_options;

#define VITALS_WRITE_OPTIONS_INIT                                                                  \
    { sizeof(vitals_write_options), NULL, NULL, VITALS_FORMAT_JSON, 0, NULL, NULL }

/**
 * As vitals_document_write_json, _yaml and vitals_value_write_json, with an interrupt. `options` may be
 * NULL. Errors: VITALS_EINVAL, there is no document; VITALS_ESTOPPED; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_document_write(const vitals_document *document,
                                                               const vitals_write_options *options,
                                                               char **text, size_t *size);

/* ----------------------------------------------------------------- streams */

/**
 * A stream cuts a long input into objects: YAML documents, JSON values one after another, JSON
 * lines, watch events, and the items of any List, which are returned one by one so that a dump
 * of a cluster is never in memory as a whole.
 *
 * Cutting is cheap and done by one thread; each piece can then be parsed by any thread.
 */
typedef struct vitals_stream vitals_stream;
typedef struct vitals_piece vitals_piece;

/** Returned by a vitals_read_fn: there is nothing to read at the moment. */
#define VITALS_READ_AGAIN (-2)

/**
 * Reads up to `capacity` bytes; returns how many, 0 at the end, -1 when reading failed, VITALS_READ_AGAIN when
 * vitals_stream_next is to return VITALS_EAGAIN rather than wait for more.
 */
typedef ptrdiff_t (*vitals_read_fn)(void *user, char *buffer, size_t capacity);

/**
 * A stream reads through `read` as it needs more, or, when that is NULL, is fed: the host hands over
 * bytes as they arrive and takes the pieces that are complete.
 *
 *     vitals_stream_feed(stream, bytes, size);
 *     while ((status = vitals_stream_next(stream, &piece, diagnostics)) != VITALS_EAGAIN) ...
 *
 * Pieces, errors and limits depend on the bytes alone, never on how they are divided.
 *
 * `options` may be NULL. Errors: VITALS_ENOMEM, VITALS_EINVAL.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_stream_new(const vitals_read_options *options,
                                                           vitals_read_fn read, void *user,
                                                           vitals_stream **out);
VITALS_API void vitals_stream_free(vitals_stream *stream);

/**
 * Append bytes to the input of a stream without a read function; they are copied. What is not taken
 * with vitals_stream_next stays in memory. Bytes after the stream has ended with an error are
 * ignored.
 *
 * Errors: VITALS_ENOMEM, which ends the stream; VITALS_EINVAL, the stream reads, or its input has
 * ended.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_stream_feed(vitals_stream *stream,
                                                            const char *bytes, size_t size);

/** The input of such a stream is complete. Errors: VITALS_EINVAL, the stream reads. */
VITALS_API VITALS_MUST_USE vitals_status vitals_stream_end(vitals_stream *stream);

/**
 * The next piece, or VITALS_ENOTFOUND at the end of the input (which adds no diagnostic).
 * VITALS_EAGAIN, without a diagnostic: settle the pieces after vitals_stream_lines_ahead; or the read function
 * returned VITALS_READ_AGAIN; or, without a read function: feed more, or end the input.
 * VITALS_ESYNTAX and VITALS_ELIMIT concern one piece only: call again for the next one.
 * After VITALS_EREAD and VITALS_ENOMEM the stream is at its end. VITALS_ESTOPPED: the host stopped the
 * call; the next one continues.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_stream_next(vitals_stream *stream,
                                                            vitals_piece **out,
                                                            vitals_diagnostics *diagnostics);
VITALS_API void vitals_piece_free(vitals_piece *piece);

/**
 * The JSON text of `metadata` in the envelope of the JSON list that the stream read last, with what a
 * server says about a page: resourceVersion and continue. Absent unless the list was read through to its
 * closing brace, so that it also shows that no item is missing at the end.
 */
VITALS_API vitals_text vitals_stream_list_metadata(const vitals_stream *stream);

/**
 * The type of what is asked for as metadata alone: pieces that are taken from now on and are a PartialObjectMetadata
 * of group meta.k8s.io, which the API server sends in place of an object, are of this type instead. Other objects
 * keep theirs. Both texts are copied.
 *
 * Errors: VITALS_ENOMEM; VITALS_EINVAL, a text is empty.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_stream_set_metadata_type(vitals_stream *stream,
                                                                         vitals_text api_version,
                                                                         vitals_text kind);

/**
 * Before the first piece: hand over objects on lines of their own without cutting them, so that their text is gone
 * through once, in the thread that parses it. Documents and errors are the same, if the host settles the pieces.
 *
 *     while ((status = vitals_stream_next(stream, &piece, diagnostics)) == VITALS_OK) {
 *         status = vitals_piece_parse(piece, &document, &event, diagnostics);
 *         if (vitals_piece_settle(piece, status)) use(status, document, event, diagnostics);
 *         vitals_piece_free(piece);
 *     }
 *
 * If a line turns out to need cutting, vitals_piece_parse returns VITALS_EAGAIN without a diagnostic. Discard that
 * piece and all pieces taken after it: vitals_stream_next returns their text again, cut into pieces.
 *
 * At most `most` pieces can be unsettled at a time; their text stays in memory until they are settled.
 * With 1 a piece borrows its text and is freed before the next call of vitals_stream_next.
 */
VITALS_API void vitals_stream_lines_ahead(vitals_stream *stream, size_t most);
/**
 * Settle a piece that was parsed with this status: in the order of taking the pieces, in the thread of the stream, while
 * the stream exists. Returns whether the piece counts; always true of one that was cut.
 */
VITALS_API bool vitals_piece_settle(const vitals_piece *piece, vitals_status parsed);

/** The type of a watch event; NONE when the piece is not a watch event. */
typedef enum vitals_event {
    VITALS_EVENT_NONE,
    VITALS_EVENT_ADDED,
    VITALS_EVENT_MODIFIED,
    VITALS_EVENT_DELETED,
    VITALS_EVENT_BOOKMARK,
    VITALS_EVENT_ERROR
} vitals_event;

/**
 * Parse a piece. `*document` as in vitals_document_parse. `event` may be NULL.
 * VITALS_ENOTFOUND: the piece holds no object (an empty YAML document); no diagnostic.
 * VITALS_EAGAIN: see vitals_stream_lines_ahead.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_piece_parse(const vitals_piece *piece,
                                                            vitals_document **document,
                                                            vitals_event *event,
                                                            vitals_diagnostics *diagnostics);
/** The bytes of a piece's text, before it is parsed. */
VITALS_API size_t vitals_piece_size_bytes(const vitals_piece *piece);

/* -------------------------------------------------------------------- sets */

/**
 * Many objects that come, change and go, for rules that read other objects. An object is found by
 * its UID, by its identity (group, kind, namespace, name), by its owner and by its labels.
 *
 * Threads: any number may read a set and assess with it while nobody changes it.
 * Memory:  is given back as objects are removed.
 */
typedef struct vitals_set vitals_set;

/** `allocator` may be NULL. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_set_new(const vitals_allocator *allocator,
                                                        vitals_set **out);
VITALS_API void vitals_set_free(vitals_set *set);

/**
 * Put an object; on success the set owns the document.
 *
 * It replaces the object with the same identity. Another UID means that the object was deleted and created
 * again. Served in another group, an object keeps its UID, kind, namespace and name, and is replaced as well.
 * What was replaced is freed; the new version keeps its position, one that was created again comes
 * last. Objects without UID and name replace nothing. Where several kinds, namespaces or names have one UID, all of
 * these objects stay.
 *
 * Cost:   linear in the number of labels and owners, not in that of objects.
 * Errors: VITALS_ENOMEM; the set is then unchanged and the document remains the caller's.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_set_put(vitals_set *set, vitals_document *document);

/**
 * Remove and free the object that a put of `document` would replace: the last state that came with
 * a DELETED event, or an object of the set itself. One that was created again under another UID
 * stays. Never needs memory. Errors: VITALS_ENOTFOUND.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_set_remove(vitals_set *set,
                                                           const vitals_document *document);

/** The number of objects in the set. */
VITALS_API size_t vitals_set_count(const vitals_set *set);

/**
 * The objects one after another, in the order in which they were first put: start with `*cursor` 0;
 * NULL at the end. The set may change meanwhile: what stays in it is visited once.
 */
VITALS_API const vitals_document *vitals_set_next(const vitals_set *set, uint64_t *cursor);

/** The object of this identity, or NULL. */
VITALS_API const vitals_document *vitals_set_find(const vitals_set *set, vitals_text group,
                                                  vitals_text kind, vitals_text namespace_,
                                                  vitals_text name);
/** The object with this UID, or NULL. Of several the one that was put first. */
VITALS_API const vitals_document *vitals_set_find_uid(const vitals_set *set, vitals_text uid);

/** The first owner (metadata.ownerReferences, by UID) that is in the set, or NULL. */
VITALS_API const vitals_document *vitals_set_owner(const vitals_set *set,
                                                   const vitals_document *document);

/**
 * Whether an object has an owner in the set, and the chain of its owners ends. Objects that own each other in a
 * ring, and those below a ring, are not owned: they count. Asking about all objects is linear in their number.
 */
VITALS_API bool vitals_set_is_owned(const vitals_set *set, const vitals_document *document);

/** In vitals_owners_settle: no owner is at hand. */
#define VITALS_NO_OWNER UINT32_MAX
/**
 * Which objects are owned, by the rule that sets follow, for a program that keeps objects by numbers.
 * `owners[i]` is the number of the first owner of object i that is at hand, or VITALS_NO_OWNER. An object is
 * owned when the chain of its owners ends; then its number stays. In a ring, and below one, no chain
 * ends: those objects count, and get VITALS_NO_OWNER. Linear in `count`, which is below 2^30 - 1.
 * Errors: VITALS_EINVAL for a count or a number that is too large; nothing is changed then.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_owners_settle(uint32_t *owners, size_t count);

/**
 * The objects that name `owner_uid` among their owners, in the order in which they were last put;
 * `cursor` as in vitals_set_next. The owner itself need not be in the set.
 */
VITALS_API const vitals_document *vitals_set_next_child(const vitals_set *set,
                                                        vitals_text owner_uid, uint64_t *cursor);

/* --------------------------------------------------------- label selectors */

/**
 * A label selector, as `kubectl -l` takes it. Never changes once parsed. Threads: any number may
 * match with one selector at once.
 */
typedef struct vitals_selector vitals_selector;

/**
 * Parse kubectl's grammar: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`, joined by
 * commas, all of which must hold. Empty text matches every object. `text` is copied; `allocator`
 * may be NULL.
 *
 * Cost:   linear in the size of the text.
 * Errors: VITALS_ESYNTAX (the diagnostic gives the column of the requirement that cannot be read),
 *         VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_selector_parse(vitals_text text,
                                                               const vitals_allocator *allocator,
                                                               vitals_selector **out,
                                                               vitals_diagnostics *diagnostics);
/**
 * Whether the selector matches metadata.labels. As in Kubernetes, an object without the label
 * satisfies `!=` and `notin`. A label whose value is not a string counts as missing.
 */
VITALS_API bool vitals_selector_matches(const vitals_selector *selector,
                                        const vitals_document *document);
VITALS_API void vitals_selector_free(vitals_selector *selector);

/* ----------------------------------------------------------- configuration */

/**
 * The inputs of an engine: add rules, then vitals_engine_new checks all of them. One
 * configuration may build several engines and be changed in between.
 *
 * All texts are copied. Each function that adds something can fail with VITALS_ENOMEM, which leaves the
 * configuration as it was, beside what it names. Threads: one at a time.
 */
typedef struct vitals_configuration vitals_configuration;

/** What vitals_engine_new does with a broken configuration. */
typedef enum vitals_on_broken {
    VITALS_ON_BROKEN_REJECT, /**< It fails; all diagnostics are reported. */
    VITALS_ON_BROKEN_SKIP    /**< Affected kinds answer Unknown with the error. */
} vitals_on_broken;

/** An empty configuration. `allocator` may be NULL; engines use it too. */
VITALS_API VITALS_MUST_USE vitals_status vitals_configuration_new(const vitals_allocator *allocator,
                                                                  vitals_configuration **out);
VITALS_API void vitals_configuration_free(vitals_configuration *configuration);

/** The default is VITALS_ON_BROKEN_REJECT. */
VITALS_API void vitals_configuration_set_on_broken(vitals_configuration *configuration,
                                                   vitals_on_broken what);
/** NULL for the defaults. Copied. */
VITALS_API void vitals_configuration_set_limits(vitals_configuration *configuration,
                                                const vitals_limits *limits);
/** false leaves out the checks that are built into the library. Default true. */
VITALS_API void vitals_configuration_set_bundled(vitals_configuration *configuration, bool on);

/**
 * The scripts of the bundled checks, for a library that was built without them (VITALS_BUNDLE=OFF): the
 * bytes that `tools/gen/embed --scripts` writes. They are not copied and must outlive every engine that is made
 * from this configuration, and those that share with it.
 *
 * Errors: VITALS_EINVAL, these are not the scripts of this version of the library.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_configuration_set_bundle(
    vitals_configuration *configuration, const char *bytes, size_t size);

/**
 * The time zones that expressions may name, for programs without the files of the system: the bytes that
 * `tools/gen/zones` writes. They are not copied and must outlive every engine that is made from this configuration.
 *
 * Errors: VITALS_EINVAL, these are not time zones.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_configuration_set_zones(vitals_configuration *configuration, const char *bytes, size_t size);

/** Whether a missing field makes a CEL expression false instead of an error. Flux and the default:
 * an error. */
VITALS_API void vitals_configuration_set_missing_is_false(vitals_configuration *configuration,
                                                          bool on);

/** Whether expressions of a Kustomization or HelmRelease apply only to objects with its labels although it is
 * the only one: for rules that are read from a cluster, where other objects do not belong to it. The default
 * is that they apply to every object then. */
VITALS_API void vitals_configuration_set_owned_only(vitals_configuration *configuration, bool on);

/** Asked while the configuration is read and while engines are built from it; true stops the call
 * with VITALS_ESTOPPED. NULL never stops. */
VITALS_API void vitals_configuration_set_interrupt(vitals_configuration *configuration,
                                                   vitals_interrupt_fn interrupt, void *user);

/**
 * Add an argocd-cm ConfigMap as YAML or JSON text: both the legacy `resource.customizations`
 * key and the split keys `resource.customizations.<type>.<group>_<Kind>`. A later ConfigMap
 * replaces an earlier one, as in a cluster.
 *
 * Fails only when the text is not a ConfigMap; errors in the keys are reported by
 * vitals_engine_new. `file` names the text in diagnostics and verdicts; copied.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_configuration_add_argocd_cm(vitals_configuration *configuration, const char *file,
                                   const char *bytes, size_t size, vitals_diagnostics *diagnostics);

/**
 * Add a tree `<group>/<Kind>/health.lua`, which takes precedence over the trees added before and
 * over the bundled one, and the helpers of its prelude.lua. Reads the directory. Errors: VITALS_EREAD.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_configuration_add_checks(
    vitals_configuration *configuration, const char *directory, vitals_diagnostics *diagnostics);

/**
 * Add one check by its directory name, as add_checks would; `_` in the name is a wildcard. The name
 * "prelude.lua" adds helpers instead, as the file of this name in the root of a tree does: the checks
 * that are added after it may name them in their first line, `-- uses: map, condition`.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_configuration_add_check(
    vitals_configuration *configuration, const char *group_kind, const char *file,
    const char *script, size_t size, vitals_diagnostics *diagnostics);

/** Add Flux healthCheckExprs: Kustomizations, HelmReleases, or a bare list. */
VITALS_API VITALS_MUST_USE vitals_status vitals_configuration_add_expressions(
    vitals_configuration *configuration, const char *file, const char *bytes, size_t size,
    vitals_diagnostics *diagnostics);

/** The sorts of rules that a file may hold, as bits. */
typedef enum vitals_rules {
    /** Customizations of Argo CD: a ConfigMap; values of the argo-cd chart (`configs.cm`, the older
     * `server.config`) at any depth, also as text or map inside an Application or HelmRelease; the
     * `parameters` of an Application; the ArgoCD resource of the Argo CD Operator; strategic merge patches
     * and JSON patches of the ConfigMap, also inside a kustomization; literals of its configMapGenerator. */
    VITALS_RULES_CUSTOMIZATIONS = 1,
    /** healthCheckExprs of Flux: Kustomizations, HelmReleases, bare lists. */
    VITALS_RULES_EXPRESSIONS = 2,
    /** Health scripts of Karmada: ResourceInterpreterCustomizations. InterpretHealth returns true for
     * Healthy and false for Degraded. Only profile combined asks them. */
    VITALS_RULES_INTERPRETERS = 4,
    VITALS_RULES_ALL = 7,
    /** No sort, but in addition: read the files that a kustomization names, too: resources, patches, and
     * files of its configMapGenerator. They are opened below the directory of `file`, while the engine is
     * built. */
    VITALS_RULES_FOLLOW = 8
} vitals_rules;

/** What vitals_configuration_add_rules takes. Start from VITALS_RULES_OPTIONS_INIT. */
typedef struct vitals_rules_options {
    size_t struct_bytes;
    unsigned take; /**< Bits of vitals_rules. */
    const char
        *key; /**< Where the data of an argocd-cm is, as a path of vitals_document_field, when it
                          would not be recognised: a map, or YAML as text. NULL: anywhere. */
} vitals_rules_options;

#define VITALS_RULES_OPTIONS_INIT                                                                  \
    { sizeof(vitals_rules_options), VITALS_RULES_ALL, NULL }

/**
 * Add the rules that a file holds, in whatever form people keep them: YAML with any number of documents,
 * JSON, lists of objects. What holds no rules is skipped. Places of rules and errors are those of the file,
 * also of YAML inside of texts.
 *
 * Customizations from several documents and files are one argocd-cm: a key that comes again replaces
 * the earlier one, and null or a JSON patch removes it. A value that is a template of Helm is an error.
 * vitals_configuration_add_argocd_cm reads one ConfigMap and nothing else.
 *
 * `options` may be NULL: all sorts, no other files. Nothing is read before vitals_engine_new, which reports all errors;
 * the rules that were taken are those of vitals_engine_rule_at. Errors: VITALS_ELIMIT, VITALS_EINVAL,
 * VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_configuration_add_rules(
    vitals_configuration *configuration, const char *file, const char *bytes, size_t size,
    const vitals_rules_options *options, vitals_diagnostics *diagnostics);

/** Disable one bundled check, by its directory name such as "batch/CronJob". */
VITALS_API VITALS_MUST_USE vitals_status
vitals_configuration_disable_bundled(vitals_configuration *configuration, const char *group_kind);

/**
 * Add an aggregation policy as YAML or JSON text: what a kind, a resource or a status counts as
 * in an application. The true status is always kept. See docs/policy.md.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_configuration_add_policy(vitals_configuration *configuration, const char *file,
                                const char *bytes, size_t size, vitals_diagnostics *diagnostics);

/* ------------------------------------------------------ engines and workers */

/** Rules and limits. Immutable, counted, used by any number of threads. */
typedef struct vitals_engine vitals_engine;
/** The scratch memory and the Lua state of one thread. */
typedef struct vitals_worker vitals_worker;
/** The answer to one call. It owns everything that its getters return, until it is used again. */
typedef struct vitals_verdict vitals_verdict;

/**
 * Build an engine. All rules are checked here. With VITALS_ON_BROKEN_SKIP a broken rule is
 * reported in `diagnostics` and the call still succeeds.
 *
 * `configuration` may be NULL: the bundled checks and all defaults.
 * Cost:   n log n in the size of the configuration.
 * Errors: VITALS_ECONFIG, VITALS_ELIMIT, VITALS_ENOMEM, VITALS_ESTOPPED.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_engine_new(const vitals_configuration *configuration, vitals_engine **out,
                  vitals_diagnostics *diagnostics);
/**
 * Let engines that are built from now on use the compiled scripts and expressions of `engine` where they
 * have the same text, so that many engines that differ a little take little memory. It applies where the
 * allocator and the limits are the same. The configuration holds a reference to `engine`; NULL shares
 * nothing. What is shared never changes and outlives the engine that compiled it. Threads: engines that
 * share may be used and released by any.
 */
VITALS_API void vitals_configuration_share(vitals_configuration *configuration,
                                           vitals_engine *engine);

/** Take a reference. Threads: any. Returns `engine`. */
VITALS_API vitals_engine *vitals_engine_retain(vitals_engine *engine);
/** Drop a reference; the last one frees the engine. Threads: any. */
VITALS_API void vitals_engine_release(vitals_engine *engine);

/** A rule of an engine, for listing. */
typedef struct vitals_rule {
    vitals_source source;
    const char *id;   /**< Key or directory, such as "cert-manager.io/Certificate". */
    const char *file; /**< "": built in. */
    uint32_t line;    /**< Of the rule in its file; 0: not known. */
    bool wildcard;
    bool open_libraries; /**< Lua only. */
    const char *broken;  /**< Why it cannot be used, or NULL. */
    unsigned profiles;   /**< Bit 1 << vitals_profile for each that uses it. */
} vitals_rule;

/** The number of rules, broken ones included. */
VITALS_API size_t vitals_engine_rule_count(const vitals_engine *engine);
/** `index` counts from 0 in the order of source, then id. false past the end. */
VITALS_API bool vitals_engine_rule_at(const vitals_engine *engine, size_t index, vitals_rule *out,
                                      size_t out_bytes);

/**
 * The Lua script of the rule at `index` as it stands alone, without the prelude.lua of its tree: the helpers that it
 * names are in it. `*text` is the caller's, to be freed with vitals_text_free and the allocator of the engine.
 *
 * Errors: VITALS_ENOTFOUND when there is no such rule or it has no script; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_engine_rule_script(const vitals_engine *engine,
                                                                   size_t index, char **text,
                                                                   size_t *size);

/** Whether Argo CD 3.6 bundles a check for this kind. That of vitals is its own: the same status, but
 * another message. */
VITALS_API bool vitals_argocd_bundles(vitals_text group, vitals_text kind);

/** Whether the kind has no health by nature: ConfigMap, Role, and the like. */
VITALS_API bool vitals_kind_has_no_health(vitals_text group, vitals_text kind);

/** Create a worker, which holds a reference to the engine. Errors: VITALS_ENOMEM; VITALS_ELUA if the
 * program also links another Lua, such as LuaJIT, that hides Lua 5.4; no function of it is called. */
VITALS_API VITALS_MUST_USE vitals_status vitals_worker_new(vitals_engine *engine,
                                                           vitals_worker **out);
VITALS_API void vitals_worker_free(vitals_worker *worker);
/** Switch to another engine, between two calls. On failure the worker keeps the old one. Errors:
 * VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_worker_use(vitals_worker *worker,
                                                           vitals_engine *engine);
/** Overwrite what the objects assessed so far left in the worker's memory. */
VITALS_API void vitals_worker_scrub(vitals_worker *worker);

/* -------------------------------------------------------------- assessment */

typedef struct vitals_trace vitals_trace;

/**
 * Carries a rule and its object to a process that runs it, and brings the answer back: see vitals_runner.
 * `*answer` becomes memory of `allocator`, which the library frees: a block of `*size` + 1 bytes. It is called
 * on the thread of the assessment, waits as long as the rule runs, and asks `interrupt` (NULL: nobody) meanwhile.
 *
 * Errors: VITALS_ESTOPPED, `interrupt` ended it; VITALS_ENOMEM; any other: the rule was not run. The verdict is then
 * Unknown, says so, and holds for a few seconds.
 */
typedef vitals_status (*vitals_remote_fn)(void *user, vitals_text request,
                                          const vitals_allocator *allocator,
                                          vitals_interrupt_fn interrupt, void *interrupt_user,
                                          char **answer, size_t *size);

/** The options of one call. Start from VITALS_CALL_INIT. */
typedef struct vitals_call {
    size_t struct_bytes;
    int64_t now_seconds; /**< The clock, Unix time; for since, kstatus and os.time. */
    vitals_profile profile;
    int32_t zone_offset_seconds;   /**< Local time of the scripts, east of UTC. */
    bool helm_controller_order;    /**< Profile flux: expressions before the job reader. */
    bool explain;                  /**< The message of an expression names the values that it
                                        read: the expression is evaluated a second time. */
    uint16_t argocd_release;       /**< Profile argocd: the rules of this release, by the number of
                                        vitals_argocd_release_from_name; 0: the newest. */
    uint16_t flux_release;         /**< Profile flux: the rules of this release, by the number of
                                        vitals_flux_release_from_name; 0: the newest. */
    const vitals_set *set;         /**< Other objects that rules may read, or NULL. */
    vitals_interrupt_fn interrupt; /**< NULL never interrupts. */
    void *interrupt_user;
    vitals_trace *trace; /**< Filled with how the verdict was reached, or NULL. It borrows from the
                              document: keep that while you read it. */
    vitals_remote_fn remote; /**< Runs scripts and expressions elsewhere; NULL: they run here. */
    void *remote_user;
} vitals_call;

#define VITALS_CALL_INIT                                                                           \
    {                                                                                              \
        sizeof(vitals_call), 0, VITALS_PROFILE_COMBINED, 0, false, false, 0, 0, NULL, NULL, NULL,  \
            NULL, NULL, NULL                                                                       \
    }

/** An empty verdict, which calls fill. `allocator` may be NULL. */
VITALS_API VITALS_MUST_USE vitals_status vitals_verdict_new(const vitals_allocator *allocator,
                                                            vitals_verdict **out);
VITALS_API void vitals_verdict_free(vitals_verdict *verdict);
/**
 * Make `to` equal to `from`, with copies of all texts, so that it can be kept while `from` is used for
 * the next call. What `to` held is gone.
 *
 * Errors: VITALS_ENOMEM; `to` is then empty.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_verdict_copy(const vitals_verdict *from,
                                                             vitals_verdict *to);

/**
 * Assess one object. `call` may be NULL: profile combined at the epoch.
 *
 * A rule that fails or hits a limit does not fail the call: the verdict is Unknown with the
 * error as its message, which vitals_verdict_error returns too.
 *
 * The message of an expression is "current holds: EXPRESSION"; with `explain` the values of the fields
 * that it read follow in parentheses.
 *
 * Cost:   bounded by the engine's limits, whatever the object and the rule.
 * Errors: VITALS_ENOMEM outside a rule; VITALS_EINVAL.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_assess(vitals_worker *worker,
                                                       const vitals_document *document,
                                                       const vitals_call *call,
                                                       vitals_verdict *verdict);

/**
 * Run one Lua script on an object and interpret its result, as Argo CD's ExecuteHealthLua does:
 * no other rule is evaluated, and deletion is ignored. `open_libraries` is useOpenLibs. The
 * dialect is that of the call's profile. A script that does not compile does not fail the call.
 *
 * Errors: those of vitals_assess.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_run_script(vitals_worker *worker,
                                                           vitals_text script, bool open_libraries,
                                                           const vitals_document *document,
                                                           const vitals_call *call,
                                                           vitals_verdict *verdict);

/**
 * For bindings: JSON or YAML text of one object in, the verdict's JSON line out. `*json` is
 * borrowed from the worker until its next call and is also NUL-terminated.
 *
 * Errors: those of vitals_document_parse and vitals_assess. VITALS_ESTOPPED: the call's interrupt
 *         stopped it while the text was read; later the verdict says so.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_assess_text(vitals_worker *worker,
                                                            const char *bytes, size_t size,
                                                            const vitals_call *call,
                                                            vitals_text *json,
                                                            vitals_diagnostics *diagnostics);

/**
 * The same as lines of JSON, for tools and tests: {"script","open_libs","object"} is answered by
 * {"outcome":"status|error","status","message","error"}. `*answer` is borrowed from the worker
 * until its next call.
 *
 * Errors: VITALS_ESYNTAX, the line is not such an object; those of vitals_run_script.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_run_script_line(vitals_worker *worker,
                                                                vitals_text line,
                                                                const vitals_call *call,
                                                                vitals_text *answer,
                                                                vitals_diagnostics *diagnostics);

/**
 * The other side of a vitals_remote_fn: it runs the scripts and expressions that calls send. The host carries the
 * bytes, so that rules run where there is nothing to take: in a process without credentials, files and sockets.
 * Both sides must be the same build of the library. A runner holds what it compiled, and belongs to one thread.
 *
 * Rules are checked where their engine is built, and checks in C run there too. Names of time zones are looked up
 * in the files of the runner's system.
 */
typedef struct vitals_runner vitals_runner;

/** `allocator` may be NULL. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_runner_new(const vitals_allocator *allocator,
                                                           vitals_runner **out);
VITALS_API void vitals_runner_free(vitals_runner *runner);
/**
 * Run what `request` asks for. `*answer` is borrowed until the next call. `interrupt` may be NULL.
 *
 * Errors: VITALS_ESYNTAX, this is not a request of this build; VITALS_ENOMEM. A rule that fails is an answer.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_runner_run(vitals_runner *runner,
                                                           vitals_text request,
                                                           vitals_interrupt_fn interrupt,
                                                           void *interrupt_user,
                                                           vitals_text *answer);

/** UNASSESSED until a call has filled the verdict. */
VITALS_API vitals_health vitals_verdict_health(const vitals_verdict *verdict);
/** Never absent; may be empty. */
VITALS_API vitals_text vitals_verdict_message(const vitals_verdict *verdict);
/** Which kind of rule decided. */
VITALS_API vitals_source vitals_verdict_source(const vitals_verdict *verdict);
/** Key, directory or kind of the rule that decided; absent for source none. */
VITALS_API vitals_text vitals_verdict_rule(const vitals_verdict *verdict);
/** "file:line" of the rule; absent: built in. */
VITALS_API vitals_text vitals_verdict_rule_at(const vitals_verdict *verdict);
/** Id of the decision table's row (native, kstatus), or absent. */
VITALS_API vitals_text vitals_verdict_row(const vitals_verdict *verdict);
/** Line of the script that returned, or 0. */
VITALS_API uint32_t vitals_verdict_line(const vitals_verdict *verdict);
/** "file:line" of that line in the file that holds the script, or absent. */
VITALS_API vitals_text vitals_verdict_line_at(const vitals_verdict *verdict);
/** The error of the rule when it failed, or absent. */
VITALS_API vitals_text vitals_verdict_error(const vitals_verdict *verdict);
/** The name of the limit that the rule hit, or NULL. */
VITALS_API const char *vitals_verdict_limit(const vitals_verdict *verdict);
/** NONE in the profiles combined and argocd. */
VITALS_API vitals_kstatus vitals_verdict_kstatus(const vitals_verdict *verdict);
/** kstatus's message, which may be empty; absent with NONE. */
VITALS_API vitals_text vitals_verdict_kstatus_message(const vitals_verdict *verdict);
/** An observedGeneration lags behind metadata.generation. */
VITALS_API bool vitals_verdict_stale(const vitals_verdict *verdict);
/** lastTransitionTime of the deciding condition (RFC 3339), or absent. */
VITALS_API vitals_text vitals_verdict_since(const vitals_verdict *verdict);
/** Why the object is suspended, or absent; see docs/suspension.md. */
VITALS_API vitals_text vitals_verdict_suspension(const vitals_verdict *verdict);
/** Whether an object counts in its application, as far as one call can know. */
#define VITALS_COUNTING_MAP(X)                                                                     \
    X(NOT_KNOWN, "no call has filled the verdict")                                                 \
    X(COUNTED, "counts")                                                                           \
    X(HOOK, "a hook")                                                                              \
    X(NOT_WAITED_FOR, "Flux does not wait for it")                                                 \
    X(OWNED_IN_SET, "owned by another object of the set")                                          \
    X(OWNED_BY_REFERENCE, "an owner reference names its controller")

typedef enum vitals_counting {
#define VITALS_X(name, text) VITALS_COUNTING_##name,
    VITALS_COUNTING_MAP(VITALS_X)
#undef VITALS_X
        VITALS_COUNTING_COUNT
} vitals_counting;

/** With a set in the call an object is owned when the chain of its owners in the set ends: objects that own each
 * other in a ring count. Without a set it is owned when an owner reference has `controller: true`. An application does not look at this but at the
 * membership that it is given. */
VITALS_API vitals_counting vitals_verdict_counting(const vitals_verdict *verdict);
/** Whether vitals_verdict_counting is COUNTED. */
VITALS_API bool vitals_verdict_counted(const vitals_verdict *verdict);
/** The cost of the rule: Lua steps, CEL cost units, or steps of look-ups in the set. */
VITALS_API uint64_t vitals_verdict_steps(const vitals_verdict *verdict);

/**
 * Unix time from which the verdict may be another one although nothing changed but the clock;
 * INT64_MAX when it holds until the object, the objects it looked at or the rules change. kstatus
 * gives a Pod 15 s to be scheduled; the verdict of a script that read the clock holds for that second.
 */
VITALS_API int64_t vitals_verdict_valid_until(const vitals_verdict *verdict);
/**
 * Whether waiting longer is of no use without a change of the object's spec: kstatus Failed, a
 * failed Job, Pod or Workflow, or a Deployment past its progress deadline.
 */
VITALS_API bool vitals_verdict_terminal(const vitals_verdict *verdict);

/** One line of the CLI's ndjson output, without the line break. Borrowed from the verdict. Errors:
 * VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_verdict_json(vitals_verdict *verdict,
                                                             vitals_text *out);

/* ------------------------------------------------------------ applications */

/** How the resources of an application are aggregated. */
#define VITALS_AGGREGATE_MAP(X)                                                                    \
    X(ARGOCD, "argocd", "Argo CD 3.4 and later")                                                   \
    X(ARGOCD_3_3, "argocd-3.3", "Argo CD up to 3.3: absent resources with a check count")          \
    X(WORST, "worst", "the plain worst child, absent ones included")                               \
    X(KSTATUS, "kstatus", "the aggregate of kstatus")                                              \
    X(ARGOCD_3_1, "argocd-3.1",                                                                    \
      "Argo CD up to 3.1: as argocd-3.3, and ignore-healthcheck counts on the manifest")

typedef enum vitals_aggregate {
#define VITALS_X(name, text, about) VITALS_AGGREGATE_##name,
    VITALS_AGGREGATE_MAP(VITALS_X)
#undef VITALS_X
        VITALS_AGGREGATE_COUNT
} vitals_aggregate;

/** "argocd" and so on. Static. */
VITALS_API const char *vitals_aggregate_name(vitals_aggregate aggregate);
/** Errors: VITALS_ENOTFOUND. */
VITALS_API VITALS_MUST_USE vitals_status vitals_aggregate_from_name(const char *name,
                                                                    vitals_aggregate *out);

/* --------------------------------------------------- releases of Argo CD and Flux */

/** A release of Argo CD, of 2.14 and later, whose health differs from those before. Texts are static. */
typedef struct vitals_argocd_release {
    const char *name;           /**< "3.1"; its patch releases have the same rules. */
    vitals_aggregate aggregate; /**< How it aggregates the health of an application. */
    const char *about;          /**< What changed in health with it, but for its checks; or "". */
    const char *last;           /**< "3.1.16": the last patch release that is known. */
} vitals_argocd_release;

/** Release `index` + 1, from the oldest on; false past the end. */
VITALS_API bool vitals_argocd_release_at(size_t index, vitals_argocd_release *out,
                                         size_t out_bytes);
/** The number of a release for vitals_call, by its name or that of a patch release up to the last one
 * that is known: "3.1", "v3.1.16". Errors: VITALS_ENOTFOUND. */
VITALS_API VITALS_MUST_USE vitals_status vitals_argocd_release_from_name(const char *name,
                                                                         uint16_t *out);
/** A release of Flux, of 2.7 and later, whose health differs from those before. Texts are static. */
typedef struct vitals_flux_release {
    const char *name;       /**< "2.9"; its patch releases have the same rules. */
    const char *controller; /**< "1.9.6": the last known kustomize-controller of it. */
    const char *about;      /**< What changed in health with it; or "". */
    const char *last;       /**< "2.9.5": the last patch release that is known. */
} vitals_flux_release;

/** As vitals_argocd_release_at, for Flux. */
VITALS_API bool vitals_flux_release_at(size_t index, vitals_flux_release *out, size_t out_bytes);
/** As vitals_argocd_release_from_name, for Flux: "2.9", "v2.9.1". Errors: VITALS_ENOTFOUND. */
VITALS_API VITALS_MUST_USE vitals_status vitals_flux_release_from_name(const char *name,
                                                                       uint16_t *out);

/** The revision of Argo CD's own check for a kind in a release: the number of the release that brought or
 * changed it last, or 0 without one. `release` 0 is the newest. Vitals has one check for all. */
VITALS_API unsigned vitals_argocd_check_revision(unsigned release, vitals_text group,
                                                 vitals_text kind);

/**
 * The health of an application, kept up to date as resources are put and removed. For a single
 * result: new, put each resource, read the health. Threads: one at a time; reading the health changes it
 * too.
 */
typedef struct vitals_application vitals_application;

/** The identity of the application, so that it does not count itself. All may be absent. */
typedef struct vitals_application_options {
    size_t struct_bytes;
    vitals_aggregate aggregate;
    vitals_profile
        profile; /**< Whose rule for what was not read it follows: <vitals/coverage.h>. */
    vitals_text uid, namespace_, name;
} vitals_application_options;

#define VITALS_APPLICATION_OPTIONS_INIT                                                            \
    {                                                                                              \
        sizeof(vitals_application_options), VITALS_AGGREGATE_ARGOCD, VITALS_PROFILE_COMBINED,      \
            { NULL, 0 }, { NULL, 0 }, {                                                            \
            NULL, 0                                                                                \
        }                                                                                          \
    }

/** Holds a reference to `engine` and applies its policy. `options` may be NULL; its texts are copied.
 * Errors: VITALS_EINVAL, VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_new(
    vitals_engine *engine, const vitals_application_options *options, vitals_application **out);
VITALS_API void vitals_application_free(vitals_application *application);

/** Whether a resource belongs to the application itself. Only such resources count. */
typedef enum vitals_membership {
    /** It is tracked directly: it counts unless an owner reference of the live object has
     * `controller: true`, as those of ReplicaSets and Pods do. */
    VITALS_MEMBERSHIP_TRACKED,
    VITALS_MEMBERSHIP_YES, /**< The host knows that it counts, whatever owns it. */
    VITALS_MEMBERSHIP_NO   /**< It is shown with the application and never counts. */
} vitals_membership;

/** One resource of an application. Start from VITALS_RESOURCE_INIT. */
typedef struct vitals_resource {
    size_t struct_bytes;
    vitals_text key;               /**< The UID, or any text that stays the same. */
    const vitals_document *target; /**< The desired object, or NULL. */
    const vitals_document *live;   /**< The one in the cluster, or NULL. */
    const vitals_verdict *verdict; /**< That of `live`, or NULL when there is none. */
    vitals_membership membership;
    /** Causes are named in this order: Argo CD's, when the host knows it. Resources of the same
     * ordinal follow each other by group, kind, namespace, name and key. */
    uint64_t ordinal;
} vitals_resource;

#define VITALS_RESOURCE_INIT                                                                       \
    { sizeof(vitals_resource), { NULL, 0 }, NULL, NULL, NULL, VITALS_MEMBERSHIP_TRACKED, 0 }

/**
 * Put one resource, or put it again after it changed. Nothing that `resource` points to is kept. A Secret
 * that is not in the cluster never counts, whatever the policy: clients do not request Secrets, so it may
 * be there.
 *
 * Cost:   O(log n) of n resources.
 * Errors: VITALS_EINVAL, neither target nor live; VITALS_ENOMEM, nothing has changed.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_put(vitals_application *application,
                                                                const vitals_resource *resource);
/** Remove one resource. VITALS_ENOTFOUND: `key` is not in the application. */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_remove(vitals_application *application,
                                                                   vitals_text key);

/**
 * The health of the application; `message` is Argo CD's "Caused by …", borrowed until the next
 * change. Either may be NULL. What vitals_application_cover added counts too.
 *
 * Cost:   O(1): the resources that are named are looked at, no others.
 * Errors: VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_health(vitals_application *application,
                                                                   vitals_health *health,
                                                                   vitals_text *message);
/** The error of the first resource, in the order of causes, that failed: `failed to get resource
 * health for …`. Absent when none did, or without memory. Borrowed until the next change. */
VITALS_API vitals_text vitals_application_error(vitals_application *application);

/** The number of resources that were put, and of those that count as one status. O(1). */
VITALS_API size_t vitals_application_size(const vitals_application *application);
VITALS_API size_t vitals_application_count(const vitals_application *application,
                                           vitals_health counted_as);

/** How one resource counts. The texts are borrowed until it changes. */
typedef struct vitals_application_entry {
    vitals_health health;     /**< The true status; MISSING when absent from the cluster. */
    vitals_health counted_as; /**< The status after the policy. */
    bool counted;             /**< Whether it affects the application's health. */
    const char *why;          /**< Why it does not count, or which policy applied; may be NULL. */
    vitals_text key, group, kind, namespace_, name;
    uint64_t ordinal;
} vitals_application_entry;

/** VITALS_ENOTFOUND when `key` was never put. */
VITALS_API VITALS_MUST_USE vitals_status
vitals_application_entry_of(const vitals_application *application, vitals_text key,
                            vitals_application_entry *out, size_t out_bytes);
/** The resources one after another, in the order in which they were first put: start with `*cursor`
 * 0; false at the end. The application may change meanwhile: what stays in it is visited once. */
VITALS_API bool vitals_application_next(const vitals_application *application, uint64_t *cursor,
                                        vitals_application_entry *out, size_t out_bytes);

/**
 * Add all resources of `other`, under the policy of `application`'s engine. Partial aggregates that
 * are merged in any order give the same health, message, error and counts. Of two resources with
 * one key, the same one is kept whichever came first: live before absent, then the worse. What `other` has not
 * read is not read in `application` either.
 *
 * Errors: VITALS_EINVAL, another aggregate or the same application; VITALS_ENOMEM, a part was
 *         added: merge again.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_merge(vitals_application *application,
                                                                  const vitals_application *other);

/**
 * The resources of `application` as text: a partial aggregate, which another process may merge. One
 * JSON object without line breaks; docs/schema/partial.schema.json has it. Applications with the same
 * resources give the same bytes. Borrowed until the next call for this application.
 *
 * Cost:   O(n log n). Errors: VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_partial(vitals_application *application,
                                                                    vitals_text *out);
/**
 * Add the resources of a partial aggregate, as vitals_application_merge adds those of an application.
 * `options` may be NULL: limits, and the file that diagnostics name.
 *
 * Errors: VITALS_EINVAL, another aggregate; VITALS_ESYNTAX, not a partial aggregate, or one of a newer
 *         version; VITALS_ELIMIT; nothing was added then. VITALS_ENOMEM, a part was added: merge again.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_merge_partial(
    vitals_application *application, const char *bytes, size_t size,
    const vitals_read_options *options, vitals_diagnostics *diagnostics);

/**
 * Switch to another engine. What is put from now on follows its policy; what was put before does
 * so after vitals_application_apply. Errors: VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_use(vitals_application *application,
                                                                vitals_engine *engine);
/** Apply the policy of the current engine to at most `most` resources. `*more`: not all follow it
 * yet. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_application_apply(vitals_application *application,
                                                                  size_t most, bool *more);

/* ------------------------------------------------------------------ traces */

/** How a verdict was reached: an ordered list of events. See vitals_trace_event. `allocator` may be
 * NULL. Threads: one at a time. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_trace_new(const vitals_allocator *allocator,
                                                          vitals_trace **out);
VITALS_API void vitals_trace_free(vitals_trace *trace);
/** Forget the events; calls do so first. */
VITALS_API void vitals_trace_clear(vitals_trace *trace);

typedef enum vitals_trace_kind {
    VITALS_TRACE_CONSIDERED, /**< A source was evaluated: `source`, `text` is the outcome. */
    VITALS_TRACE_READ,       /**< A field was read: `path`, `value` as JSON or absent. */
    VITALS_TRACE_DECIDED,    /**< The rule that decided: `text` is its row, `line` its line. */
    VITALS_TRACE_EXPRESSION, /**< A sub-expression: `path` is its text, `value` its value. */
    VITALS_TRACE_PRINT       /**< What a script printed: `text`. */
} vitals_trace_kind;

typedef struct vitals_trace_event {
    vitals_trace_kind kind;
    vitals_source source;
    uint32_t line;
    vitals_text path;
    vitals_text value; /**< Absent when the field is. */
    vitals_text text;
} vitals_trace_event;

/** The name of the limit at which the trace was cut (trace_bytes), or NULL: it is whole. Which rules
 * were considered and which one decided is there in any case. */
VITALS_API const char *vitals_trace_limit(const vitals_trace *trace);
/** The number of events. */
VITALS_API size_t vitals_trace_count(const vitals_trace *trace);
/** false past the end. The texts are borrowed until the trace is cleared. */
VITALS_API bool vitals_trace_at(vitals_trace *trace, size_t index, vitals_trace_event *out,
                                size_t out_bytes);

#ifdef __cplusplus
}
#endif

#endif
