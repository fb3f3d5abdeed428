/* Patterns: a parser and a backtracking matcher that follow gopher-lua's pm package. */
#include "lua/library/pattern.h"

typedef enum item_kind {
    ITEM_CLASS,    /* a byte of a set, perhaps repeated */
    ITEM_OPEN,     /* a capture starts */
    ITEM_CLOSE,    /* and ends */
    ITEM_POSITION, /* () */
    ITEM_BALANCE,  /* %bxy */
    ITEM_BACK,     /* %1 */
    ITEM_TAIL,     /* $ at the end */
    ITEM_END
} item_kind;

typedef struct pattern_item {
    item_kind kind;
    char repeat;       /* '*', '+', '-', '?' or 0 */
    size_t number;     /* of the capture */
    int first, second; /* of %bxy */
    uint8_t set[32];   /* of a class, one bit per byte */
} pattern_item;

struct vt_lua_pattern {
    size_t item_count;
    size_t capture_count;
    bool is_anchored;
    vt_lua_capture *captures; /* of the match under way */
    pattern_item items[];
};

enum { WIDE_PATTERN_BYTES = 32, WIDE_ITEM_BYTES = 56 + 24 + 8 };
_Static_assert(sizeof(void *) != 8 || sizeof(vt_lua_pattern) == WIDE_PATTERN_BYTES,
               "its size where pointers have 8 bytes");
_Static_assert(sizeof(void *) != 8 || sizeof(pattern_item) == 56,
               "its size where pointers have 8 bytes");
_Static_assert(sizeof(void *) != 8 || sizeof(vt_lua_capture) == 24,
               "its size where pointers have 8 bytes");

/* ---- parsing
**
** ARGO: the offsets in errors are those of pm's scanner: the last byte read, 0 before the first,
** and EOS once the end has been read. */

enum { END = -1 };

typedef struct pattern_reader {
    lua_State *lua;
    vt_text text;
    size_t next; /* offset of the next byte */
    bool read_end;
    vt_lua_pattern *pattern;
    size_t open_count;
    size_t *open; /* captures that are not closed yet */
} pattern_reader;

static int peek(const pattern_reader *reader) {
    return reader->next < reader->text.size ? (uint8_t)reader->text.bytes[reader->next] : END;
}

static int take(pattern_reader *reader) {
    int byte = peek(reader);
    if (byte == END) {
        reader->read_end = true;
    } else {
        reader->next++;
    }
    return byte;
}

static void raise_pattern_error(pattern_reader *reader, const char *text) {
    if (reader->read_end) vt_lua_raise(reader->lua, "%s at EOS", text);
    vt_lua_raise(reader->lua, "%s at %d", text, reader->next > 0 ? (int)reader->next - 1 : 0);
}

static void add_byte(uint8_t set[32], int byte) {
    if (byte >= 0) set[byte >> 3] |= (uint8_t)(1u << (byte & 7));
}

static bool has_byte(const uint8_t set[32], uint8_t byte) {
    return set[byte >> 3] & (1u << (byte & 7));
}

static bool is_between(int byte, int first, int last) {
    return byte >= first && byte <= last;
}

/* Whether the byte is in the class named by a lower-case letter. Sets *known to false for
** letters that are not a class. */
static bool in_named_class(int byte, int name, bool *known) {
    bool upper = is_between(byte, 'A', 'Z'), lower = is_between(byte, 'a', 'z');
    bool digit = is_between(byte, '0', '9');
    *known = true;
    switch (name) {
    case 'a':
        return upper || lower;
    case 'c':
        return is_between(byte, 0, 31) || byte == 127;
    case 'd':
        return digit;
    case 'l':
        return lower;
    case 'p':
        return is_between(byte, 33, 126) && !upper && !lower && !digit;
    case 's':
        return byte == ' ' || is_between(byte, '\t', '\r');
    case 'u':
        return upper;
    case 'w':
        return upper || lower || digit;
    case 'x':
        return digit || is_between(byte, 'A', 'F') || is_between(byte, 'a', 'f');
    case 'z':
        return byte == 0;
    default:
        *known = false;
        return false;
    }
}

/* %a and so on. A capital letter is the complement; any other byte stands for itself. */
static void add_named_class(uint8_t set[32], int name) {
    int lower = is_between(name, 'A', 'Z') ? name + 32 : name;
    bool known;
    in_named_class(0, lower, &known);
    if (!known) {
        add_byte(set, name);
        return;
    }
    for (int byte = 0; byte < 256; byte++) {
        if (in_named_class(byte, lower, &known) == (lower == name)) add_byte(set, byte);
    }
}

