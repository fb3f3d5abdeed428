/* From YAML nodes to values: types, string keys, aliases within limits, merge keys. */
#include <math.h>
#include <stdio.h>

#include "base/memory/memory.h"
#include "base/number/number.h"
#include "base/run/limits.h"
#include "document/tree.h"
#include "document/yaml/yaml_go_value.h"
#include "document/yaml/yaml_nodes.h"
#include "document/yaml/yaml_scalar.h"

/* A container whose children are being built. A merged mapping adds its pairs to the mapping that
** is already open. */
typedef struct frame {
    const vt_yaml_node *next; /* child */
    bool mapping;
    bool merged;
    bool aliased; /* reached through an alias: its values count against alias_values */
} frame;

typedef struct yaml_reader {
    vt_builder *builder;
    const vitals_allocator *allocator;
    vt_yaml_problem problem;
    vt_yaml_problem json_problem; /* GO: what JSON cannot hold is reported when all else is read */
    vt_arena arena;               /* of the nodes */
    const vt_yaml_node *root;
    vt_buffer scratch, number_text;
    frame *frames;
    size_t depth, frame_capacity;
    uint64_t alias_values, alias_bytes;
} yaml_reader;

/* ---------------------------------------------------------------- problems */

static bool fail(yaml_reader *reader, vitals_status status, const char *limit,
                 const vt_yaml_node *node) {
    reader->problem.status = status;
    reader->problem.limit = limit;
    reader->problem.offset = node->offset;
    return false;
}

/* A failure whose text is already in problem->text. */
static bool bad_value(yaml_reader *reader, const vt_yaml_node *node) {
    if (reader->scratch.failed) return fail(reader, VITALS_ENOMEM, NULL, node);
    return fail(reader, VITALS_ESYNTAX, NULL, node);
}

static bool fail_with_text(yaml_reader *reader, const vt_yaml_node *node, const char *text) {
    vt_buffer_add_terminated(&reader->problem.text, text);
    return bad_value(reader, node);
}

/* Record a failure of the builder. */
static bool built(yaml_reader *reader, bool ok, const vt_yaml_node *node) {
    return ok || fail(reader, reader->builder->status, reader->builder->limit, node);
}

/* ----------------------------------------------------------------- scalars */

enum { LONG_SCALAR_BYTES = 64 << 10 };

/* Before and after the work on a long scalar: no other step is as long. */
static bool ask_about(yaml_reader *reader, vt_text text, const vt_yaml_node *node) {
    return text.size < LONG_SCALAR_BYTES ||
           built(reader, vt_builder_goes_on(reader->builder), node);
}

static bool resolve(yaml_reader *reader, const vt_yaml_node *node, vt_yaml_scalar *scalar) {
    vt_text text = vt_yaml_node_text(node);
    if (!ask_about(reader, text, node)) return false;
    *scalar = (vt_yaml_scalar){ .kind = VT_YAML_STRING, .text = text };
    const char *tag = vt_yaml_node_tag(node);
    if (tag) {
        return vt_yaml_resolve_tagged(vt_text_from(tag), text, &reader->scratch, scalar,
                                      &reader->problem.text) ||
               bad_value(reader, node);
    }
    if (!node->plain) return true;
    return vt_yaml_resolve(text, &reader->scratch, scalar) || bad_value(reader, node);
}

/* Doubles that encoding/json writes as integers become integers. */
static bool build_number(yaml_reader *reader, const vt_yaml_scalar *scalar, uint32_t offset) {
    vt_buffer *text = &reader->number_text;
    int64_t integer;
    vt_buffer_clear(text);
    if (!vt_yaml_append_number(scalar, text)) {
        return vt_tree_fail(reader->builder, VITALS_ENOMEM, NULL);
    }
    if (vt_number_parse_int64(vt_buffer_text(text), 10, &integer)) {
        return vt_build_integer(reader->builder, integer, offset);
    }
    double number = scalar->kind == VT_YAML_FLOAT ? scalar->number : (double)scalar->magnitude;
    return vt_build_double(reader->builder, number, vt_buffer_text(text), offset);
}

