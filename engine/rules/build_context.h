/*
** Internal to the health module: building an engine. Every reader of an input adds its rules to a
** build context and reports there what is wrong; nothing of it is left once the engine is built.
*/
#ifndef VITALS_HEALTH_BUILD_CONTEXT_H
#define VITALS_HEALTH_BUILD_CONTEXT_H

#include "health/engine.h"
#include "rules/configuration.h"

typedef struct vt_build_context {
    vitals_engine *engine;
    vt_arena *arena; /* of new rules: the engine's, or the bundle's */
    vitals_diagnostics *diagnostics;
    bool broken;          /* an error was reported that REJECT refuses */
    vitals_status status; /* VITALS_OK until memory or a limit ran out, or the
                                            host stopped the build */
    vt_interrupt interrupt;
    /* What another engine compiled. */
    vt_map shared_scripts;               /* text of a script: a vt_rule */
    vt_map shared_expressions;           /* text of an expression: a vt_expression */
    uint64_t rule_bytes;                 /* of scripts and expressions so far */
    const vitals_document **expressions; /* documents that may carry healthCheckExprs */
    size_t expression_count, expression_capacity;
    struct vt_prelude *prelude; /* the helpers that were read last, or NULL */
    vt_map customizations;      /* members of the argocd-cm by key */
    uint64_t
        text_bytes; /* of YAML inside of texts, which aliases may repeat, and of files that are named */
} vt_build_context;

/* Whether building goes on; asks the host. Readers ask before every entry. */
bool vt_context_continue(vt_build_context *context);

/* Count a script or an expression against limit rule_bytes. false: it does not fit, and the rule is
** broken by that limit; smaller ones may still fit. */
bool vt_context_charge(vt_build_context *context, vt_rule *rule, vt_text text);

/* A rule filled with zeroes that the engine does not have yet. NULL: the build has failed. */
vt_rule *vt_context_new_rule(vt_build_context *context, vitals_source source, vt_place place);
/* Append a rule to the engine; failures are in `status`. */
void vt_context_append_rule(vt_build_context *context, vt_rule *rule);
/* Both. NULL: the build has failed, see `status`. */
vt_rule *vt_context_add_rule(vt_build_context *context, vitals_source source, vt_place place);

/* Parse a text into a document that the engine keeps. With a `map` the text is a string of another
** document. NULL: it does not parse, and `diagnostics` has the reason; or no memory. */
vitals_document *vt_context_parse(vt_build_context *context, vt_text text, const char *file,
                                  const vt_source_map *map, vitals_diagnostics *diagnostics);
/* Read the documents of a text one by one, those that do not parse are reported and skipped. `wants`
** sees the text of each, `take` gets documents that the engine keeps. */
typedef struct vt_piece_reader {
    void *user;
    bool (*wants)(void *user, vt_text text); /* NULL: all */
    void (*take)(vt_build_context *context, void *user, const vitals_document *document);
} vt_piece_reader;
void vt_context_read_pieces(vt_build_context *context, vt_text text, const char *file,
                            const vt_piece_reader *reader);
/* Hand a document over to the engine. false: no memory, and the document is freed. */
bool vt_context_keep_document(vt_build_context *context, vitals_document *document);

/* Report an error in the configuration; `rule` is the id of the diagnostic. */
void vt_context_report(vt_build_context *context, const char *rule, vt_place place, vt_text text);
/* Warn that a pattern does not compile; `error` NULL means that memory ran out instead. */
void vt_context_report_glob(vt_build_context *context, vt_place place, vt_text pattern,
                            const char *error);
void vt_context_no_memory(vt_build_context *context);
/* After a text did not parse: warn when it is a template of Helm. */
void vt_context_note_template(vt_build_context *context, vt_text text, vt_place start);

/* ----------------------------------------------------------------- readers */

/* Keep the members of an argocd-cm; _finish makes rules of all that were kept. */
void vt_customizations_read(vt_build_context *context, const vt_input *input);
/* Keep those that a document holds in whatever form, or at `path` when that is not absent. `take_file` is
** called with the build context for each file that it names; NULL: for none. */
struct vt_argocd_file;
void vt_customizations_find(vt_build_context *context, const vitals_document *document,
                            vt_text path,
                            void (*take_file)(void *user, const struct vt_argocd_file *file));
void vt_customizations_finish(vt_build_context *context);
void vt_checks_add(vt_build_context *context, const vt_input *input);
void vt_prelude_take(vt_build_context *context, const vt_input *input);
/* Fill a rule with a check: how it is looked up, and its script, which is not compiled. */
void vt_check_fill(vt_build_context *context, vt_rule *rule, vt_text directory, vt_text script);
/* The checks that are built in, without those that `configuration` (or NULL) disables. */
void vt_bundled_add(vt_build_context *context, const vitals_configuration *configuration);
/* Warn about the name of a disabled check that does not exist. */
void vt_bundled_disable(vt_build_context *context, const vt_input *input);
/* Keep the documents of a file; _finish reads all of them and frees the list. */
void vt_expressions_read(vt_build_context *context, const vt_input *input);
/* Keep a document of the engine when it carries expressions. */
void vt_expressions_keep(vt_build_context *context, const vitals_document *document);
void vt_expressions_finish(vt_build_context *context);
void vt_policy_read(vt_build_context *context, const vt_input *input);
/* Add the health script of a ResourceInterpreterCustomization of Karmada, if that is what it is. */
void vt_interpreter_add(vt_build_context *context, const vitals_document *document);
/* Read all rules that a file holds in the forms that the input asks for. */
void vt_rules_read(vt_build_context *context, const vt_input *input);
/* Read a file that a kustomization names into `content`, below the directory of the kustomization. NULL: it
** cannot be read, which is reported; otherwise its name. */
const char *vt_followed_file_read(vt_build_context *context, const struct vt_argocd_file *file,
                                  vt_buffer *content);
/* Report what is wrong with such a file. */
void vt_followed_file_report(vt_build_context *context, const struct vt_argocd_file *file,
                             const char *limit, const char *why);
/* Count a text that is not an input of its own against limit configuration_bytes, which each input has
** passed. false: it does not fit, which is reported. */
bool vt_context_charge_text(vt_build_context *context, vt_text text, vt_place place);
/* Options for a text of the configuration. `limits` is filled, and must outlive them. */
vitals_read_options vt_context_read_options(const vt_build_context *context, const char *file,
                                            vitals_limits *limits);

/* Compile the script of a rule in every dialect that its profiles use. */
void vt_script_check(vt_build_context *context, vt_rule *rule);

#endif
