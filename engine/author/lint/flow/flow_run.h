/*
** A run of a health script on all objects at once.
**
** What comes from the object is a symbol. Where a condition depends on one, the run splits, and each
** half remembers what it has learnt: that a field is there, that a phase is not "Running". Functions
** of the script are followed into; loops over a list run for none, one and two of its elements. All
** states that the run tries can happen, but not all that can happen are tried: a rule may report
** what it has seen, and must be careful with what it has not.
**
** States live in the arena of the run. Everywhere NULL and an empty list are also the answers
** without memory or steps, and a state that is given may be NULL.
*/
#ifndef VITALS_LINT_FLOW_RUN_H
#define VITALS_LINT_FLOW_RUN_H

#include "author/lint/script.h"

/* States that are followed side by side; more are left out. */
enum {
    VT_FLOW_MOST_STATES = 96,
    VT_FLOW_LEAST_STATES = 16,
    VT_FLOW_MOST_CALLS = 12,
    VT_FLOW_ROUNDS = 2,
    VT_FLOW_ITEMS = 12
};

/* --------------------------------------------------------------------- values */

typedef enum vt_flow_kind {
    VT_FLOW_NIL,
    VT_FLOW_FALSE,
    VT_FLOW_TRUE,
    VT_FLOW_NUMBER,   /* low to high */
    VT_FLOW_STRING,   /* text, node: the literal */
    VT_FLOW_TABLE,    /* node: its constructor */
    VT_FLOW_FUNCTION, /* function */
    VT_FLOW_SYMBOL    /* symbol */
} vt_flow_kind;

/* What a symbol can be, as a set. */
enum {
    VT_FLOW_IS_NIL = 1,
    VT_FLOW_IS_FALSE = 2,
    VT_FLOW_IS_TRUE = 4,
    VT_FLOW_IS_OTHER = 8,
    VT_FLOW_IS_ANY = 15
};

typedef struct vt_flow_symbol vt_flow_symbol;

typedef struct vt_flow_value {
    vt_flow_kind kind;
    bool soft; /* holds only because the run tries few rounds of a loop */
    const vt_lua_node *node;
    union {
        struct {
            double low, high;
        };
        vt_text text;
        const vt_lua_function *function;
        vt_flow_symbol *symbol;
    };
} vt_flow_value;

/* Which part of an object a symbol is. */
typedef enum vt_flow_region {
    VT_FLOW_PLAIN,      /* spec and anything else that is not judged */
    VT_FLOW_ROOT,       /* obj */
    VT_FLOW_METADATA,   /* obj.metadata */
    VT_FLOW_REPORTED,   /* the status, annotations and so on, and everything below */
    VT_FLOW_CONDITIONS, /* a list of conditions */
    VT_FLOW_CONDITION   /* an element of it */
} vt_flow_region;

/* A value that the script cannot know. */
struct vt_flow_symbol {
    vt_flow_symbol *parent, *children, *next;
    vt_text key;
    vt_flow_region region;
    const vt_schema *schema; /* of the value; NULL: nothing is known */
    uint32_t number;         /* in the order in which they were made */
    uint32_t depth;
    uint8_t possible;
    bool optional;         /* an object may lack it */
    bool is_item;          /* `index` of a list */
    bool is_last;          /* the element at its end */
    uint32_t index;        /* from 1; 0: no element */
    bool counts;           /* a length: a whole number from 0 */
    vt_flow_symbol *names; /* the member of a map that it is the key of */
    vt_flow_symbol *of;    /* what a length or a type is that of */
    uint32_t seen, held;   /* stamps of the state that is being reduced */
};

/* A constant that a symbol does not equal. */
typedef struct vt_flow_other {
    vt_flow_value value;
    const struct vt_flow_other *next;
} vt_flow_other;

/* What is known of a symbol. */
typedef struct vt_flow_fact {
    vt_flow_symbol *symbol;
    uint8_t possible;
    uint8_t order; /* of a pair: 1 less, 2 equal, 4 greater, as a set */
    bool soft;     /* is by nature or by assumption, and not what the script has found out */
    bool known;    /* it equals `equal` */
    vt_flow_value equal;
    double low, high;
    const vt_flow_other *others;
    uint32_t other_count;
    const struct vt_flow_fact *next;
} vt_flow_fact;

