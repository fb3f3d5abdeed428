/* From libyaml's events to a tree of nodes, with anchors resolved. */
#include "document/yaml_nodes.h"

#include <yaml.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/memory.h"

/* A container that is open, and its last child so far. */
typedef struct level {
    vt_yaml_node *container;
    vt_yaml_node *last;
} level;

typedef struct yaml_composer {
    vt_text text;
    const vitals_limits *limits;
    vt_interrupt interrupt;
    vt_arena *arena;
    vt_yaml_problem *problem;
    yaml_parser_t parser;
    vt_map anchors; /* name to vt_yaml_node */
    level *levels;
    size_t depth, level_capacity;
    vt_yaml_node *root;
    uint64_t node_count;
    size_t seen_characters; /* libyaml counts characters: how many are before seen_bytes */
    size_t seen_bytes;
    size_t mark_bytes; /* of a byte order mark at the start */
} yaml_composer;

/* ---------------------------------------------------------------- problems */

static bool no_memory(yaml_composer *composer) {
    composer->problem->status = VITALS_ENOMEM;
    return false;
}

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The byte offset of a character. Marks rarely go back, so all of them together cost one pass. */
static size_t byte_offset(yaml_composer *composer, size_t character) {
    const char *bytes = composer->text.bytes;
    while (composer->seen_characters < character && composer->seen_bytes < composer->text.size) {
        composer->seen_bytes++;
        while (composer->seen_bytes < composer->text.size &&
               is_continuation(bytes[composer->seen_bytes]))
            composer->seen_bytes++;
        composer->seen_characters++;
    }
    while (composer->seen_characters > character) {
        composer->seen_bytes--;
        while (is_continuation(bytes[composer->seen_bytes])) composer->seen_bytes--;
        composer->seen_characters--;
    }
    return composer->seen_bytes;
}

/* GO: the line of the problem, plus one for the scanner's, otherwise the line of the context; lines
** count from 0 there and line 0 is not reported. */
static uint32_t line_as_go(const yaml_parser_t *parser) {
    if (parser->problem_mark.line != 0) {
        return (uint32_t)parser->problem_mark.line + (parser->error == YAML_SCANNER_ERROR);
    }
    return (uint32_t)parser->context_mark.line;
}

static bool syntax_problem(yaml_composer *composer) {
    const yaml_parser_t *parser = &composer->parser;
    vt_yaml_problem *problem = composer->problem;
    if (parser->error == YAML_MEMORY_ERROR) return no_memory(composer);
    problem->status = VITALS_ESYNTAX;
    problem->from_parser = true;
    if (parser->error == YAML_READER_ERROR) {
        problem->offset = composer->mark_bytes + parser->problem_offset;
    } else {
        problem->offset = byte_offset(composer, parser->problem_mark.index);
        problem->line = line_as_go(parser);
    }
    const char *text = parser->problem ? parser->problem : "unknown problem parsing YAML content";
    vt_buffer_add_terminated(&problem->text, text);
    return false;
}

static bool limit_problem(yaml_composer *composer, const char *limit, size_t offset) {
    composer->problem->status = VITALS_ELIMIT;
    composer->problem->limit = limit;
    composer->problem->offset = offset;
    return false;
}

/* ------------------------------------------------------------------- nodes */

/* Append a node to the innermost open container. */
static void attach(yaml_composer *composer, vt_yaml_node *node) {
    if (composer->depth == 0) {
        composer->root = node;
        return;
    }
    level *top = &composer->levels[composer->depth - 1];
    if (top->last) {
        top->last->next = node;
    } else {
        top->container->as.first = node;
    }
    top->last = node;
}

static vt_yaml_node *add_node(yaml_composer *composer, vt_yaml_node_kind kind,
                              const yaml_event_t *event) {
    size_t offset = byte_offset(composer, event->start_mark.index);
    if (++composer->node_count > composer->limits->document_values) {
        limit_problem(composer, VT_LIMIT_NAME(document_values), offset);
        return NULL;
    }
    vt_yaml_node *node = vt_arena_allocate_zeroed(composer->arena, sizeof *node);
    if (!node) {
        no_memory(composer);
        return NULL;
    }
    node->kind = (uint8_t)kind;
    node->offset = (uint32_t)offset;
    attach(composer, node);
    return node;
}

static bool set_tag(yaml_composer *composer, vt_yaml_node *node, const yaml_char_t *tag) {
    if (!tag) return true;
    node->tag = vt_arena_copy(composer->arena, vt_text_from((const char *)tag)).bytes;
    return node->tag || no_memory(composer);
}

/* A later anchor of the same name replaces an earlier one. */
static bool set_anchor(yaml_composer *composer, vt_yaml_node *node, const yaml_char_t *anchor) {
    if (!anchor) return true;
    vt_text name = vt_arena_copy(composer->arena, vt_text_from((const char *)anchor));
    if (vt_text_is_absent(name)) return no_memory(composer);
    return vt_map_put(&composer->anchors, name, node) || no_memory(composer);
}

