/* Reads declarations in two passes: the names of all types, then everything else. */
#include "cel/check/declare.h"

#include "base/memory/sort.h"
#include "base/text/utf8.h"
#include "cel/function.h"
#include "cel/syntax/token.h"

/* Bounds the time that checking one call takes. */
#define MOST_ARGUMENTS 16
#define MOST_OVERLOADS 24 /* of one name */
#define MOST_PARTS 256    /* of one type; nesting too */

typedef struct reader {
    vt_cel_declarations *out;
    const vt_cel_rules *rules;
    vt_cel_issues *issues;
    vt_arena *arena;
    vt_text source;
    uint32_t next; /* where the token after `following` is read */
    vt_cel_token token, following;
    uint32_t depth, parts; /* of the type being read */
    bool generic;          /* a capital letter is a type parameter here */
} reader;

/* ---------------------------------------------------------------- tokens */

static void take(reader *r) {
    if (!vt_cel_issues_charge(r->issues, 2)) r->next = (uint32_t)r->source.size;
    r->token = r->following;
    r->following = vt_cel_lex(r->source, &r->next, r->issues);
}

static void start(reader *r) {
    r->next = 0;
    take(r);
    take(r);
}

static vt_text text_of(const reader *r, vt_cel_token token) {
    return vt_text_slice(r->source.bytes + token.offset, token.size);
}

static bool is_stopped(const reader *r) {
    bool is_over = r->issues->meter && r->issues->meter->stopped != VITALS_OK;
    return is_over || r->issues->count > 0 || r->issues->out_of_memory;
}

static bool out_of_memory(reader *r) {
    r->issues->out_of_memory = true;
    return false;
}

static bool accept(reader *r, vt_cel_token_kind kind) {
    if (r->token.kind != kind) return false;
    take(r);
    return true;
}

static bool report_unexpected(reader *r, const char *wanted) {
    if (is_stopped(r)) return false;
    vt_text found = text_of(r, r->token);
    if (r->token.kind == VT_CEL_TOKEN_END)
        vt_cel_issue_add(r->issues, r->token.offset, "expected %s but found the end of the text",
                         wanted);
    else
        vt_cel_issue_add(r->issues, r->token.offset, "expected %s but found '%.*s'", wanted,
                         VT_TEXT_ARG(found));
    return false;
}

static bool expect(reader *r, vt_cel_token_kind kind) {
    return accept(r, kind) || report_unexpected(r, vt_cel_token_name(kind));
}

static bool is_keyword(const reader *r, const char *keyword) {
    return r->token.kind == VT_CEL_TOKEN_IDENTIFIER &&
           r->following.kind == VT_CEL_TOKEN_IDENTIFIER &&
           vt_text_is(text_of(r, r->token), keyword);
}

/* a.b.c, without white space inside. */
static bool read_name(reader *r, vt_text *name) {
    *name = text_of(r, r->token);
    if (r->token.kind != VT_CEL_TOKEN_IDENTIFIER) return report_unexpected(r, "a name");
    take(r);
    while (r->token.kind == VT_CEL_TOKEN_DOT && r->following.kind == VT_CEL_TOKEN_IDENTIFIER &&
           r->following.offset == r->token.offset + 1 &&
           text_of(r, r->token).bytes == name->bytes + name->size) {
        name->size += 1 + r->following.size;
        take(r);
        take(r);
    }
    return true;
}

static uint32_t offset_of(const reader *r, vt_text name) {
    return (uint32_t)(name.bytes - r->source.bytes);
}

static bool report_duplicate(reader *r, vt_text name) {
    vt_cel_issue_add(r->issues, offset_of(r, name), "'%.*s' is already declared",
                     VT_TEXT_ARG(name));
    return false;
}

/* ----------------------------------------------------------------- types */