/* A variable or a field of a table, and its value. */
typedef struct vt_flow_binding {
    const void *owner; /* a vt_lua_local, the constructor of a table, or NULL: globals */
    vt_text key;       /* a field or a global */
    const void *scope; /* the block that declares a local variable */
    vt_flow_value value;
    const struct vt_flow_binding *next;
} vt_flow_binding;

/* One way that the run has taken, and the value of the expression that it has come to. The lists of
** bindings and facts are shared between states and never change. */
typedef struct vt_flow_state vt_flow_state;
struct vt_flow_state {
    const vt_flow_binding *bindings;
    const vt_flow_fact *facts;
    vt_flow_value value;      /* the first one; NIL when there is none */
    const vt_flow_value *all; /* of a list of expressions or of a call; NULL: `value` is all */
    size_t count;             /* of `all` */
    uint64_t hash;            /* of a reduced state */
    vt_flow_state *next;
};

typedef struct vt_flow_states {
    vt_flow_state *first, *last;
    size_t count;
} vt_flow_states;

/* ---------------------------------------------------------------------- the run */

/* A function that is being followed. */
typedef struct vt_flow_frame {
    const vt_lua_function *function;
    vt_flow_states returned; /* with the results */
    vt_flow_states *broken;  /* of the innermost loop */
    unsigned loops;          /* around the statement */
    unsigned depth;          /* functions around it */
    struct vt_flow_frame *outer;
} vt_flow_frame;

/* A block that is being run: its local variables are alive. */
typedef struct vt_flow_scope {
    const void *block;
    const struct vt_flow_scope *outer;
} vt_flow_scope;

/* Values that wait while more of their expression or list is evaluated: what is known of them is kept. */
typedef struct vt_flow_pending {
    const vt_flow_value *values;
    size_t count;
    const struct vt_flow_pending *outer;
} vt_flow_pending;

/* States that wait at a label. */
typedef struct vt_flow_jump {
    const vt_lua_node *label;
    vt_flow_states states;
    struct vt_flow_jump *next;
} vt_flow_jump;

/* What happened at an arm of an if, or at a return: bits. */
enum {
    VT_FLOW_TRIED = 1, /* its condition was evaluated */
    VT_FLOW_TAKEN = 2, /* it was true, or may have been */
    VT_FLOW_WITH_STATUS = 4,
    VT_FLOW_WITHOUT_STATUS = 8,
    VT_FLOW_NOT_EMPTY = 16
};

/* A comparison that is never true in the states that reached it first. */
typedef struct vt_flow_remark {
    const vt_lua_node *node;
    vt_text text, advice;
    const struct vt_flow_remark *next;
} vt_flow_remark;

typedef struct vt_flow_run {
    vt_lint_script *script;
    vt_arena arena;
    vt_flow_symbol *object, *hidden; /* obj; the parent of all that has no name */
    uint32_t symbol_count, stamp;
    uint8_t *marks;           /* of each node */
    vt_flow_symbol **unknown; /* made at each node */
    vt_flow_frame *frame;
    const vt_flow_scope *scope;
    const vt_flow_pending *pending;
    vt_flow_jump *jumps;
    const vt_flow_remark *remarks;
    size_t crowd;       /* states at the statement of the script that is run */
    bool leaving;       /* a function */
    bool soft;          /* a split was decided by what is soft, or a state has ended */
    bool writes_object; /* the script has set a field of a symbol */
    bool cut;           /* states were left out */
} vt_flow_run;

/* flow_state.c */
void *vt_flow_allocate(vt_flow_run *run, size_t bytes);
void vt_flow_add(vt_flow_run *run, vt_flow_states *states, const vt_flow_state *state);
void vt_flow_join(vt_flow_states *states, vt_flow_states *added);
/* Leave out states past the limit, after those that differ only in what is no longer needed. */
void vt_flow_limit(vt_flow_run *run, vt_flow_states *states);
/* The same where a function ends, whatever their number: of the length of a list only whether
** it is 0 is kept. */
void vt_flow_settle(vt_flow_run *run, vt_flow_states *states);
/* Add a state, which may be NULL, with a value. */
void vt_flow_give(vt_flow_run *run, vt_flow_states *states, const vt_flow_state *state,
                  vt_flow_value value);