static bool build_float(yaml_reader *reader, const vt_yaml_scalar *scalar,
                        const vt_yaml_node *node) {
    if (isfinite(scalar->number)) {
        return built(reader, build_number(reader, scalar, node->offset), node);
    }
    vt_yaml_problem *problem = &reader->json_problem;
    if (problem->status == VITALS_OK) {
        vt_buffer_add_terminated(&problem->text, "json: unsupported value: ");
        vt_number_append_double(&problem->text, scalar->number, 'g', -1);
        problem->status = VITALS_ESYNTAX;
        problem->offset = node->offset;
    }
    return built(reader, vt_build_null(reader->builder, node->offset), node);
}

/* A text that was copied for its node is in the memory of the document already. */
static bool build_text(vt_builder *builder, const vt_yaml_node *node, vt_text text) {
    bool kept = node->copied && text.bytes == node->as.bytes;
    return kept ? vt_build_kept_string(builder, text, node->offset)
                : vt_build_string(builder, text, node->offset);
}

static bool build_scalar(yaml_reader *reader, const vt_yaml_node *node) {
    vt_builder *builder = reader->builder;
    vt_yaml_scalar scalar;
    if (!resolve(reader, node, &scalar) || !ask_about(reader, scalar.text, node)) return false;
    switch (scalar.kind) {
    case VT_YAML_NULL:
        return built(reader, vt_build_null(builder, node->offset), node);
    case VT_YAML_BOOL:
        return built(reader, vt_build_bool(builder, scalar.boolean, node->offset), node);
    case VT_YAML_INTEGER:
        return built(reader, vt_build_integer(builder, scalar.integer, node->offset), node);
    case VT_YAML_UNSIGNED:
        return built(reader, build_number(reader, &scalar, node->offset), node);
    case VT_YAML_FLOAT:
        return build_float(reader, &scalar, node);
    case VT_YAML_STRING:
        return built(reader, build_text(builder, node, scalar.text), node);
    }
    return false;
}

/* -------------------------------------------------------------------- keys */

/* GO: sigs.k8s.io/yaml converts keys that are int, int64, float64, bool and string. It does so before it writes
** JSON, so such a key is reported rather than a value. */
static bool unsupported_key(yaml_reader *reader, const vt_yaml_node *key,
                            const vt_yaml_scalar *scalar, const vt_yaml_node *value) {
    vt_yaml_problem *problem = &reader->json_problem;
    if (!problem->is_key) {
        vt_buffer *text = &problem->text;
        const char *type = scalar->kind == VT_YAML_NULL ? "%!s(<nil>)" : "uint64";
        vt_buffer_clear(text);
        vt_buffer_printf(text, "unsupported map key of type: %s, key: ", type);
        vt_yaml_append_go_value(key, &reader->scratch, text);
        vt_buffer_add_terminated(text, ", value: ");
        vt_yaml_append_go_value(value, &reader->scratch, text);
        problem->status = VITALS_ESYNTAX;
        problem->offset = key->offset;
        problem->is_key = true;
    }
    if (reader->scratch.failed) return fail(reader, VITALS_ENOMEM, NULL, key);
    return built(reader, vt_build_string(reader->builder, VT_TEXT(""), key->offset), key);
}

static bool invalid_key(yaml_reader *reader, const vt_yaml_node *key) {
    vt_buffer_add_terminated(&reader->problem.text, "yaml: invalid map key: ");
    vt_yaml_append_go_value(key, &reader->scratch, &reader->problem.text);
    return bad_value(reader, key);
}

static vt_text float_key(vt_buffer *text, double number) {
    if (isnan(number)) return VT_TEXT(".nan");
    if (isinf(number)) return number > 0 ? VT_TEXT(".inf") : VT_TEXT("-.inf");
    vt_buffer_clear(text);
    vt_number_append_double(text, number, 'g', -1);
    return vt_buffer_text(text);
}