/* Parse one member of a set: returns the byte, or END for a class. */
static int read_set_member(pattern_reader *reader, uint8_t set[32]) {
    int byte = take(reader);
    if (byte == '%') {
        add_named_class(set, take(reader));
        return END;
    }
    return byte;
}

/* [set]: a ] at the start stands for itself, so does a [ anywhere, a - between two bytes is a range,
** at either end of the set it stands for itself, and a range with a class at either end matches
** nothing. */
static void read_set(pattern_reader *reader, uint8_t set[32]) {
    bool negated = peek(reader) == '^';
    if (negated) take(reader);
    int previous = END;
    uint8_t last[32] = { 0 }; /* the last member, not added to the set yet */
    bool any = false, is_range = false;
    for (;;) {
        int byte = peek(reader);
        if (byte == END) raise_pattern_error(reader, "unexpected EOS");
        if (any && (byte == ']' || byte == '-')) {
            take(reader);
            if (byte == ']') break;
            is_range = true;
            continue;
        }
        uint8_t member[32] = { 0 };
        int value = read_set_member(reader, member);
        if (is_range) {
            memset(last, 0, sizeof last);
            for (int step = previous; previous != END && value != END && step <= value; step++) {
                add_byte(last, step);
            }
            previous = END;
            is_range = false;
        } else {
            for (int index = 0; index < 32; index++) set[index] |= last[index];
            memcpy(last, member, sizeof last);
            add_byte(last, value);
            previous = value;
        }
        any = true;
    }
    for (int index = 0; index < 32; index++) set[index] |= last[index];
    if (is_range) add_byte(set, '-');
    for (int index = 0; index < 32; index++) {
        set[index] = negated ? (uint8_t)~set[index] : set[index];
    }
}

static pattern_item *add_item(pattern_reader *reader, item_kind kind) {
    pattern_item *item = &reader->pattern->items[reader->pattern->item_count++];
    memset(item, 0, sizeof *item);
    item->kind = kind;
    return item;
}

static void read_class(pattern_reader *reader) {
    pattern_item *item = add_item(reader, ITEM_CLASS);
    int byte = take(reader);
    if (byte == '%') {
        add_named_class(item->set, take(reader));
    } else if (byte == '.') {
        memset(item->set, 0xff, sizeof item->set);
    } else if (byte == '[') {
        read_set(reader, item->set);
    } else {
        add_byte(item->set, byte);
    }
}

static void read_escape(pattern_reader *reader) {
    int after =
        reader->next + 1 < reader->text.size ? (uint8_t)reader->text.bytes[reader->next + 1] : END;
    if (after == '0') {
        take(reader);
        raise_pattern_error(reader, "invalid capture index");
    }
    if (is_between(after, '1', '9')) {
        take(reader);
        add_item(reader, ITEM_BACK)->number = (size_t)(take(reader) - '1');
    } else if (after == 'b') {
        take(reader);
        take(reader);
        pattern_item *item = add_item(reader, ITEM_BALANCE);
        item->first = take(reader);
        item->second = take(reader);
    } else {
        read_class(reader);
    }
}

static void read_open(pattern_reader *reader) {
    take(reader);
    size_t number = reader->pattern->capture_count++;
    if (peek(reader) == ')') {
        take(reader);
        add_item(reader, ITEM_POSITION)->number = number;
        return;
    }
    add_item(reader, ITEM_OPEN)->number = number;
    reader->open[reader->open_count++] = number;
}

static void read_close(pattern_reader *reader) {
    if (reader->open_count == 0) raise_pattern_error(reader, "invalid ')'");
    take(reader);
    add_item(reader, ITEM_CLOSE)->number = reader->open[--reader->open_count];
}

/* A repetition applies to a single class before it; anywhere else the character stands for
** itself. */
static void read_repeat(pattern_reader *reader) {
    size_t count = reader->pattern->item_count;
    pattern_item *last = count > 0 ? &reader->pattern->items[count - 1] : NULL;
    if (last && last->kind == ITEM_CLASS && last->repeat == 0) {
        last->repeat = (char)take(reader);
        return;
    }
    read_class(reader);
}

