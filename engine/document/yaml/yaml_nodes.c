/* From libyaml's events to a tree of nodes, with anchors resolved. */
#include "document/yaml/yaml_nodes.h"

#include <yaml.h>

#include "base/memory/map.h"
#include "base/memory/memory.h"
#include "base/run/limits.h"
#include "base/text/ascii.h"
#include "base/text/eight.h"

/* A container that is open, and its last child so far. */
typedef struct level {
    vt_yaml_node *container;
    vt_yaml_node *last;
} level;

typedef struct yaml_composer {
    vt_text text;
    const vt_document_limits *limits;
    vt_interrupt interrupt;
    vt_arena *arena;
    vt_arena *texts; /* of scalars */
    vt_yaml_problem *problem;
    yaml_parser_t parser;
    vt_map anchors; /* name to vt_yaml_node */
    level *levels;
    size_t depth, level_capacity;
    vt_yaml_node *root;
    uint64_t node_count;
    size_t seen_characters; /* libyaml counts characters: how many are before seen_bytes */
    size_t seen_bytes;
    size_t read_bytes; /* that libyaml has been given */
    size_t mark_bytes; /* of a byte order mark at the start */
    vt_text original;  /* before quotes were replaced in `text`; offsets are the same */
} yaml_composer;

/* ---------------------------------------------------------------- problems */

static bool no_memory(yaml_composer *composer) {
    composer->problem->status = VITALS_ENOMEM;
    return false;
}

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

enum { ASCII_BYTES = 8, LONG_SCALAR_BYTES = 64 << 10 };

/* Whether the next ASCII_BYTES are as many characters. */
static bool is_ascii(vt_text text, size_t at) {
    if (text.size < ASCII_BYTES || at > text.size - ASCII_BYTES) return false;
    return vt_eight_are_ascii(vt_eight_bytes(text.bytes + at));
}