/* The text of a key, valid until the next one. */
static vt_text key_text(yaml_reader *reader, const vt_yaml_scalar *scalar) {
    if (scalar->kind == VT_YAML_STRING) return scalar->text;
    if (scalar->kind == VT_YAML_BOOL) return scalar->boolean ? VT_TEXT("true") : VT_TEXT("false");
    if (scalar->kind == VT_YAML_FLOAT) return float_key(&reader->number_text, scalar->number);
    vt_buffer_clear(&reader->number_text);
    vt_yaml_append_number(scalar, &reader->number_text);
    return vt_buffer_text(&reader->number_text);
}

static bool inside_itself(yaml_reader *reader, const vt_yaml_node *alias) {
    vt_buffer_add_terminated(&reader->problem.text, "yaml: anchor '");
    vt_buffer_add_terminated(&reader->problem.text, vt_yaml_node_tag(alias));
    return fail_with_text(reader, alias, "' value contains itself");
}

static bool is_inside_itself(const vt_yaml_node *node) {
    return node->kind == VT_YAML_NODE_ALIAS && node->tagged;
}

static bool build_key(yaml_reader *reader, const vt_yaml_node *key) {
    const vt_yaml_node *node = vt_yaml_node_resolve(key);
    vt_yaml_scalar scalar;
    if (is_inside_itself(key)) return inside_itself(reader, key);
    if (node->kind != VT_YAML_NODE_SCALAR) return invalid_key(reader, node);
    if (!resolve(reader, node, &scalar)) return false;
    if (scalar.kind == VT_YAML_NULL || scalar.kind == VT_YAML_UNSIGNED) {
        return unsupported_key(reader, node, &scalar, key->next);
    }
    vt_text text = key_text(reader, &scalar);
    if (reader->number_text.failed) return fail(reader, VITALS_ENOMEM, NULL, key);
    return built(reader, vt_build_string(reader->builder, text, key->offset), key);
}

/* -------------------------------------------------------------- containers */

static bool push(yaml_reader *reader, const vt_yaml_node *container, bool merged, bool aliased) {
    void *frames = reader->frames;
    bool room = vt_grow(reader->allocator, &frames, &reader->frame_capacity, reader->depth,
                        sizeof *reader->frames);
    reader->frames = frames;
    if (!room) return fail(reader, VITALS_ENOMEM, NULL, container);
    bool mapping = container->kind == VT_YAML_NODE_MAPPING;
    reader->frames[reader->depth++] = (frame){ container->as.first, mapping, merged, aliased };
    return true;
}

/* The cost of an alias: the values it adds, and the bytes of their strings. */
static bool charge_alias(yaml_reader *reader, const vt_yaml_node *node) {
    const vt_document_limits *limits = &reader->builder->limits;
    if (++reader->alias_values > limits->alias_values) {
        return fail(reader, VITALS_ELIMIT, VT_LIMIT_NAME(alias_values), node);
    }
    if (node->kind == VT_YAML_NODE_SCALAR) reader->alias_bytes += node->size;
    if (reader->alias_bytes > limits->document_bytes) {
        return fail(reader, VITALS_ELIMIT, VT_LIMIT_NAME(document_bytes), node);
    }
    return true;
}

static bool build_node(yaml_reader *reader, const vt_yaml_node *node, bool aliased) {
    if (is_inside_itself(node)) return inside_itself(reader, node);
    if (node->kind == VT_YAML_NODE_ALIAS) aliased = true;
    node = vt_yaml_node_resolve(node);
    if (aliased && !charge_alias(reader, node)) return false;
    if (node->kind == VT_YAML_NODE_SCALAR) return build_scalar(reader, node);
    vt_type type = node->kind == VT_YAML_NODE_MAPPING ? VT_OBJECT : VT_ARRAY;
    return built(reader, vt_build_open(reader->builder, type, node->offset), node) &&
           push(reader, node, false, aliased);
}

static const char merge_wants_maps[] =
    "yaml: map merge requires map or sequence of maps as the value";

