/* From a script to a resolved tree: limits, grammar and resolver in turn. */
#include "base/run/limits.h"
#include "lua/syntax/tree.h"

/* Names that are declared outside are the first variables of the script. */
static bool declare_given(vt_lua_parser *parser, const vt_lua_request *request) {
    vt_lua_tree *tree = parser->tree;
    tree->given = request->given;
    for (size_t i = 0; i < request->given_count; i++) {
        vt_lua_token token = { .text = request->given[i].name, .line = 1, .column = 1 };
        token.symbol = vt_lua_symbol_intern(parser->arena, &parser->lexer.symbols, token.text);
        if (!token.symbol) {
            vt_lua_report_no_memory(&parser->error);
            return false;
        }
        if (!vt_lua_local_new(parser, &tree->shared, VT_LUA_LOCAL_VARIABLE, &token)) return false;
    }
    return true;
}

/* chunk = block end */
static bool parse_chunk(vt_lua_parser *parser, const vt_lua_request *request) {
    vt_lua_tree *tree = vt_arena_allocate_zeroed(parser->arena, sizeof *tree);
    if (!tree) {
        vt_lua_report_no_memory(&parser->error);
        return false;
    }
    parser->tree = tree;
    tree->source = parser->lexer.source;
    tree->script = vt_lua_function_new(parser, 0);
    if (!tree->script) return false;
    tree->script->vararg = true;
    parser->function = tree->script;
    if (!declare_given(parser, request) || !vt_lua_advance(parser) ||
        !vt_lua_parse_block(parser, &tree->script->block, NULL) ||
        (parser->token.kind != TOKEN_END && !vt_lua_reject(parser))) {
        return false;
    }
    tree->line_count = parser->lexer.line;
    vt_lua_tree_number(tree);
    return vt_lua_resolve(parser);
}

vitals_status vt_lua_parse(vt_arena *arena, const vitals_limits *limits, vt_text source,
                           bool skip_hash_line, vt_lua_tree **out, vt_buffer *error,
                           vt_lua_problem *problem) {
    return vt_lua_parse_asking(arena, limits, source, skip_hash_line, (vt_interrupt){ NULL, NULL },
                               out, error, problem);
}

vitals_status vt_lua_parse_asking(vt_arena *arena, const vitals_limits *limits, vt_text source,
                                  bool skip_hash_line, vt_interrupt interrupt, vt_lua_tree **out,
                                  vt_buffer *error, vt_lua_problem *problem) {
    const vt_lua_request request = { .source = source,
                                     .skip_hash_line = skip_hash_line,
                                     .interrupt = interrupt };
    return vt_lua_parse_request(arena, limits, &request, out, error, problem);
}

vitals_status vt_lua_parse_request(vt_arena *arena, const vitals_limits *limits,
                                   const vt_lua_request *request, vt_lua_tree **out,
                                   vt_buffer *error, vt_lua_problem *problem) {
    const vt_text source = request->source;
    vitals_limits effective = vt_limits_or_default(limits);
    vt_lua_parser parser = { .arena = arena,
                             .limits = &effective,
                             .steps = vt_steps_of("", UINT64_MAX, request->interrupt),
                             .error = { VITALS_OK, error, { 0, 0, NULL } } };
    if (source.size > effective.script_bytes || source.size > UINT32_MAX / 2) {
        vt_lua_report_limit(&parser.error, 0, 0, VT_LIMIT_NAME(script_bytes),
                            effective.script_bytes, "the script is too long");
    } else {
        vt_lua_lexer_init(&parser.lexer, arena, &parser.error, source, request->skip_hash_line);
        if (parse_chunk(&parser, request)) *out = parser.tree;
        vt_lua_lexer_done(&parser.lexer);
    }
    if (parser.error.status != VITALS_OK && error->failed && !error->over_ceiling) {
        return VITALS_ENOMEM;
    }
    if (problem) *problem = parser.error.problem;
    return parser.error.status;
}