/* The types of CEL: simple ones, and those with parameters. */
static const struct known {
    const char *name;
    const vt_cel_type *simple;
    vt_cel_type_kind kind;
    uint32_t parameter_count;
} known_types[] = {
    { "bool", &vt_cel_bool, VT_CEL_TYPE_BOOL, 0 },
    { "bytes", &vt_cel_bytes, VT_CEL_TYPE_BYTES, 0 },
    { "double", &vt_cel_double, VT_CEL_TYPE_DOUBLE, 0 },
    { "duration", &vt_cel_duration, VT_CEL_TYPE_DURATION, 0 },
    { "dyn", &vt_cel_dyn, VT_CEL_TYPE_DYN, 0 },
    { "google.protobuf.Duration", &vt_cel_duration, VT_CEL_TYPE_DURATION, 0 },
    { "google.protobuf.Timestamp", &vt_cel_timestamp, VT_CEL_TYPE_TIMESTAMP, 0 },
    { "int", &vt_cel_int, VT_CEL_TYPE_INT, 0 },
    { "list", NULL, VT_CEL_TYPE_LIST, 1 },
    { "map", NULL, VT_CEL_TYPE_MAP, 2 },
    { "net.CIDR", &vt_cel_cidr, VT_CEL_TYPE_CIDR, 0 },
    { "net.IP", &vt_cel_ip, VT_CEL_TYPE_IP, 0 },
    { "null_type", &vt_cel_null, VT_CEL_TYPE_NULL, 0 },
    { "optional_type", NULL, VT_CEL_TYPE_OPTIONAL, 1 },
    { "string", &vt_cel_string, VT_CEL_TYPE_STRING, 0 },
    { "timestamp", &vt_cel_timestamp, VT_CEL_TYPE_TIMESTAMP, 0 },
    { "type", NULL, VT_CEL_TYPE_TYPE, 1 },
    { "uint", &vt_cel_uint, VT_CEL_TYPE_UINT, 0 },
    { "wrapper", NULL, VT_CEL_TYPE_WRAPPER, 1 },
};

static const struct known *find_known(vt_text name) {
    for (size_t i = 0; i < sizeof known_types / sizeof known_types[0]; i++) {
        if (vt_text_is(name, known_types[i].name)) return &known_types[i];
    }
    return NULL;
}

static bool is_parameter(vt_text name) {
    return name.size == 1 && name.bytes[0] >= 'A' && name.bytes[0] <= 'Z';
}

static bool is_type(const reader *r, vt_text name) {
    return find_known(name) || is_parameter(name) || vt_cel_declared_type(r->out, name);
}

/* A list of types being read. */
typedef struct types {
    const vt_cel_type *items[MOST_ARGUMENTS];
    uint32_t count;
} types;

static const vt_cel_type *make_type(reader *r, vt_cel_type shape, const types *given) {
    if (given) memcpy(shape.parameters, given->items, sizeof shape.parameters);
    const vt_cel_type *type = vt_cel_type_with(r->arena, &shape, shape.parameters);
    if (!type) out_of_memory(r);
    return type;
}

static bool check_count(reader *r, vt_text name, uint32_t wanted, uint32_t given) {
    if (wanted == given) return true;
    vt_cel_issue_add(r->issues, offset_of(r, name),
                     "wrong number of type parameters for '%.*s': expected %u, got %u",
                     VT_TEXT_ARG(name), wanted, given);
    return false;
}

static const vt_cel_type *known_type(reader *r, vt_text name, const struct known *known,
                                     const types *given) {
    if (!check_count(r, name, known->parameter_count, given->count)) return NULL;
    if (known->simple) return known->simple;
    const vt_cel_type *first = given->items[0];
    bool is_primitive = first->kind >= VT_CEL_TYPE_BOOL && first->kind <= VT_CEL_TYPE_BYTES;
    if (known->kind == VT_CEL_TYPE_WRAPPER && !is_primitive) {
        vt_cel_issue_add(r->issues, offset_of(r, name),
                         "wrapper() takes bool, bytes, double, int, string or uint");
        return NULL;
    }
    return make_type(r, (vt_cel_type){ .kind = known->kind }, given);
}

