/* Kinds as kubectl spells them: Kind, plural, short name, KIND.group, KIND/NAME. */
#include "input/selection.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output/memory.h"

/* Short names as `kubectl api-resources` lists them; custom kinds by their usual ones. */
static const struct short_name {
    const char *name, *kind;
} short_names[] = {
    { "app", "Application" },
    { "appset", "ApplicationSet" },
    { "cert", "Certificate" },
    { "cj", "CronJob" },
    { "cm", "ConfigMap" },
    { "cr", "CertificateRequest" },
    { "crd", "CustomResourceDefinition" },
    { "deploy", "Deployment" },
    { "ds", "DaemonSet" },
    { "ep", "Endpoints" },
    { "es", "ExternalSecret" },
    { "ev", "Event" },
    { "gitrepo", "GitRepository" },
    { "helmrepo", "HelmRepository" },
    { "hpa", "HorizontalPodAutoscaler" },
    { "hr", "HelmRelease" },
    { "ing", "Ingress" },
    { "ks", "Kustomization" },
    { "limits", "LimitRange" },
    { "netpol", "NetworkPolicy" },
    { "no", "Node" },
    { "ns", "Namespace" },
    { "pc", "PriorityClass" },
    { "pdb", "PodDisruptionBudget" },
    { "po", "Pod" },
    { "pv", "PersistentVolume" },
    { "pvc", "PersistentVolumeClaim" },
    { "quota", "ResourceQuota" },
    { "rc", "ReplicationController" },
    { "ro", "Rollout" },
    { "rs", "ReplicaSet" },
    { "sa", "ServiceAccount" },
    { "sc", "StorageClass" },
    { "so", "ScaledObject" },
    { "sts", "StatefulSet" },
    { "svc", "Service" },
    { "wf", "Workflow" },
};

/* ----------------------------------------------------------------- parsing */

static const char *kind_of_short_name(const char *name) {
    for (size_t i = 0; i < COUNT_OF(short_names); i++)
        if (strcmp(short_names[i].name, name) == 0) return short_names[i].kind;
    return name;
}

/* kubectl lower-cases what it is given before it looks for short names. */
static void resolve_short_name(kind_term *term) {
    const char *kind = kind_of_short_name(term->kind);
    if (kind == term->kind) return;
    cli_text longer = TEXT_INIT;
    text_printf(&longer, "%s%c%s", kind, '\0', term->group ? term->group : "");
    char *copy = memory_copy(longer.bytes, longer.size);
    term->group = term->group ? copy + strlen(kind) + 1 : NULL;
    free(term->kind);
    term->kind = copy;
    text_done(&longer);
}

static void add_kind(cli_selection *selection, const char *word, size_t size, const char *name) {
    kind_term term = { memory_copy(word, size), NULL, name, false };
    char *dot = strchr(term.kind, '.');
    if (dot) {
        *dot = '\0';
        term.group = dot + 1;
    }
    resolve_short_name(&term);
    selection->kinds =
        memory_grow(selection->kinds, selection->kind_count, sizeof *selection->kinds);
    selection->kinds[selection->kind_count++] = term;
}

/* KIND/NAME, or KIND[,KIND…]. */
static bool parse_word(cli_selection *selection, const char *word, char *problem, size_t size) {
    const char *slash = strchr(word, '/');
    if (strchr(word, '.') && access(word, F_OK) == 0) {
        snprintf(problem, size, "'%s' looks like a file; give files with -f", word);
        return false;
    }
    if (slash) {
        if (slash == word || !slash[1] || strchr(slash + 1, '/')) {
            snprintf(problem, size, "'%s' is not KIND or KIND/NAME", word);
            return false;
        }
        add_kind(selection, word, (size_t)(slash - word), slash + 1);
        return true;
    }
    while (*word) {
        const size_t length = strcspn(word, ",");
        if (length) add_kind(selection, word, length, NULL);
        word += length + (word[length] == ',');
    }
    return true;
}

static bool parse_labels(cli_selection *selection, const char *labels, char *problem,
                         size_t problem_bytes) {
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    const vitals_status status =
        vitals_selector_parse(text_from(labels), NULL, &selection->labels, diagnostics);
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    if (status != VITALS_OK && !first) memory_exhausted();
    if (first) snprintf(problem, problem_bytes, "%s", first->text.bytes);
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_OK;
}

bool selection_parse(cli_selection *selection, const option_list *words, const char *namespace,
                     const char *labels, char *problem, size_t problem_bytes) {
    *selection = (struct cli_selection){ NULL, 0, namespace, NULL };
    for (size_t i = 0; i < words->count; i++)
        if (!parse_word(selection, words->items[i], problem, problem_bytes)) return false;
    return !labels || parse_labels(selection, labels, problem, problem_bytes);
}

void selection_done(cli_selection *selection) {
    for (size_t i = 0; i < selection->kind_count; i++) free(selection->kinds[i].kind);
    free(selection->kinds);
    vitals_selector_free(selection->labels);
    *selection = (struct cli_selection){ NULL, 0, NULL, NULL };
}

/* ---------------------------------------------------------------- matching */

/* Whether `word` begins with at least `least` bytes of `kind`, ignoring case; `*rest` is what follows. */
static bool starts_with_kind(const char *word, vitals_text kind, size_t least, const char **rest) {
    size_t i = 0;
    while (i < kind.size && word[i] &&
           tolower((unsigned char)word[i]) == tolower((unsigned char)kind.bytes[i]))
        i++;
    *rest = word + i;
    return kind.size > 0 && i >= least;
}

/* The kind itself or its plural: pods, ingresses, networkpolicies. */
static bool is_kind_or_plural(const char *word, vitals_text kind) {
    static const char *const endings[] = { "", "s", "es", NULL };
    const char *rest = NULL;
    if (starts_with_kind(word, kind, kind.size, &rest) && choice_find(endings, rest) >= 0)
        return true;
    return kind.size && kind.bytes[kind.size - 1] == 'y' &&
           starts_with_kind(word, kind, kind.size - 1, &rest) && strcmp(rest, "ies") == 0;
}

static bool kind_term_matches(const kind_term *term, const vitals_document *document) {
    return is_kind_or_plural(term->kind, vitals_document_kind(document)) &&
           (!term->group || text_is(vitals_document_group(document), term->group)) &&
           (!term->name || text_is(vitals_document_name(document), term->name));
}

bool selection_matches(const cli_selection *selection, const vitals_document *document) {
    bool kind_wanted = selection->kind_count == 0;
    for (size_t i = 0; !kind_wanted && i < selection->kind_count; i++)
        kind_wanted = kind_term_matches(&selection->kinds[i], document);
    return kind_wanted &&
           (!selection->namespace ||
            text_is(vitals_document_namespace(document), selection->namespace)) &&
           (!selection->labels || vitals_selector_matches(selection->labels, document));
}

size_t selection_named_term(const cli_selection *selection, const vitals_document *document) {
    for (size_t i = 0; i < selection->kind_count; i++)
        if (selection->kinds[i].name && kind_term_matches(&selection->kinds[i], document)) return i;
    return SIZE_MAX;
}

void selection_check_names(const cli_selection *selection, cli_problems *problems) {
    for (size_t i = 0; i < selection->kind_count; i++) {
        const kind_term *term = &selection->kinds[i];
        if (term->name && !term->found)
            problems_add_error(problems, NULL, "no %s/%s among the objects", term->kind,
                               term->name);
    }
}
