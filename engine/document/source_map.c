/*
** Positions in files: lines and columns in a document, and from a decoded string back to the file
** it came from.
**
** A map is a list of pieces, each of which is the same text in the source and in the string:
**
**     source   |   run: "echo \"hi\"\n"          string   echo "hi"
**                        ^    ^ ^ ^^                      ^    ^^ ^^
**
** To build one, source and string are scanned side by side. The map ends where they differ, which
** means that the string does not come from there.
*/
#include "base/text/ascii.h"
#include "base/text/eight.h"
#include "base/text/utf8.h"
#include "document/tree.h"

typedef struct map_piece {
    uint32_t decoded; /* offset in the string */
    uint32_t source;  /* offset in the text of the document */
} map_piece;

struct vt_source_map {
    const vitals_document *document;
    vt_lines decoded;
    map_piece *pieces;
    size_t count;
};

/* Two cursors that advance side by side. */
typedef struct string_walk {
    vt_arena *arena;
    vt_text decoded, source;
    size_t at_decoded, at_source;
    map_piece *pieces;
    size_t count, capacity;
    bool failed; /* no memory */
} string_walk;

/* ---------------------------------------------------------------------- pieces */

static bool grow(string_walk *walk) {
    size_t capacity = walk->capacity ? walk->capacity * 2 : 16;
    map_piece *pieces = vt_arena_allocate_array(walk->arena, capacity, sizeof *pieces);
    if (!pieces) return false;
    if (walk->count) memcpy(pieces, walk->pieces, walk->count * sizeof *pieces);
    walk->pieces = pieces;
    walk->capacity = capacity;
    return true;
}

/* The cursors are on the same character. Adds a piece only after a jump. */
static void note(string_walk *walk) {
    if (walk->failed) return;
    map_piece here = { (uint32_t)walk->at_decoded, (uint32_t)walk->at_source };
    if (walk->count) {
        map_piece last = walk->pieces[walk->count - 1];
        if (here.source - last.source == here.decoded - last.decoded) return;
    }
    if (walk->count == walk->capacity && !grow(walk)) {
        walk->failed = true;
        return;
    }
    walk->pieces[walk->count++] = here;
}

/* ------------------------------------------------------------------ white space */

static char byte_at(vt_text text, size_t at) {
    return at < text.size ? text.bytes[at] : '\0';
}

static size_t skip_blanks(vt_text text, size_t at) {
    while (vt_is_blank(byte_at(text, at))) at++;
    return at;
}

/* The offset after the line break at `at`; `at` itself when there is none. */
static size_t skip_break(vt_text text, size_t at) {
    if (byte_at(text, at) == '\r' && byte_at(text, at + 1) == '\n') return at + 2;
    return byte_at(text, at) == '\n' ? at + 1 : at;
}

static vt_text line_at(vt_text text, size_t at) {
    size_t end = vt_text_find_byte(text, '\n', at);
    vt_text line = vt_text_between(text, at, end == SIZE_MAX ? text.size : end);
    if (line.size && line.bytes[line.size - 1] == '\r') line.size--;
    return line;
}

/* ---------------------------------------------------------------- block scalars */

static bool next_source_line(string_walk *walk) {
    size_t line_break = vt_text_find_byte(walk->source, '\n', walk->at_source);
    if (line_break == SIZE_MAX) return false;
    walk->at_source = line_break + 1;
    return true;
}

/* Line by line; the excess at the start of a source line is its indentation. */
static void walk_literal(string_walk *walk) {
    while (walk->at_decoded < walk->decoded.size && next_source_line(walk)) {
        size_t line_start = walk->at_source;
        vt_text source = line_at(walk->source, line_start);
        vt_text decoded = line_at(walk->decoded, walk->at_decoded);
        if (decoded.size > source.size) {
            if (vt_text_trim(source).size > 0) return;
            decoded.size = source.size;
        }
        walk->at_source = line_start + source.size - decoded.size;
        note(walk);
        walk->at_source = line_start;
        size_t line_break = vt_text_find_byte(walk->decoded, '\n', walk->at_decoded);
        if (line_break == SIZE_MAX) return;
        walk->at_decoded = line_break + 1;
    }
}

