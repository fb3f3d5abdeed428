/*
** Rules in CEL that other projects keep in objects of their own: one row for each of them. A row says where the
** rules are, what they are called in the expressions, how several are folded into one answer, and what an
** error means; its reader says which objects a rule is for. docs/rules.md has the table in words.
*/
#ifndef VITALS_RULES_DIALECTS_H
#define VITALS_RULES_DIALECTS_H

#include "base/text/glob.h"
#include "health/assessment.h"
#include "rules/build_context.h"

/* How the expressions of one rule become one answer. */
typedef enum vt_dialect_fold {
    VT_FOLD_ALL,  /* all must hold; the first that does not decides */
    VT_FOLD_FIRST /* the first that holds decides */
} vt_dialect_fold;

/* What an expression that fails means. */
typedef enum vt_dialect_failure {
    VT_FAILURE_WAITS, /* the same as one that does not hold */
    VT_FAILURE_PENDS, /* the same when a field is missing; anything else is Unknown */
    VT_FAILURE_SKIPS, /* the next expression is asked */
    VT_FAILURE_PASSES /* the rule has no opinion */
} vt_dialect_failure;

/* Which types of a result compile. */
typedef enum vt_dialect_result {
    VT_RESULT_ANY,          /* it must be a bool when it is evaluated */
    VT_RESULT_BOOL,         /* exactly a bool */
    VT_RESULT_OPTIONAL_BOOL /* a bool or an optional one, or of no known type; none does not hold */
} vt_dialect_result;

struct vt_dialect_reader;

typedef struct vt_dialect {
    const char *name;         /* ids of rules begin with it */
    const char *field;        /* what has the expressions, for messages */
    const char *group, *kind; /* of the objects that have the rules */
    const char *word;         /* a text without it has no such rule */
    vt_cel_environment environment;
    bool check;           /* types are checked; the variable is a dyn */
    const char *variable; /* "object"; "": each field of the object; NULL: by rule */
    vt_dialect_fold fold;
    vt_dialect_failure failure;
    vt_dialect_result result;
    uint64_t budget; /* of all rules of an object, as cel-go counts; 0: none */
    /* Add the rules of one object. NULL: they are healthCheckExprs, which expressions.c reads. */
    void (*read)(struct vt_dialect_reader *reader);
} vt_dialect;

/* A row; NULL past the end. */
const vt_dialect *vt_dialect_at(size_t index);
/* The row whose rules an object may have, the first of them; NULL: none. */
const vt_dialect *vt_dialect_of_kind(vt_text group, vt_text kind);

/* ------------------------------------------------------------------- reading */

/* A filter of labels. */
typedef enum vt_label_test {
    VT_LABEL_EQUAL,
    VT_LABEL_DIFFERENT,
    VT_LABEL_PRESENT,
    VT_LABEL_ABSENT
} vt_label_test;

typedef struct vt_label_filter {
    vt_text key, value;
    vt_label_test test;
    bool or_missing; /* EQUAL: an object without the label passes */
} vt_label_filter;

/* Which objects a rule is for, and what it says. Absent texts: any. */
struct vt_dialect_rule {
    const vt_dialect *dialect;
    vt_text group, kind, version;
    vt_text resource; /* the plural, in place of the kind */
    vt_text namespace_, name;
    bool has_wildcards; /* in namespace and name: these patterns, which _add compiles */
    const vt_glob *namespace_glob, *name_glob;
    const vitals_document *owner; /* the object that has it */
    const vt_value
        *set; /* or NULL: of the sets of its owner only the first that is for an object counts */
    const vt_label_filter *filters;
    size_t filter_count;
    vt_text variable;           /* of the object; absent: each of its fields */
    vt_text condition;          /* what it decides, when that is a condition */
    vt_text message;            /* instead of the usual one */
    vt_expression message_rule; /* an expression for the message */
    vt_expression *expressions;
    size_t count;
};

typedef struct vt_dialect_reader {
    vt_build_context *context;
    const vt_dialect *dialect;
    const vitals_document *document;
    const vt_value *root;
} vt_dialect_reader;

/* A field of an object; its text. */
const vt_value *vt_dialect_field(const vt_dialect_reader *reader, const vt_value *object,
                                 const char *name);
vt_text vt_dialect_text(const vt_dialect_reader *reader, const vt_value *object, const char *name);
/* Group and version of "apps/v1", kept by the engine as long as the document. */
void vt_dialect_split(vt_text api_version, vt_text *group, vt_text *version);
/* Where the expressions of a rule are. */
typedef struct vt_dialect_source {
    const vt_value *list; /* a text, or a list of texts, or of objects with a text under `key` */
    const char *key;
    bool wrapped; /* each is written ${…} */
    vt_text text; /* without a list: the only one */
} vt_dialect_source;

/* Add a rule named `part` of the object, which is at `at`. */
void vt_dialect_add(vt_dialect_reader *reader, const vt_value *at, vt_text part,
                    struct vt_dialect_rule *rule, const vt_dialect_source *source);

/* ------------------------------------------------------------------- sources */

/* Add the rules of a document, and name those that vitals does not evaluate. */
void vt_dialects_read(vt_build_context *context, const vitals_document *document);
/* Free what such a rule compiled. */
void vt_dialect_rule_done(struct vt_dialect_rule *rule);

/* The opinion of the rules for an object; several that are for it: the worst. */
vt_opinion vt_evaluate_dialects(vt_assessment *assessment);

#endif