static void read_pattern(pattern_reader *reader) {
    if (peek(reader) == '^') {
        take(reader);
        reader->pattern->is_anchored = true;
    }
    for (int byte = peek(reader); byte != END; byte = peek(reader)) {
        switch (byte) {
        case '%':
            read_escape(reader);
            break;
        case '(':
            read_open(reader);
            break;
        case ')':
            read_close(reader);
            break;
        case '*':
        case '+':
        case '-':
        case '?':
            read_repeat(reader);
            break;
        case '$':
            if (reader->open_count == 0 && reader->next + 1 == reader->text.size) {
                take(reader);
                add_item(reader, ITEM_TAIL);
                break;
            }
            read_class(reader);
            break;
        default:
            read_class(reader);
            break;
        }
    }
    if (reader->open_count > 0) {
        reader->read_end = true;
        raise_pattern_error(reader, "unfinished capture");
    }
    add_item(reader, ITEM_END);
}

/* The userdata holds the pattern, its items, the captures of a match, and the parser's stack of
** open captures. */
vt_lua_pattern *vt_lua_push_pattern(lua_State *lua, vt_text text) {
    size_t most = text.size + 2;
    vt_lua_charge(lua, most);
    vt_lua_pattern *pattern = vt_lua_new_userdata(
        lua,
        sizeof *pattern + most * (sizeof(pattern_item) + sizeof(vt_lua_capture) + sizeof(size_t)),
        WIDE_PATTERN_BYTES + most * WIDE_ITEM_BYTES, 1);
    pattern->item_count = pattern->capture_count = 0;
    pattern->is_anchored = false;
    pattern->captures = (vt_lua_capture *)(void *)(pattern->items + most);
    size_t *open = (size_t *)(void *)(pattern->captures + most);
    pattern_reader reader = { lua, text, 0, false, pattern, 0, open };
    read_pattern(&reader);
    return pattern;
}

/* ---- matching */

enum { CAPTURES_PER_STEP = 16 }; /* that are reset before the next try */

static void pay(vt_lua_matcher *matcher) {
    if (++matcher->steps >= 256) {
        uint64_t steps = matcher->steps;
        matcher->steps = 0;
        vt_lua_charge(matcher->lua, steps);
    }
}

static bool matches_at(vt_lua_matcher *matcher, const pattern_item *item, size_t at) {
    pay(matcher);
    return at < matcher->subject.size && has_byte(item->set, (uint8_t)matcher->subject.bytes[at]);
}

static bool match(vt_lua_matcher *matcher, const pattern_item *item, size_t at);

/* Match the rest of the pattern at `at`, one level deeper. */
static bool match_rest(vt_lua_matcher *matcher, const pattern_item *item, size_t at) {
    if (++matcher->depth > vt_lua_state_of(matcher->lua)->limits.lua_call_depth) {
        vt_lua_stop_run(matcher->lua, VT_LUA_STOP_DEPTH);
    }
    bool good = match(matcher, item, at);
    matcher->depth--;
    return good;
}

static bool match_longest(vt_lua_matcher *matcher, const pattern_item *item, size_t at,
                          size_t least) {
    size_t count = 0;
    while (matches_at(matcher, item, at + count)) count++;
    for (; count + 1 > least; count--) {
        if (match_rest(matcher, item + 1, at + count)) return true;
        if (count == 0) break;
    }
    return false;
}

static bool match_shortest(vt_lua_matcher *matcher, const pattern_item *item, size_t at) {
    for (;;) {
        if (match_rest(matcher, item + 1, at)) return true;
        if (!matches_at(matcher, item, at)) return false;
        at++;
    }
}

static bool match_repeated(vt_lua_matcher *matcher, const pattern_item *item, size_t at) {
    switch (item->repeat) {
    case '*':
        return match_longest(matcher, item, at, 0);
    case '+':
        return match_longest(matcher, item, at, 1);
    case '-':
        return match_shortest(matcher, item, at);
    default:
        return (matches_at(matcher, item, at) && match_rest(matcher, item + 1, at + 1)) ||
               match_rest(matcher, item + 1, at);
    }
}

/* %bxy: moves *at past the balanced text. */
static bool match_balance(vt_lua_matcher *matcher, const pattern_item *item, size_t *at) {
    vt_text subject = matcher->subject;
    if (*at >= subject.size || (uint8_t)subject.bytes[*at] != item->first) return false;
    size_t open = 1;
    for (size_t index = *at + 1; index < subject.size; index++) {
        pay(matcher);
        int byte = (uint8_t)subject.bytes[index];
        if (byte == item->second && --open == 0) {
            *at = index + 1;
            return true;
        }
        if (byte == item->first) open++;
    }
    return false;
}