static const vt_cel_type *type_parameter(reader *r, vt_text name, const types *given) {
    if (!check_count(r, name, 0, given->count)) return NULL;
    if (!r->generic) {
        vt_cel_issue_add(r->issues, offset_of(r, name),
                         "type parameter '%.*s' is only allowed in functions", VT_TEXT_ARG(name));
        return NULL;
    }
    uint32_t letter = (unsigned char)name.bytes[0];
    return make_type(r, (vt_cel_type){ .kind = VT_CEL_TYPE_PARAMETER, .variable = letter }, NULL);
}

/* The type of that name with these parameters. */
static const vt_cel_type *find_type(reader *r, vt_text name, const types *given) {
    if (is_parameter(name)) return type_parameter(r, name, given);
    const struct known *known = find_known(name);
    if (known) return known_type(r, name, known, given);
    const vt_cel_named *named = vt_cel_declared_type(r->out, name);
    if (!named) {
        vt_cel_issue_add(r->issues, offset_of(r, name), "unknown type '%.*s'", VT_TEXT_ARG(name));
        return NULL;
    }
    if (!check_count(r, name, named->parameter_count, given->count)) return NULL;
    return make_type(r, (vt_cel_type){ .kind = VT_CEL_TYPE_NAMED, .named = named }, given);
}

static const vt_cel_type *read_type(reader *r);

/* The types up to the closing parenthesis. */
static bool read_types(reader *r, types *out) {
    if (accept(r, VT_CEL_TOKEN_RIGHT_PAREN)) return true;
    do {
        if (out->count == MOST_ARGUMENTS) {
            vt_cel_issue_add(r->issues, r->token.offset, "more than %d types", MOST_ARGUMENTS);
            return false;
        }
        const vt_cel_type *type = read_type(r);
        if (!type) return false;
        out->items[out->count++] = type;
    } while (accept(r, VT_CEL_TOKEN_COMMA));
    return expect(r, VT_CEL_TOKEN_RIGHT_PAREN);
}

static const vt_cel_type *read_type(reader *r) {
    if (r->depth == 0) r->parts = 0;
    if (++r->parts > MOST_PARTS) {
        vt_cel_issue_add(r->issues, r->token.offset, "a type has more than %d parts", MOST_PARTS);
        return NULL;
    }
    types given = { { NULL }, 0 };
    vt_text name;
    r->depth++;
    const vt_cel_type *type = NULL;
    if (read_name(r, &name) && (!accept(r, VT_CEL_TOKEN_LEFT_PAREN) || read_types(r, &given)))
        type = find_type(r, name, &given);
    r->depth--;
    return type;
}

/* ---------------------------------------------------- names of all types */

static bool add_named(reader *r, vt_text name, vt_cel_named shape) {
    if (is_parameter(name)) {
        vt_cel_issue_add(r->issues, offset_of(r, name), "'%.*s' is reserved for type parameters",
                         VT_TEXT_ARG(name));
        return false;
    }
    if (is_type(r, name)) return report_duplicate(r, name);
    vt_cel_named *named = vt_arena_allocate(r->arena, sizeof *named);
    if (!named) return out_of_memory(r);
    *named = shape;
    named->name = name;
    return vt_map_put(&r->out->types, name, named) || out_of_memory(r);
}

/* opaque NAME or opaque NAME(A, B, C) */
static bool read_opaque(reader *r, vt_text *name, uint32_t *count) {
    take(r);
    *count = 0;
    if (!read_name(r, name)) return false;
    if (!accept(r, VT_CEL_TOKEN_LEFT_PAREN)) return true;
    do {
        if (!is_parameter(text_of(r, r->token))) return report_unexpected(r, "a capital letter");
        if (++*count > VT_CEL_MOST_PARAMETERS) {
            vt_cel_issue_add(r->issues, r->token.offset, "more than %d parameters",
                             VT_CEL_MOST_PARAMETERS);
            return false;
        }
        take(r);
    } while (accept(r, VT_CEL_TOKEN_COMMA));
    return expect(r, VT_CEL_TOKEN_RIGHT_PAREN);
}

