/* The rule options, shared by every command that assesses, and the engine created from them. */
#ifndef CLI_INPUT_RULES_H
#define CLI_INPUT_RULES_H

#include "base/problems.h"
#include "input/options.h"

typedef struct rule_options {
    option_list argocd_cm, rules, expressions;
    const char *key; /* of the data in `argocd_cm` and `rules` */
    option_list checks;
    bool without_bundled;
    option_list disabled;
    const char *policy;
    const char *argocd_version, *flux_version;
    unsigned profile;    /* vitals_profile */
    unsigned controller; /* 1: helm-controller */
    unsigned missing;    /* 1: false */
    unsigned on_broken;  /* 1: reject */
    option_list limits;
    const char *now;
} rule_options;

extern const option_group rule_option_group;

/* The result of the rule options. */
typedef struct cli_rules {
    vitals_limits *limits; /* NULL: the defaults */
    vitals_engine *engine;
    vitals_call call;
    bool bundled; /* the bundled checks are used */
} cli_rules;

/* The limits, the clock and the profile. false: one sentence is in `problem`. */
bool rules_read_options(cli_rules *rules, const rule_options *options, char *problem,
                        size_t problem_bytes);
/* Read the files and create the engine. false: there is none, and `problems` has the reason.
** Broken configuration that was left out is in `problems` too. */
bool rules_make_engine(cli_rules *rules, const rule_options *options, cli_problems *problems);
/* Rules that are not in files: of a cluster. They come before those of the options. */
typedef struct rule_text {
    const char *name; /* in errors and answers, as a file */
    const char *text;
    unsigned take; /* bits of vitals_rules */
} rule_text;
/* The same with these; expressions of a Kustomization or HelmRelease apply to its own objects only. */
bool rules_make_engine_with(cli_rules *rules, const rule_options *options, const rule_text *texts,
                            size_t count, cli_problems *problems);
/* How many of the options read the standard input. */
size_t rules_stdin_uses(const rule_options *options);
/* Whether a directory holds GROUP/KIND/health.lua. */
bool rules_is_check_tree(const char *directory);
/* An error when an argocd-cm that was read from `path` has no customization of health. Other errors in it
** are left to those who use it. */
void rules_check_argocd_cm(const char *path, const vt_buffer *content, const char *key,
                           cli_problems *problems);
/* The path that --key means: the first dot may be left out, as kubectl has it. `path` holds it. NULL: none. */
const char *rules_read_key(const char *key, vt_buffer *path);
void rules_done(cli_rules *rules);

#endif