/* The binding, or NULL. */
const vt_flow_binding *vt_flow_find(vt_flow_run *run, const vt_flow_state *state, const void *owner,
                                    vt_text key);
vt_flow_state *vt_flow_bind(vt_flow_run *run, const vt_flow_state *state, const void *owner,
                            vt_text key, vt_flow_value value);
/* The same for a local variable of the innermost scope. */
vt_flow_state *vt_flow_declare(vt_flow_run *run, const vt_flow_state *state,
                               const vt_lua_local *local, vt_flow_value value);
vt_flow_fact vt_flow_known(vt_flow_run *run, const vt_flow_state *state, vt_flow_symbol *symbol);
bool vt_flow_has_fact(vt_flow_run *run, const vt_flow_state *state, const vt_flow_symbol *symbol);
vt_flow_state *vt_flow_learn(vt_flow_run *run, const vt_flow_state *state, vt_flow_fact fact);

/* flow_symbol.c */
vt_flow_value vt_flow_simple(vt_flow_kind kind);
vt_flow_value vt_flow_number(double low, double high);
vt_flow_value vt_flow_string(vt_text text, const vt_lua_node *node);
vt_flow_value vt_flow_symbol_value(vt_flow_symbol *symbol);
/* A field or an element of a symbol. */
vt_flow_symbol *vt_flow_field(vt_flow_run *run, vt_flow_symbol *parent, vt_text key);
vt_flow_symbol *vt_flow_element(vt_flow_run *run, vt_flow_symbol *parent, uint32_t index);
/* The element at the end, which is there when the list is not empty. */
vt_flow_symbol *vt_flow_last(vt_flow_run *run, vt_flow_symbol *parent);
/* The value in a round of pairs or ipairs, which is there, and its key. */
vt_flow_symbol *vt_flow_member(vt_flow_run *run, vt_flow_symbol *parent, uint32_t round);
vt_flow_symbol *vt_flow_name_of(vt_flow_run *run, vt_flow_symbol *member);
/* The length of a list or text, the number of members that pairs finds, its type. */
vt_flow_symbol *vt_flow_length(vt_flow_run *run, vt_flow_symbol *of, const char *key);
vt_flow_symbol *vt_flow_type(vt_flow_run *run, vt_flow_symbol *of);
/* The order of two symbols; `*swapped`: of the second and the first. */
vt_flow_symbol *vt_flow_pair(vt_flow_run *run, vt_flow_symbol *a, vt_flow_symbol *b, bool *swapped);
/* A value of which nothing is known but what it can be, made at a node. */
vt_flow_state *vt_flow_unknown(vt_flow_run *run, const vt_flow_state *state,
                               const vt_lua_node *node, uint8_t possible, vt_flow_value *value);
/* "obj.status.conditions", for messages. */
vt_text vt_flow_path(vt_flow_run *run, const vt_flow_symbol *symbol);

/* flow_split.c: what a condition leaves of a state. Each result is NULL when it cannot be. */
void vt_flow_split(vt_flow_run *run, vt_flow_state *state, vt_flow_value value,
                   vt_flow_state **truthy, vt_flow_state **falsy);
void vt_flow_split_equal(vt_flow_run *run, vt_flow_state *state, vt_flow_value a, vt_flow_value b,
                         vt_flow_state **same, vt_flow_state **different);
/* a < b, or a <= b. */
void vt_flow_split_less(vt_flow_run *run, vt_flow_state *state, vt_flow_value a, vt_flow_value b,
                        bool or_equal, vt_flow_state **yes, vt_flow_state **no);
/* The state in which the value is there: a nil is reported as `rule` at `node`, and ends the state
** when it is certain. `name`: how the script writes the value. */
vt_flow_state *vt_flow_require(vt_flow_run *run, vt_flow_state *state, vt_flow_value value,
                               vt_lint_rule_id rule, const vt_lua_node *node,
                               const vt_lua_node *name);