static bool declare_opaque(reader *r) {
    vt_text name;
    uint32_t count;
    return read_opaque(r, &name, &count) &&
           add_named(r, name, (vt_cel_named){ .parameter_count = count });
}

static bool declare_message(reader *r) {
    vt_text name;
    take(r);
    return read_name(r, &name) && (r->token.kind != VT_CEL_TOKEN_LEFT_BRACE ||
                                   add_named(r, name, (vt_cel_named){ .is_message = true }));
}

/* The type after a colon may have the name of a keyword. */
static void skip_type_name(reader *r) {
    vt_text name;
    if (r->token.kind == VT_CEL_TOKEN_IDENTIFIER) (void)read_name(r, &name);
}

static void declare_type_names(reader *r) {
    start(r);
    while (!is_stopped(r) && r->token.kind != VT_CEL_TOKEN_END) {
        if (is_keyword(r, "message"))
            (void)declare_message(r);
        else if (is_keyword(r, "opaque"))
            (void)declare_opaque(r);
        else if (accept(r, VT_CEL_TOKEN_COLON))
            skip_type_name(r);
        else
            take(r);
    }
}

/* -------------------------------------------------------------- messages */

/* The fields of a message while they are sorted. */
typedef struct field_order {
    vt_cel_issues *issues;
    uint64_t work; /* of the comparisons since the last charge */
} field_order;

/* Of two with one name the first in the text comes first: the second is the duplicate. */
static int by_name(void *user, const void *a, const void *b) {
    const vt_text *first = &((const vt_cel_field *)a)->name;
    const vt_text *second = &((const vt_cel_field *)b)->name;
    size_t shorter = first->size < second->size ? first->size : second->size;
    ((field_order *)user)->work += 1 + shorter / VT_CEL_BYTES_PER_UNIT;
    int order = vt_text_compare(*first, *second);
    return order ? order : (first->bytes > second->bytes) - (first->bytes < second->bytes);
}

static bool charge_order(void *user) {
    field_order *order = user;
    uint64_t work = order->work;
    order->work = 0;
    return vt_cel_issues_charge(order->issues, work);
}

/* false: the compilation is stopped. */
static bool sort_fields(reader *r, vt_cel_named *message) {
    field_order order = { r->issues, 0 };
    return vt_sort_by(message->fields, message->field_count, sizeof *message->fields,
                      &(vt_sort_order){ by_name, charge_order, &order });
}

static bool add_field(reader *r, vt_cel_named *message, uint32_t *capacity, vt_cel_field field) {
    if (message->field_count == *capacity) {
        *capacity = *capacity ? 2 * *capacity : 8;
        vt_cel_field *fields = vt_arena_allocate_array(r->arena, *capacity, sizeof *fields);
        if (!fields) return out_of_memory(r);
        if (message->fields) memcpy(fields, message->fields, message->field_count * sizeof *fields);
        message->fields = fields;
    }
    message->fields[message->field_count++] = field;
    return true;
}

/* NAME: type, where the name may be quoted. */
static bool read_field(reader *r, vt_cel_field *field) {
    bool quoted = r->token.kind == VT_CEL_TOKEN_QUOTED_IDENTIFIER;
    if (!quoted && r->token.kind != VT_CEL_TOKEN_IDENTIFIER)
        return report_unexpected(r, "a field name");
    vt_text name = text_of(r, r->token);
    field->name = quoted ? vt_text_between(name, 1, name.size - 1) : name;
    take(r);
    if (!expect(r, VT_CEL_TOKEN_COLON)) return false;
    field->type = read_type(r);
    return field->type != NULL;
}