/* A merge through an alias is charged by itself: a mapping may hold nothing but merges. */
static bool push_merged(yaml_reader *reader, const vt_yaml_node *mapping, bool aliased) {
    return (!aliased || charge_alias(reader, mapping)) && push(reader, mapping, true, aliased);
}

/* The pairs of a mapping, or of each mapping of a sequence, are inserted in place of the merge key.
** Frames are processed from the top, so the first mapping of a sequence comes last and wins. */
static bool merge(yaml_reader *reader, const vt_yaml_node *value, bool aliased) {
    const vt_yaml_node *node = vt_yaml_node_resolve(value);
    if (is_inside_itself(value)) return inside_itself(reader, value);
    if (node != value) aliased = true;
    if (node->kind == VT_YAML_NODE_MAPPING) return push_merged(reader, node, aliased);
    /* GO: an alias may refer to a mapping here, but not to a sequence. */
    if (value->kind != VT_YAML_NODE_SEQUENCE)
        return fail_with_text(reader, value, merge_wants_maps);
    for (const vt_yaml_node *item = node->as.first; item; item = item->next) {
        const vt_yaml_node *mapping = vt_yaml_node_resolve(item);
        if (mapping->kind != VT_YAML_NODE_MAPPING)
            return fail_with_text(reader, item, merge_wants_maps);
        if (is_inside_itself(item)) return inside_itself(reader, item);
        if (!push_merged(reader, mapping, aliased || mapping != item)) return false;
    }
    return true;
}

static bool is_merge_key(const vt_yaml_node *key) {
    if (key->kind != VT_YAML_NODE_SCALAR) return false;
    const char *tag = vt_yaml_node_tag(key);
    return key->merges || (tag && vt_text_is(vt_yaml_node_text(key), "<<") &&
                           strcmp(tag, "tag:yaml.org,2002:merge") == 0);
}

static bool build_pair(yaml_reader *reader, const vt_yaml_node *key, bool aliased) {
    if (is_merge_key(key)) return merge(reader, key->next, aliased);
    if (aliased && !charge_alias(reader, vt_yaml_node_resolve(key))) return false;
    return build_key(reader, key) && build_node(reader, key->next, aliased);
}

enum { STEPS_PER_ASK = 4096 };

/* One step: the next child of the innermost frame, or its end. */
static bool step(yaml_reader *reader) {
    frame *top = &reader->frames[reader->depth - 1];
    const vt_yaml_node *child = top->next;
    if (!child) {
        reader->depth--;
        return top->merged || built(reader, vt_build_close(reader->builder), reader->root);
    }
    bool mapping = top->mapping, aliased = top->aliased;
    top->next = mapping ? child->next->next : child->next;
    return mapping ? build_pair(reader, child, aliased) : build_node(reader, child, aliased);
}

static bool build(yaml_reader *reader) {
    if (!reader->root) return vt_build_null(reader->builder, 0);
    bool ok = build_node(reader, reader->root, false);
    for (size_t count = 1; ok && reader->depth > 0; count++) {
        bool stopped = count % STEPS_PER_ASK == 0 && !vt_builder_goes_on(reader->builder);
        ok = built(reader, !stopped, reader->root) && step(reader);
    }
    if (!ok || reader->json_problem.status == VITALS_OK) return ok;
    vt_yaml_problem other = reader->problem;
    reader->problem = reader->json_problem;
    reader->json_problem = other;
    return false;
}

/* ------------------------------------------------------------- the outcome */

static void diagnose_limit(const yaml_reader *reader, vitals_diagnostics *diagnostics) {
    const vt_document_limits *limits = &reader->builder->limits;
    const vt_yaml_problem *problem = &reader->problem;
    if (strcmp(problem->limit, VT_LIMIT_NAME(alias_values)) != 0) {
        vt_builder_diagnose(reader->builder, problem->offset, diagnostics);
        return;
    }
    vt_diagnose_format(diagnostics, VITALS_SEVERITY_ERROR, "limit",
                       vt_document_locate(reader->builder->document, problem->offset),
                       problem->limit,
                       "limit %s of %llu reached: document contains excessive aliasing",
                       problem->limit, (unsigned long long)limits->alias_values);
}