/* flow_expression.c */
vt_flow_states vt_flow_evaluate(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node);
/* The same while `value` waits. */
vt_flow_states vt_flow_evaluate_after(vt_flow_run *run, vt_flow_state *state,
                                      const vt_lua_node *node, const vt_flow_value *value);
/* All expressions of a list, and all values of the last one. */
vt_flow_states vt_flow_evaluate_list(vt_flow_run *run, vt_flow_state *state,
                                     const vt_lua_list *list);
/* The value at `index`, from 0, of the list or call that was evaluated. */
vt_flow_value vt_flow_value_at(const vt_flow_state *state, size_t index);
/* All values of the expression when it is a call, otherwise one. */
vt_flow_states vt_flow_evaluate_all(vt_flow_run *run, vt_flow_state *state,
                                    const vt_lua_node *node);

/* flow_table.c */
/* What marks a table: its constructor ran; it has fields that are not known; its length; other code
** may have changed it. */
#define VT_FLOW_MADE VT_TEXT("{}")
#define VT_FLOW_SOME VT_TEXT("*")
#define VT_FLOW_COUNT VT_TEXT("#")
#define VT_FLOW_LOST VT_TEXT("*!")
vt_flow_states vt_flow_construct(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node);
/* container[key], without a check that the container is there. */
vt_flow_states vt_flow_read(vt_flow_run *run, vt_flow_state *state, vt_flow_value container,
                            vt_flow_value key, const vt_lua_node *node);
vt_flow_state *vt_flow_write(vt_flow_run *run, vt_flow_state *state, vt_flow_value container,
                             vt_flow_value key, vt_flow_value value);
/* Append to a list. */
vt_flow_state *vt_flow_append(vt_flow_run *run, vt_flow_state *state, vt_flow_value list,
                              vt_flow_value value);
/* Other code may have changed what the value refers to: a table, or the variables of a function. */
vt_flow_state *vt_flow_lose(vt_flow_run *run, vt_flow_state *state, vt_flow_value value);
/* The number of elements, and whether they are all known. */
vt_flow_value vt_flow_count(vt_flow_run *run, const vt_flow_state *state, vt_flow_value table,
                            bool *all_known);
/* The number of fields that are known, and the one at `index`, from 1. */
size_t vt_flow_fields(vt_flow_run *run, const vt_flow_state *state, vt_flow_value table,
                      size_t index, vt_flow_value *key, vt_flow_value *value);
vt_flow_state *vt_flow_length_of(vt_flow_run *run, vt_flow_state *state, vt_flow_value value,
                                 const vt_lua_node *node, vt_flow_value *length);

/* flow_types.c: by the schema of the kind. */
/* Note whether a comparison of two values can hold in this state. */
void vt_flow_compare(vt_flow_run *run, const vt_flow_state *state, const vt_lua_node *node,
                     vt_flow_value left, vt_flow_value right);
/* Report comparisons that held in no state. */
void vt_flow_report_remarks(vt_flow_run *run);
/* Report a field that the object cannot have. */
void vt_flow_check_field(vt_flow_run *run, const vt_flow_symbol *object, vt_text name,
                         const vt_lua_node *node);

/* flow_call.c */
vt_flow_states vt_flow_call(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node);
/* Whether the callee is this global, or this function of a library. */
bool vt_flow_is_library(vt_flow_run *run, const vt_flow_state *state, const vt_lua_node *callee,
                        const char *library, const char *name);

/* flow_statement.c */
vt_flow_states vt_flow_block(vt_flow_run *run, const vt_lua_list *block, vt_flow_states states);
/* The results of a function. */
vt_flow_states vt_flow_follow(vt_flow_run *run, vt_flow_state *state,
                              const vt_lua_function *function, const vt_flow_state *arguments);

/* flow_loop.c */
vt_flow_states vt_flow_loop(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node);

/* flow_answer.c: a result of the script */
void vt_flow_answer(vt_flow_run *run, const vt_flow_state *state, const vt_lua_node *node,
                    vt_flow_value value);

#endif