static bool read_message(reader *r) {
    vt_text name;
    uint32_t capacity = 0;
    take(r);
    if (!read_name(r, &name) || !expect(r, VT_CEL_TOKEN_LEFT_BRACE)) return false;
    vt_cel_named *message = vt_map_get(&r->out->types, name);
    while (!accept(r, VT_CEL_TOKEN_RIGHT_BRACE)) {
        vt_cel_field field = { VT_TEXT_ABSENT, NULL };
        if (!read_field(r, &field) || !add_field(r, message, &capacity, field)) return false;
        (void)accept(r, VT_CEL_TOKEN_COMMA);
    }
    if (!sort_fields(r, message)) return false;
    for (uint32_t i = 1; i < message->field_count; i++) {
        if (vt_text_equal(message->fields[i - 1].name, message->fields[i].name))
            return report_duplicate(r, message->fields[i].name);
    }
    return true;
}

/* ------------------------------------------------ variables and functions */

static bool read_variable(reader *r, vt_text name) {
    vt_cel_field *variable = vt_arena_allocate(r->arena, sizeof *variable);
    if (!variable) return out_of_memory(r);
    *variable = (vt_cel_field){ name, read_type(r) };
    if (!variable->type) return false;
    if (vt_map_get(&r->out->variables, name)) return report_duplicate(r, name);
    return vt_map_put(&r->out->variables, name, variable) || out_of_memory(r);
}

static bool same_arguments(const vt_cel_signature *signature, const vt_cel_type *const *arguments,
                           uint32_t count, bool member) {
    if (signature->count != count || signature->member != member) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!vt_cel_type_equal(signature->arguments[i], arguments[i])) return false;
    }
    return true;
}

/* Whether CEL or an earlier declaration has a function of that name and these arguments. */
static bool is_declared(const reader *r, vt_text name, const vt_cel_signature *signature) {
    vt_cel_overloads found;
    (void)vt_cel_overloads_find(r->rules->mask, name, &found);
    for (uint32_t i = 0; i < found.count; i++) {
        const vt_cel_function *row = found.rows[i];
        if (same_arguments(signature, row->arguments, vt_cel_function_arity(row),
                           (row->flags & VT_CEL_MEMBER) != 0))
            return true;
    }
    for (const vt_cel_signature *other = vt_cel_declared_function(r->out, name); other;
         other = other->next) {
        if (same_arguments(signature, other->arguments, other->count, other->member)) return true;
    }
    return false;
}

static bool add_function(reader *r, vt_text name, vt_cel_signature shape) {
    if (is_declared(r, name, &shape)) return report_duplicate(r, name);
    vt_cel_signature *signature = vt_arena_allocate(r->arena, sizeof *signature);
    if (!signature) return out_of_memory(r);
    *signature = shape;
    vt_cel_signature *last = vt_map_get(&r->out->functions, name);
    if (!last) return vt_map_put(&r->out->functions, name, signature) || out_of_memory(r);
    uint32_t count = 1;
    for (; last->next; last = last->next) count++;
    last->next = signature;
    if (count < MOST_OVERLOADS) return true;
    vt_cel_issue_add(r->issues, offset_of(r, name), "more than %d overloads of '%.*s'",
                     MOST_OVERLOADS, VT_TEXT_ARG(name));
    return false;
}

/* The part of a name before its last dot, when that is a type: the receiver. */
static const vt_cel_type *receiver_in_name(reader *r, vt_text *name) {
    size_t dot = name->size;
    while (dot > 0 && name->bytes[dot - 1] != '.') dot--;
    vt_text scope = vt_text_between(*name, 0, dot ? dot - 1 : 0);
    if (dot == 0 || !is_type(r, scope)) return NULL;
    *name = vt_text_between(*name, dot, name->size);
    static const types none = { { NULL }, 0 };
    return find_type(r, scope, &none);
}