/* GO: the line within the text that was passed in. For a later document of a stream it counts from
** the start of the file, as the reader of the message expects. */
static void diagnose_syntax(const yaml_reader *reader, vitals_diagnostics *diagnostics) {
    const vitals_document *document = reader->builder->document;
    const vt_yaml_problem *problem = &reader->problem;
    char where[40] = "";
    uint32_t lines_before = document->map || !document->start.line ? 0 : document->start.line - 1;
    if (problem->from_parser) {
        snprintf(where, sizeof where, problem->line ? "yaml: line %lu: " : "yaml: ",
                 (unsigned long)problem->line + lines_before);
    }
    vt_diagnose_format(diagnostics, VITALS_SEVERITY_ERROR, "yaml-syntax",
                       vt_document_locate(document, problem->offset), NULL, "%s%.*s", where,
                       VT_TEXT_ARG(vt_buffer_text(&problem->text)));
}

static void report_problem(yaml_reader *reader, vitals_diagnostics *diagnostics) {
    vt_yaml_problem *problem = &reader->problem;
    if (problem->text.failed) problem->status = VITALS_ENOMEM;
    vt_tree_fail(reader->builder, problem->status, problem->limit);
    if (problem->status == VITALS_ELIMIT) diagnose_limit(reader, diagnostics);
    if (problem->status == VITALS_ESYNTAX) diagnose_syntax(reader, diagnostics);
}

/* What a reader of one document leaves out is at least reported. */
static void warn_of_rest(const yaml_reader *reader, vitals_diagnostics *diagnostics) {
    size_t at = reader->problem.ignored_at;
    if (at == 0) return;
    vt_diagnose(diagnostics, VITALS_SEVERITY_WARNING, "yaml-rest",
                vt_document_locate(reader->builder->document, at), NULL,
                VT_TEXT("the document ends before this line, and the rest of it is ignored: is its "
                        "first line indented, or does it start with a byte order mark?"));
}

static void reader_init(yaml_reader *reader, vt_builder *builder) {
    const vitals_allocator *allocator = &builder->document->allocator;
    *reader = (yaml_reader){ .builder = builder, .allocator = allocator };
    vt_arena_init(&reader->arena, allocator, 0);
    vt_buffer_init(&reader->scratch, allocator, SIZE_MAX / 2);
    vt_buffer_init(&reader->number_text, allocator, SIZE_MAX / 2);
    vt_buffer_init(&reader->problem.text, allocator, SIZE_MAX / 2);
    vt_buffer_init(&reader->json_problem.text, allocator, SIZE_MAX / 2);
}

static void reader_done(yaml_reader *reader) {
    vt_release_array(reader->allocator, reader->frames, reader->frame_capacity,
                     sizeof *reader->frames);
    vt_buffer_done(&reader->json_problem.text);
    vt_buffer_done(&reader->problem.text);
    vt_buffer_done(&reader->number_text);
    vt_buffer_done(&reader->scratch);
    vt_arena_done(&reader->arena);
}

vitals_status vt_yaml_read(vt_builder *builder, vitals_diagnostics *diagnostics) {
    vt_text text = vt_builder_source(builder);
    yaml_reader reader;
    reader_init(&reader, builder);
    bool ok =
        vt_yaml_compose(text, &builder->limits, builder->document->hash_seed, builder->interrupt,
                        &reader.arena, &builder->document->arena, &reader.root, &reader.problem) &&
        build(&reader);
    if (ok) {
        const vt_yaml_problem *problem = &reader.problem;
        builder->document->rest_at =
            problem->ignored_at ? problem->ignored_at : problem->another_at;
        warn_of_rest(&reader, diagnostics);
    } else {
        report_problem(&reader, diagnostics);
    }
    reader_done(&reader);
    return ok ? VITALS_OK : builder->status;
}