/* Lines are joined by a space or by line breaks; additional indentation is part of the text. */
static void walk_folded(string_walk *walk) {
    while (walk->at_decoded < walk->decoded.size && next_source_line(walk)) {
        size_t line_start = walk->at_source;
        vt_text source = line_at(walk->source, line_start);
        size_t source_spaces = 0, spaces = 0;
        while (byte_at(source, source_spaces) == ' ') source_spaces++;
        vt_text text = vt_text_between(source, source_spaces, source.size);
        if (text.size == 0) continue;
        while (byte_at(walk->decoded, walk->at_decoded) == '\n') walk->at_decoded++;
        while (byte_at(walk->decoded, walk->at_decoded + spaces) == ' ') spaces++;
        vt_text rest =
            vt_text_between(walk->decoded, walk->at_decoded + spaces, walk->decoded.size);
        if (spaces > source_spaces || !vt_text_starts(rest, text)) return;
        walk->at_source = line_start + source_spaces - spaces;
        note(walk);
        walk->at_source = line_start;
        walk->at_decoded += spaces + text.size;
        if (byte_at(walk->decoded, walk->at_decoded) == ' ') walk->at_decoded++;
    }
}

/* --------------------------------------------------------- quoted and plain text */

/* Line breaks in the source: one becomes a space, n become n - 1 line breaks. Blanks around them
** are dropped. */
static void walk_fold(string_walk *walk) {
    size_t breaks = 0;
    for (;;) {
        size_t at = skip_blanks(walk->source, walk->at_source);
        size_t behind = skip_break(walk->source, at);
        walk->at_source = at;
        if (behind == at) break;
        walk->at_source = behind;
        breaks++;
    }
    walk->at_decoded += breaks > 1 ? breaks - 1 : breaks;
}

static unsigned hexadecimal(vt_text text, size_t at, size_t count) {
    unsigned value = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned digit = (unsigned)vt_digit_value(byte_at(text, at + i));
        value = value << 4 | (digit & 15);
    }
    return value;
}

/* The size of an escape. A pair of escapes for one character (JSON's surrogates) counts as one. */
static size_t escape_size(vt_text source, size_t at) {
    switch (byte_at(source, at + 1)) {
    case 'x':
        return 4;
    case 'U':
        return 10;
    case 'u':
        break;
    default:
        return 2;
    }
    bool high = hexadecimal(source, at + 2, 4) >> 10 == 0xD800 >> 10;
    bool pair = high && byte_at(source, at + 6) == '\\' && byte_at(source, at + 7) == 'u' &&
                hexadecimal(source, at + 8, 4) >> 10 == 0xDC00 >> 10;
    return pair ? 12 : 6;
}

static void walk_escape(string_walk *walk) {
    size_t behind = skip_break(walk->source, walk->at_source + 1);
    if (behind != walk->at_source + 1) { /* an escaped line break produces nothing */
        walk->at_source = skip_blanks(walk->source, behind);
        return;
    }
    walk->at_source += escape_size(walk->source, walk->at_source);
    vt_utf8_next(walk->decoded, &walk->at_decoded);
}

/* White space: text, or part of a fold when the line ends after it. */
static void walk_space(string_walk *walk) {
    size_t end = skip_blanks(walk->source, walk->at_source);
    if (skip_break(walk->source, end) != end) {
        walk_fold(walk);
        return;
    }
    note(walk);
    size_t count = end > walk->at_source ? end - walk->at_source : 1;
    walk->at_source += count;
    walk->at_decoded += count;
}

/* Whether a byte stands for itself in every style and cannot end a line. */
static bool is_plain(char byte) {
    return (unsigned char)byte >= ' ' && byte != '\\' && byte != '\'';
}

static bool are_plain(uint64_t eight) {
    return !(vt_eight_below(eight, ' ') | vt_eight_equal(eight, '\\') |
             vt_eight_equal(eight, '\''));
}

/* The size of the plain text at the cursors that is the same on both sides. The blanks at its end may
** belong to a fold. */
static size_t same_text(const string_walk *walk) {
    const char *source = walk->source.bytes + walk->at_source;
    const char *decoded = walk->decoded.bytes + walk->at_decoded;
    size_t left = walk->source.size - walk->at_source, size = 0;
    size_t most = walk->decoded.size - walk->at_decoded;
    if (left < most) most = left;
    while (most - size >= 8 && vt_eight_bytes(source + size) == vt_eight_bytes(decoded + size) &&
           are_plain(vt_eight_bytes(source + size))) {
        size += 8;
    }
    while (size < most && source[size] == decoded[size] && is_plain(source[size])) size++;
    while (size > 0 && vt_is_blank(source[size - 1])) size--;
    return size;
}