/* The rest of NAME(…): RESULT or TYPE(…).NAME(…): RESULT after the first parenthesis. */
static bool read_signature(reader *r, vt_text name) {
    types given = { { NULL }, 0 };
    const vt_cel_type *receiver = NULL;
    if (!read_types(r, &given)) return false;
    if (accept(r, VT_CEL_TOKEN_DOT)) {
        receiver = find_type(r, name, &given);
        given.count = 0;
        if (!receiver || !read_name(r, &name) || !expect(r, VT_CEL_TOKEN_LEFT_PAREN) ||
            !read_types(r, &given)) {
            return false;
        }
    } else {
        receiver = receiver_in_name(r, &name);
    }
    if (is_stopped(r) || !expect(r, VT_CEL_TOKEN_COLON)) return false;
    const vt_cel_type *result = read_type(r);
    uint32_t count = given.count + (receiver != NULL);
    const vt_cel_type **arguments = vt_arena_allocate_array(r->arena, count + 1, sizeof *arguments);
    if (!result || !arguments) return result ? out_of_memory(r) : false;
    if (receiver) arguments[0] = receiver;
    memcpy(arguments + count - given.count, given.items, given.count * sizeof *arguments);
    return add_function(r, name,
                        (vt_cel_signature){ NULL, result, arguments, count, receiver != NULL });
}

static bool read_function(reader *r, vt_text name) {
    r->generic = true;
    bool read = read_signature(r, name);
    r->generic = false;
    return read;
}

/* ---------------------------------------------------------- entry points */

static bool read_declaration(reader *r) {
    vt_text name;
    uint32_t count;
    if (is_keyword(r, "message")) return read_message(r);
    if (is_keyword(r, "opaque")) return read_opaque(r, &name, &count);
    if (!read_name(r, &name)) return false;
    if (accept(r, VT_CEL_TOKEN_COLON)) return read_variable(r, name);
    if (accept(r, VT_CEL_TOKEN_LEFT_PAREN)) return read_function(r, name);
    return report_unexpected(r, "':' or '('");
}

bool vt_cel_declarations_read(vt_cel_declarations *out, const vt_cel_rules *rules,
                              const vitals_limits *limits, vt_cel_issues *issues) {
    vt_map_init(&out->variables, &issues->arena->allocator, 0);
    vt_map_init(&out->functions, &issues->arena->allocator, 0);
    vt_map_init(&out->types, &issues->arena->allocator, 0);
    reader r = { .out = out,
                 .rules = rules,
                 .issues = issues,
                 .arena = issues->arena,
                 .source = issues->source };
    if (vt_utf8_count(r.source) > limits->cel_expression_code_points) {
        vt_cel_issue_add(
            issues, 0,
            "declarations have more than %llu code points (limit cel_expression_code_points)",
            (unsigned long long)limits->cel_expression_code_points);
        return false;
    }
    declare_type_names(&r);
    if (!is_stopped(&r)) start(&r);
    while (!is_stopped(&r) && r.token.kind != VT_CEL_TOKEN_END) (void)read_declaration(&r);
    return !is_stopped(&r);
}

void vt_cel_declarations_done(vt_cel_declarations *declarations) {
    vt_map_done(&declarations->variables);
    vt_map_done(&declarations->functions);
    vt_map_done(&declarations->types);
}

const vt_cel_type *vt_cel_declared_variable(const vt_cel_declarations *declarations, vt_text name) {
    const vt_cel_field *variable = vt_map_get(&declarations->variables, name);
    return variable ? variable->type : NULL;
}

const vt_cel_signature *vt_cel_declared_function(const vt_cel_declarations *declarations,
                                                 vt_text name) {
    return vt_map_get(&declarations->functions, name);
}

const vt_cel_named *vt_cel_declared_type(const vt_cel_declarations *declarations, vt_text name) {
    return vt_map_get(&declarations->types, name);
}