/* ARGO: gopher-lua takes a position as text that ends one byte after it starts, and is empty; at the end of the
** subject, Go's runtime panics. */
static void refuse_position_at_end(vt_lua_matcher *matcher, const vt_lua_capture *position) {
    const size_t size = matcher->subject.size;
    if (position->start < size) return;
    lua_pushfstring(matcher->lua, "runtime error: slice bounds out of range [:%I] with capacity %I",
                    (LUAI_UACINT)(size + 1), (LUAI_UACINT)size);
    vt_lua_raise_value(matcher->lua);
}

/* %1: moves *at past the repeated text. */
static bool match_back(vt_lua_matcher *matcher, const pattern_item *item, size_t *at) {
    if (item->number >= matcher->pattern->capture_count ||
        !matcher->captures[item->number].is_complete) {
        vt_lua_raise(matcher->lua, "invalid capture index");
    }
    const vt_lua_capture *capture = &matcher->captures[item->number];
    if (capture->is_position) {
        refuse_position_at_end(matcher, capture);
        return true;
    }
    size_t size = capture->end - capture->start;
    vt_lua_charge_bytes(matcher->lua, size);
    if (matcher->subject.size - *at < size ||
        memcmp(matcher->subject.bytes + capture->start, matcher->subject.bytes + *at, size) != 0) {
        return false;
    }
    *at += size;
    return true;
}

/* Match from an item on. Captures need no undoing: every way to a use passes their start again. */
static bool match(vt_lua_matcher *matcher, const pattern_item *item, size_t at) {
    for (;; item++) {
        pay(matcher);
        vt_lua_capture *capture = &matcher->captures[item->number];
        switch (item->kind) {
        case ITEM_CLASS:
            if (item->repeat) return match_repeated(matcher, item, at);
            if (!matches_at(matcher, item, at++)) return false;
            break;
        case ITEM_OPEN:
            *capture = (vt_lua_capture){ at, at, false, false };
            break;
        case ITEM_CLOSE:
            capture->end = at;
            capture->is_complete = true;
            break;
        case ITEM_POSITION:
            *capture = (vt_lua_capture){ at, at, true, true };
            break;
        case ITEM_BALANCE:
            if (!match_balance(matcher, item, &at)) return false;
            break;
        case ITEM_BACK:
            if (!match_back(matcher, item, &at)) return false;
            break;
        case ITEM_TAIL:
            if (at < matcher->subject.size) return false;
            break;
        case ITEM_END:
            matcher->end = at;
            return true;
        }
    }
}

void vt_lua_matcher_init(vt_lua_matcher *matcher, lua_State *lua, vt_lua_pattern *pattern,
                         vt_text subject, size_t from) {
    memset(matcher, 0, sizeof *matcher);
    matcher->lua = lua;
    matcher->pattern = pattern;
    matcher->captures = pattern->captures;
    matcher->subject = subject;
    matcher->at = from;
}

static void reset_captures(vt_lua_matcher *matcher) {
    size_t count = matcher->pattern->capture_count;
    vt_lua_charge(matcher->lua, count / CAPTURES_PER_STEP);
    for (size_t index = 0; index < count; index++) matcher->captures[index].is_complete = false;
}

bool vt_lua_matcher_next(vt_lua_matcher *matcher) {
    while (!matcher->is_over && matcher->at <= matcher->subject.size) {
        size_t start = matcher->at++;
        matcher->is_over = matcher->pattern->is_anchored;
        reset_captures(matcher);
        if (match(matcher, matcher->pattern->items, start)) {
            matcher->start = start;
            if (matcher->at < matcher->end) matcher->at = matcher->end;
            return true;
        }
    }
    return false;
}

size_t vt_lua_matcher_capture_count(const vt_lua_matcher *matcher) {
    return matcher->pattern->capture_count;
}

void vt_lua_matcher_push_capture(const vt_lua_matcher *matcher, size_t index) {
    const vt_lua_capture *capture = &matcher->captures[index];
    if (capture->is_position) {
        vt_lua_push_integer(matcher->lua, (int64_t)capture->start + 1);
    } else {
        lua_pushlstring(matcher->lua, matcher->subject.bytes + capture->start,
                        capture->end - capture->start);
    }
}

int vt_lua_matcher_push_captures(const vt_lua_matcher *matcher) {
    size_t count = matcher->pattern->capture_count;
    if (count == 0) {
        lua_pushlstring(matcher->lua, matcher->subject.bytes + matcher->start,
                        matcher->end - matcher->start);
        return 1;
    }
    luaL_checkstack(matcher->lua, (int)count + 2, NULL);
    vt_lua_state_of(matcher->lua)->texts += count * VT_LUA_SHORT_STRING_BYTES;
    for (size_t index = 0; index < count; index++) vt_lua_matcher_push_capture(matcher, index);
    return (int)count;
}