/* Text in `quote`, or plain for NUL. */
static void walk_flow(string_walk *walk, char quote) {
    while (walk->at_decoded < walk->decoded.size && walk->at_source < walk->source.size) {
        char byte = walk->source.bytes[walk->at_source];
        if (vt_is_blank(byte) || byte == '\n' || byte == '\r') {
            walk_space(walk);
            continue;
        }
        note(walk);
        if (quote == '"' && byte == '\\') {
            walk_escape(walk);
            continue;
        }
        size_t same = same_text(walk);
        if (same == 0) {
            if (byte != walk->decoded.bytes[walk->at_decoded]) return;
            same = 1;
        }
        walk->at_source += quote == '\'' && byte == '\'' ? 2 : same;
        walk->at_decoded += same;
    }
}

/* -------------------------------------------------------------------- building */

/* The offset after anchor and tag. */
static size_t skip_properties(vt_text source, size_t at) {
    while (byte_at(source, at) == '&' || byte_at(source, at) == '!') {
        while (at < source.size && (unsigned char)source.bytes[at] > ' ') at++;
        while (at < source.size && (unsigned char)source.bytes[at] <= ' ') at++;
    }
    return at;
}

static void walk_string(string_walk *walk) {
    walk->at_source = skip_properties(walk->source, walk->at_source);
    char first = byte_at(walk->source, walk->at_source);
    if (first == '|') {
        walk_literal(walk);
    } else if (first == '>') {
        walk_folded(walk);
    } else if (first == '"' || first == '\'') {
        walk->at_source++;
        walk_flow(walk, first);
    } else {
        walk_flow(walk, '\0');
    }
}

const vt_source_map *vt_source_map_of(vt_arena *arena, const vitals_document *document,
                                      const vt_value *string) {
    vt_source_map *map = vt_arena_allocate_zeroed(arena, sizeof *map);
    if (!map) return NULL;
    string_walk walk = { .arena = arena,
                         .decoded = vt_value_text(string),
                         .source = document->source };
    walk.at_source = string->offset;
    if (!document->verbatim) walk_string(&walk);
    walk.at_decoded = 0;
    walk.at_source = string->offset;
    if (walk.count == 0) note(&walk);
    map->document = document;
    map->pieces = walk.pieces;
    map->count = walk.count;
    bool indexed = vt_lines_index(arena, walk.decoded, &map->decoded);
    return walk.failed || !indexed ? NULL : map;
}

/* --------------------------------------------------------------------- lookup */

/* The last piece that starts at or before `decoded`. */
static map_piece find_piece(const vt_source_map *map, size_t decoded) {
    size_t low = 0, high = map->count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (map->pieces[middle].decoded <= decoded) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return map->pieces[low];
}

vt_place vt_source_map_place(const vt_source_map *map, uint32_t line, uint32_t column) {
    if (!map) return (vt_place){ NULL, 0, line, column };
    size_t decoded = vt_lines_offset(&map->decoded, line, column);
    map_piece piece = find_piece(map, decoded);
    size_t source = piece.source + (decoded > piece.decoded ? decoded - piece.decoded : 0);
    size_t size = map->document->source.size;
    return vt_document_locate(map->document, source < size ? source : size);
}

/* ------------------------------------------------------- places in a document */

/* `line` and `column` of a text that starts at `start`. */
static vt_place place_from(vt_place start, uint32_t line, uint32_t column) {
    if (line == 1 && start.column > 1) column += start.column - 1;
    if (start.line > 1) line += start.line - 1;
    return (vt_place){ start.file, start.document, line, column };
}

bool vt_document_index_lines(vitals_document *document) {
    return vt_lines_index(&document->arena, document->source, &document->lines);
}

/* Linear in `offset` without an index: for diagnostics, not for every value. */
vt_place vt_document_locate(const vitals_document *document, size_t offset) {
    uint32_t line, column;
    vt_lines lines =
        document->lines.mark_count ? document->lines : (vt_lines){ document->source, NULL, 0 };
    vt_lines_locate(&lines, offset, &line, &column);
    if (document->map) return vt_source_map_place(document->map, line, column);
    return place_from(document->start, line, column);
}

vt_place vt_document_place(const vitals_document *document, const vt_value *value) {
    if (!value) return (vt_place){ document->start.file, document->start.document, 0, 0 };
    return vt_document_locate(document, value->offset);
}