/* The byte offset of a character. Marks rarely go back, so all of them together cost one pass. */
static size_t byte_offset(yaml_composer *composer, size_t character) {
    const char *bytes = composer->text.bytes;
    while (composer->seen_characters + ASCII_BYTES <= character &&
           is_ascii(composer->text, composer->seen_bytes)) {
        composer->seen_bytes += ASCII_BYTES;
        composer->seen_characters += ASCII_BYTES;
    }
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

static bool is_stopped(yaml_composer *composer) {
    if (!vt_interrupt_asked(composer->interrupt)) return false;
    composer->problem->status = VITALS_ESTOPPED;
    return true;
}

static bool limit_problem(yaml_composer *composer, const char *limit, size_t offset) {
    composer->problem->status = VITALS_ELIMIT;
    composer->problem->limit = limit;
    composer->problem->offset = offset;
    return false;
}

static const char unknown_escape[] = "found unknown escape character";

/* Two bytes, one character that no text has a use for: it stands for an escaped quote, see below. */
static const char stand_in[] = "\xCD\xB8"; /* U+0378, not assigned */

/* GO: go-yaml does not know the escape `\/`, which libyaml accepts. false: there is one between
** `from`, which is in a string, and `end`. */
static bool check_escapes(yaml_composer *composer, size_t from, size_t from_line, size_t end) {
    vt_text text = composer->text;
    size_t lines = 0;
    for (size_t at = from; at + 1 < end; at++) {
        lines += text.bytes[at] == '\n';
        if (text.bytes[at] != '\\') continue;
        lines += text.bytes[++at] == '\n';
        if (text.bytes[at] != '/') continue;
        vt_yaml_problem *problem = composer->problem;
        problem->status = VITALS_ESYNTAX;
        problem->from_parser = true;
        problem->offset = at - 1;
        problem->line = (uint32_t)(from_line + lines);
        if (problem->line) problem->line++;
        vt_buffer_add_terminated(&problem->text, unknown_escape);
        return false;
    }
    return true;
}

/* Whether the parser stopped in a string in double quotes, which starts at its context. */
static bool stopped_in_quotes(yaml_composer *composer) {
    const yaml_parser_t *parser = &composer->parser;
    if (parser->error != YAML_SCANNER_ERROR || !parser->context) return false;
    size_t at = byte_offset(composer, parser->context_mark.index);
    return at < composer->text.size && composer->text.bytes[at] == '"';
}

static bool syntax_problem(yaml_composer *composer) {
    const yaml_parser_t *parser = &composer->parser;
    vt_yaml_problem *problem = composer->problem;
    if (problem->status == VITALS_ESTOPPED) return false;
    if (parser->error == YAML_MEMORY_ERROR) return no_memory(composer);
    if (stopped_in_quotes(composer)) {
        size_t from = byte_offset(composer, parser->context_mark.index);
        size_t end = byte_offset(composer, parser->problem_mark.index);
        if (!check_escapes(composer, from, parser->context_mark.line, end)) return false;
    }
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

static bool set_tag(yaml_composer *composer, vt_yaml_tagged_node *node, const yaml_char_t *tag) {
    node->node.tagged = true;
    node->tag = vt_arena_copy(composer->arena, vt_text_from((const char *)tag)).bytes;
    return node->tag != NULL;
}

/* `tag` may be NULL. */
static vt_yaml_node *add_node(yaml_composer *composer, vt_yaml_node_kind kind,
                              const yaml_event_t *event, const yaml_char_t *tag) {
    size_t offset = byte_offset(composer, event->start_mark.index);
    if (++composer->node_count > composer->limits->document_values) {
        limit_problem(composer, VT_LIMIT_NAME(document_values), offset);
        return NULL;
    }
    vt_yaml_tagged_node *tagged = vt_arena_allocate_zeroed(
        composer->arena, tag ? sizeof(vt_yaml_tagged_node) : sizeof(vt_yaml_node));
    vt_yaml_node *node = tagged ? &tagged->node : NULL;
    if (!node || (tag && !set_tag(composer, tagged, tag))) {
        no_memory(composer);
        return NULL;
    }
    node->kind = (uint8_t)kind;
    node->offset = (uint32_t)offset;
    attach(composer, node);
    return node;
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
    vt_yaml_node *node = add_node(composer, kind, event, tag);
    if (!node || !set_anchor(composer, node, anchor)) return false;
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

static bool is_anchor_character(char byte) {
    return vt_is_alphanumeric(byte) || byte == '_' || byte == '-';
}

/* Some versions of libyaml drop the tag of `! text`, which still makes it a string. */
static bool has_bare_tag(const yaml_composer *composer, const vt_yaml_node *node) {
    size_t at = node->offset;
    vt_text text = composer->text;
    if (at < text.size && text.bytes[at] == '&') {
        at++;
        while (at < text.size && is_anchor_character(text.bytes[at])) at++;
        while (at < text.size && vt_is_blank(text.bytes[at])) at++;
    }
    return at < text.size && text.bytes[at] == '!';
}

static bool is_double_quoted(const yaml_event_t *event) {
    return event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
}

/* Put back the quotes that were replaced for libyaml. */
static vt_text restore_quotes(vt_text text) {
    char *to = (char *)(uintptr_t)text.bytes;
    size_t size = 0;
    for (size_t at = 0; at < text.size; at++) {
        bool replaced = at + 1 < text.size && memcmp(text.bytes + at, stand_in, 2) == 0;
        to[size++] = replaced ? '\'' : text.bytes[at];
        at += replaced;
    }
    to[size] = '\0';
    return vt_text_slice(to, size);
}

/* The text of a scalar as a part of the source; absent when the source has it in another form, with
** escapes or folded. */
static vt_text find_in_source(yaml_composer *composer, const yaml_event_t *event) {
    bool quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    size_t end = byte_offset(composer, event->end_mark.index);
    size_t size = event->data.scalar.length;
    if (composer->original.bytes || end < size + quoted) return VT_TEXT_ABSENT;
    const char *bytes = composer->text.bytes + end - quoted - size;
    bool found = memcmp(bytes, event->data.scalar.value, size) == 0;
    return found ? vt_text_slice(bytes, size) : VT_TEXT_ABSENT;
}

static vt_text copy_scalar(yaml_composer *composer, const yaml_event_t *event) {
    vt_text text = { (const char *)event->data.scalar.value, event->data.scalar.length };
    vt_text copy = vt_arena_copy(composer->texts, text);
    bool changed = composer->original.bytes && is_double_quoted(event);
    return changed && !vt_text_is_absent(copy) ? restore_quotes(copy) : copy;
}

static bool add_scalar(yaml_composer *composer, const yaml_event_t *event) {
    vt_yaml_node *node = add_node(composer, VT_YAML_NODE_SCALAR, event, event->data.scalar.tag);
    if (!node) return false;
    size_t end = byte_offset(composer, event->end_mark.index);
    if (end - node->offset >= LONG_SCALAR_BYTES && is_stopped(composer)) return false;
    if (is_double_quoted(event) &&
        !check_escapes(composer, node->offset, event->start_mark.line, end)) {
        return false;
    }
    vt_text text = find_in_source(composer, event);
    node->copied = vt_text_is_absent(text);
    if (node->copied) text = copy_scalar(composer, event);
    if (vt_text_is_absent(text)) return no_memory(composer);
    node->as.bytes = text.bytes;
    node->size = (uint32_t)text.size;
    const char *tag = vt_yaml_node_tag(node);
    const bool absent = event->start_mark.index == event->end_mark.index;
    const bool bare_tag = tag ? strcmp(tag, "!") == 0 : !absent && has_bare_tag(composer, node);
    const bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !tag;
    node->plain = plain && !bare_tag;
    node->merges = (plain || bare_tag) && vt_text_is(text, "<<");
    return set_anchor(composer, node, event->data.scalar.anchor);
}

/* GO: an unknown anchor is a mistake of the syntax; one that contains itself is found when values are built. */
static bool add_alias(yaml_composer *composer, const yaml_event_t *event) {
    const yaml_char_t *name = event->data.alias.anchor;
    vt_yaml_node *target = vt_map_get(&composer->anchors, vt_text_from((const char *)name));
    bool is_inside = target && target->open;
    vt_yaml_node *node = add_node(composer, VT_YAML_NODE_ALIAS, event, is_inside ? name : NULL);
    if (!node) return false;
    node->as.target = target;
    if (target) return true;
    composer->problem->status = VITALS_ESYNTAX;
    composer->problem->offset = node->offset;
    vt_buffer_add_terminated(&composer->problem->text, "yaml: unknown anchor '");
    vt_buffer_add_terminated(&composer->problem->text, (const char *)name);
    vt_buffer_add_terminated(&composer->problem->text, "' referenced");
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

/* The yaml_read_handler_t: the host is asked before each piece, which libyaml makes 16 KiB long, since
** one event can be as long as the text. */
static int read_piece(void *user, unsigned char *buffer, size_t size, size_t *read) {
    yaml_composer *composer = user;
    if (is_stopped(composer)) return 0;
    size_t left = composer->text.size - composer->read_bytes;
    *read = left < size ? left : size;
    if (*read) memcpy(buffer, composer->text.bytes + composer->read_bytes, *read);
    composer->read_bytes += *read;
    return 1;
}

/* Whether to look on after an event that follows the first document; content is noted. */
static bool looks_on(yaml_composer *composer, const yaml_event_t *event) {
    const yaml_event_type_t type = event->type;
    if (type == YAML_NO_EVENT || type == YAML_STREAM_END_EVENT) return false;
    if (type == YAML_DOCUMENT_START_EVENT || type == YAML_DOCUMENT_END_EVENT) return true;
    const bool empty = type == YAML_SCALAR_EVENT && event->data.scalar.length == 0 &&
                       event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (!empty) composer->problem->another_at = byte_offset(composer, event->start_mark.index);
    return empty;
}

/* GO: what comes after the root of a document, such as lines with less indentation than the first
** one, is not an error. Note where it is, or where the next document that is not empty begins. */
static bool look_behind(yaml_composer *composer) {
    vt_yaml_problem *problem = composer->problem;
    const yaml_parser_t *parser = &composer->parser;
    yaml_event_t event;
    bool first = true;
    while (yaml_parser_parse(&composer->parser, &event)) {
        const bool more = looks_on(composer, &event);
        yaml_event_delete(&event);
        if (!more) return true;
        first = false;
    }
    if (problem->status == VITALS_ESTOPPED) return false;
    if (parser->error == YAML_MEMORY_ERROR) return no_memory(composer);
    const size_t at = parser->error == YAML_READER_ERROR
                          ? composer->mark_bytes + parser->problem_offset
                          : byte_offset(composer, parser->problem_mark.index);
    *(first && parser->error == YAML_PARSER_ERROR ? &problem->ignored_at : &problem->another_at) =
        at;
    return true;
}

static bool compose(yaml_composer *composer, uint64_t seed) {
    if (!yaml_parser_initialize(&composer->parser)) return no_memory(composer);
    yaml_parser_set_encoding(&composer->parser, YAML_UTF8_ENCODING);
    composer->read_bytes = composer->mark_bytes;
    yaml_parser_set_input(&composer->parser, read_piece, composer);
    vt_map_init(&composer->anchors, &composer->arena->allocator, seed);
    bool composed = take_document(composer) && look_behind(composer);
    vt_map_done(&composer->anchors);
    vt_release_array(&composer->arena->allocator, composer->levels, composer->level_capacity,
                     sizeof *composer->levels);
    yaml_parser_delete(&composer->parser);
    return composed;
}

/*
** GO: go-yaml knows the escape `\'`, at which libyaml stops. The text is then composed again with
** the escapes of that scalar replaced by a character of two bytes, so that all offsets stay.
*/

/* Whether composing stopped at such an escape. */
static bool stopped_at_quote(const yaml_composer *composer) {
    const vt_yaml_problem *problem = composer->problem;
    vt_text text = composer->text;
    return problem->status == VITALS_ESYNTAX && problem->from_parser &&
           vt_text_is(vt_buffer_text(&problem->text), unknown_escape) &&
           problem->offset + 1 < text.size && text.bytes[problem->offset] == '\\' &&
           text.bytes[problem->offset + 1] == '\'';
}

/* Replace the escapes from `at` to the end of the scalar. */
static void replace_quotes(char *bytes, size_t size, size_t at) {
    for (; at + 1 < size && bytes[at] != '"'; at++) {
        if (bytes[at] != '\\') continue;
        if (bytes[at + 1] == '\'') memcpy(bytes + at, stand_in, 2);
        at++;
    }
}

/* Begin again with the text changed at the problem; false: it cannot be, and the problem stays. */
static bool begin_again(yaml_composer *composer) {
    vt_yaml_problem *problem = composer->problem;
    if (!composer->original.bytes) {
        if (vt_text_find(composer->text, VT_TEXT(stand_in), 0) != SIZE_MAX) return false;
        vt_text copy = vt_arena_copy(composer->arena, composer->text);
        if (vt_text_is_absent(copy)) return no_memory(composer);
        composer->original = composer->text;
        composer->text = copy;
    }
    replace_quotes((char *)(uintptr_t)composer->text.bytes, composer->text.size, problem->offset);
    vt_buffer_clear(&problem->text);
    problem->status = VITALS_OK;
    problem->from_parser = false;
    problem->line = 0;
    composer->levels = NULL;
    composer->depth = composer->level_capacity = 0;
    composer->root = NULL;
    composer->node_count = composer->seen_characters = 0;
    composer->seen_bytes = composer->mark_bytes;
    return true;
}

/* All attempts together read no more than this, or the text four times. */
enum { MOST_BYTES_AGAIN = 1 << 20 };

static bool compose_with_quotes(yaml_composer *composer, uint64_t seed) {
    size_t most =
        composer->text.size > MOST_BYTES_AGAIN / 4 ? 4 * composer->text.size : MOST_BYTES_AGAIN;
    for (size_t read = composer->text.size;; read += composer->text.size) {
        if (compose(composer, seed)) return true;
        if (read > most || !stopped_at_quote(composer) || !begin_again(composer)) return false;
    }
}

bool vt_yaml_compose(vt_text text, const vt_document_limits *limits, uint64_t seed,
                     vt_interrupt interrupt, vt_arena *arena, vt_arena *texts,
                     const vt_yaml_node **root, vt_yaml_problem *problem) {
    yaml_composer composer = { .text = text,
                               .limits = limits,
                               .interrupt = interrupt,
                               .arena = arena,
                               .texts = texts,
                               .problem = problem };
    if (vt_text_starts(text, VT_TEXT("\xEF\xBB\xBF"))) composer.mark_bytes = 3;
    composer.seen_bytes = composer.mark_bytes;
    bool composed = compose_with_quotes(&composer, seed);
    *root = composer.root;
    return composed;
}