static bool open_container(yaml_composer *composer, vt_yaml_node_kind kind,
                           const yaml_event_t *event, const yaml_char_t *anchor,
                           const yaml_char_t *tag) {
    vt_yaml_node *node = add_node(composer, kind, event);
    if (!node || !set_tag(composer, node, tag) || !set_anchor(composer, node, anchor)) return false;
    if (composer->depth >= composer->limits->document_depth) {
        return limit_problem(composer, VT_LIMIT_NAME(document_depth), node->offset);
    }
    void *levels = composer->levels;
    bool room = vt_grow(&composer->arena->allocator, &levels, &composer->level_capacity,
                        composer->depth, sizeof *composer->levels);
    composer->levels = levels;
    if (!room) return no_memory(composer);
    node->open = true;
    composer->levels[composer->depth++] = (level){ node, NULL };
    return true;
}

static void close_container(yaml_composer *composer) {
    composer->levels[--composer->depth].container->open = false;
}

/* libyaml drops the tag of `! text`, which still makes it a string. */
static bool has_bare_tag(const yaml_composer *composer, const vt_yaml_node *node) {
    size_t at = node->offset;
    vt_text text = composer->text;
    if (at < text.size && text.bytes[at] == '&') {
        while (at < text.size && text.bytes[at] > ' ') at++;
        while (at < text.size && vt_is_blank(text.bytes[at])) at++;
    }
    return at < text.size && text.bytes[at] == '!';
}

static bool add_scalar(yaml_composer *composer, const yaml_event_t *event) {
    vt_yaml_node *node = add_node(composer, VT_YAML_NODE_SCALAR, event);
    if (!node || !set_tag(composer, node, event->data.scalar.tag)) return false;
    vt_text text = { (const char *)event->data.scalar.value, event->data.scalar.length };
    vt_text copy = vt_arena_copy(composer->arena, text);
    if (vt_text_is_absent(copy)) return no_memory(composer);
    node->as.bytes = copy.bytes;
    node->size = (uint32_t)copy.size;
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !node->tag &&
                  !has_bare_tag(composer, node);
    return set_anchor(composer, node, event->data.scalar.anchor);
}

static bool add_alias(yaml_composer *composer, const yaml_event_t *event) {
    const char *name = (const char *)event->data.alias.anchor;
    vt_yaml_node *target = vt_map_get(&composer->anchors, vt_text_from(name));
    vt_yaml_node *node = add_node(composer, VT_YAML_NODE_ALIAS, event);
    if (!node) return false;
    node->as.target = target;
    if (target && !target->open) return true;
    composer->problem->status = VITALS_ESYNTAX;
    composer->problem->offset = node->offset;
    vt_buffer_add_terminated(&composer->problem->text,
                             target ? "yaml: anchor '" : "yaml: unknown anchor '");
    vt_buffer_add_terminated(&composer->problem->text, name);
    vt_buffer_add_terminated(&composer->problem->text,
                             target ? "' value contains itself" : "' referenced");
    return false;
}

static bool take_event(yaml_composer *composer, const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return add_scalar(composer, event);
    case YAML_ALIAS_EVENT:
        return add_alias(composer, event);
    case YAML_SEQUENCE_START_EVENT:
        return open_container(composer, VT_YAML_NODE_SEQUENCE, event,
                              event->data.sequence_start.anchor, event->data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
        return open_container(composer, VT_YAML_NODE_MAPPING, event,
                              event->data.mapping_start.anchor, event->data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_container(composer);
        return true;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return true;
    }
    return true;
}

enum { EVENTS_PER_ASK = 1024 };

static bool is_stopped(yaml_composer *composer) {
    if (!vt_interrupt_asked(composer->interrupt)) return false;
    composer->problem->status = VITALS_ESTOPPED;
    return true;
}

/* Events until the first document is over. */
static bool take_document(yaml_composer *composer) {
    for (size_t count = 1;; count++) {
        yaml_event_t event;
        if (count % EVENTS_PER_ASK == 0 && is_stopped(composer)) return false;
        if (!yaml_parser_parse(&composer->parser, &event)) return syntax_problem(composer);
        bool over = event.type == YAML_DOCUMENT_END_EVENT || event.type == YAML_STREAM_END_EVENT;
        bool taken = take_event(composer, &event);
        yaml_event_delete(&event);
        if (!taken || over) return taken;
    }
}

static bool compose(yaml_composer *composer, uint64_t seed) {
    vt_text input = vt_text_between(composer->text, composer->mark_bytes, composer->text.size);
    if (!yaml_parser_initialize(&composer->parser)) return no_memory(composer);
    yaml_parser_set_encoding(&composer->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&composer->parser, (const unsigned char *)input.bytes, input.size);
    vt_map_init(&composer->anchors, &composer->arena->allocator, seed);
    bool composed = take_document(composer);
    vt_map_done(&composer->anchors);
    vt_release_array(&composer->arena->allocator, composer->levels, composer->level_capacity,
                     sizeof *composer->levels);
    yaml_parser_delete(&composer->parser);
    return composed;
}

bool vt_yaml_compose(vt_text text, const vitals_limits *limits, uint64_t seed,
                     vt_interrupt interrupt, vt_arena *arena, const vt_yaml_node **root,
                     vt_yaml_problem *problem) {
    yaml_composer composer = {
        .text = text, .limits = limits, .interrupt = interrupt, .arena = arena, .problem = problem
    };
    if (vt_text_starts(text, VT_TEXT("\xEF\xBB\xBF"))) composer.mark_bytes = 3;
    composer.seen_bytes = composer.mark_bytes;
    bool composed = compose(&composer, seed);
    *root = composer.root;
    return composed;
}
