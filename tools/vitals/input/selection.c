/* Which objects a command line selects, and what it fails to select. */
#include "input/selection.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "input/files.h"
#include "input/kinds.h"

#define FIELD(name) offsetof(object_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 'f', "filename", "file", OPTION_LIST, FIELD(files), "FILE|DIR|-", NULL,
      "read objects from here: YAML, JSON, JSON lines, lists, watch events; "
      "repeatable. Default: the files among the arguments, or piped stdin" },
    { 'n', "namespace", NULL, OPTION_JOINED, FIELD(namespace), "NAME", NULL,
      "only objects in this namespace; repeatable" },
    { 'A', "all-namespaces", NULL, OPTION_FLAG, FIELD(all_namespaces), NULL, NULL,
      "objects in all namespaces (the default); overrides -n" },
    { 'l', "selector", NULL, OPTION_JOINED, FIELD(labels), "SELECTOR", NULL,
      "only objects with these labels, such as app=web,tier!=db; repeatable: all must match" },
    { 0, "allow-partial", NULL, OPTION_FLAG, FIELD(allow_partial), NULL, NULL,
      "what could not be read is reported, and is not exit status 3" },
};
/* clang-format on */

const option_group object_option_group = { "Objects", rows, COUNT_OF(rows) };

/* ----------------------------------------------------------------- files */

static bool begins_like_path(const char *word) {
    return *word == '/' || strncmp(word, "./", 2) == 0 || strncmp(word, "../", 3) == 0 ||
           strcmp(word, "-") == 0 || strcmp(word, ".") == 0 || strcmp(word, "..") == 0;
}

/* live.yaml and dump/live.yaml, there or not; deploy/live.yaml and policy.example.com/live.yaml are
** names of objects. */
static bool is_named_like_file(const char *word) {
    const size_t first = strcspn(word, "/");
    if (!file_has_extension(word) || strpbrk(word, ": ")) return false;
    return !word[first] || (!memchr(word, '.', first) && !kind_is_usual(word, first));
}

/* A name of the file system, unless it reads as KIND or KIND/NAME of a usual kind. */
static bool is_file(const char *word) {
    const size_t size = strlen(word);
    if (strstr(word, "://") || begins_like_path(word) || (size && word[size - 1] == '/'))
        return true;
    if (is_named_like_file(word)) return true;
    return !kind_is_usual(word, strcspn(word, "./")) && access(word, F_OK) == 0;
}

/* ----------------------------------------------------------------- words */

static void add_term(cli_selection *selection, const cli_target *target, const char *previous) {
    selection->terms = memory_grow(selection->terms, selection->count, sizeof *selection->terms);
    selection_term *term = &selection->terms[selection->count++];
    term->target = *target;
    term->previous = previous;
}

static bool add_word(cli_selection *selection, const char *word, const char *previous,
                     char *problem, size_t size) {
    cli_target target;
    if (!target_parse(&target, word)) {
        snprintf(problem, size, "'%s' is not KIND, KIND/NAME or GROUP/KIND:NAMESPACE/NAME", word);
        return false;
    }
    add_term(selection, &target, previous);
    return true;
}

/* KIND[,KIND…]; names have no commas. */
static bool add_words(cli_selection *selection, const char *word, const char *previous,
                      char *problem, size_t size) {
    if (!strchr(word, ',')) return add_word(selection, word, previous, problem, size);
    selection->lists =
        memory_grow(selection->lists, selection->list_count, sizeof *selection->lists);
    char *part = selection->lists[selection->list_count++] = memory_copy_string(word);
    bool ok = true;
    for (char *comma; part && ok; part = comma) {
        comma = strchr(part, ',');
        if (comma) *comma++ = '\0';
        if (*part) ok = add_word(selection, part, NULL, problem, size);
    }
    return ok;
}

static bool parse_labels(cli_selection *selection, const char *labels, char *problem,
                         size_t problem_bytes) {
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    const vitals_status status =
        vitals_selector_parse(vt_text_from(labels), NULL, &selection->labels, diagnostics);
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    if (status != VITALS_OK && !first) memory_exhausted();
    if (first) snprintf(problem, problem_bytes, "%s", first->text.bytes);
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_OK;
}

bool selection_parse(cli_selection *selection, const option_list *words, object_options *options,
                     char *problem, size_t problem_bytes) {
    const char *previous = NULL;
    *selection = (struct cli_selection){ .terms = NULL };
    selection->namespace = options->all_namespaces ? NULL : options->namespace;
    selection->namespaces = option_items(selection->namespace);
    selection->labels_text = options->labels;
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        if (is_file(word)) {
            option_list_add(&options->files, word);
            continue;
        }
        if (!add_words(selection, word, previous, problem, problem_bytes)) return false;
        previous = word;
    }
    return !options->labels || parse_labels(selection, options->labels, problem, problem_bytes);
}

void selection_done(cli_selection *selection) {
    for (size_t i = 0; i < selection->count; i++) target_done(&selection->terms[i].target);
    for (size_t i = 0; i < selection->list_count; i++) free(selection->lists[i]);
    free(selection->terms);
    free(selection->lists);
    option_list_free_items(&selection->namespaces);
    vitals_selector_free(selection->labels);
    selection_found_done(&selection->found);
    *selection = (struct cli_selection){ .terms = NULL };
}

/* ---------------------------------------------------------------- matching */

static size_t notes_of(const cli_selection *selection) {
    return selection->count + selection->namespaces.count;
}

static void note_term(const cli_selection *selection, size_t index, selection_found *found) {
    if (!found->terms) found->terms = memory_new(notes_of(selection), sizeof *found->terms);
    found->terms[index] = true;
}

/* Every term that matches is noted, not only the first. */
static bool matches_terms(const cli_selection *selection, const vitals_document *document,
                          selection_found *found) {
    bool wanted = selection->count == 0;
    for (size_t i = 0; i < selection->count; i++) {
        if (!target_matches(&selection->terms[i].target, document)) continue;
        note_term(selection, i, found);
        wanted = true;
    }
    return wanted;
}

/* Which of several it is in is noted. */
static bool is_in_namespaces(const cli_selection *selection, const vitals_document *document,
                             selection_found *found) {
    const vitals_text in = vitals_document_namespace(document);
    if (selection->namespaces.count < 2) return vt_text_is(in, selection->namespace);
    for (size_t i = 0; i < selection->namespaces.count; i++) {
        if (!vt_text_is(in, selection->namespaces.items[i])) continue;
        note_term(selection, selection->count + i, found);
        return true;
    }
    return false;
}

bool selection_finds(const cli_selection *selection, const vitals_document *document,
                     selection_found *found) {
    if (selection->namespace && !is_in_namespaces(selection, document, found)) return false;
    found->in_namespace = true;
    if (selection->labels && !vitals_selector_matches(selection->labels, document)) return false;
    if (!matches_terms(selection, document, found)) return false;
    found->selected = true;
    return true;
}

bool selection_matches(cli_selection *selection, const vitals_document *document) {
    return selection_finds(selection, document, &selection->found);
}

void selection_remember(cli_selection *selection, const selection_found *found) {
    selection_found *all = &selection->found;
    all->in_namespace |= found->in_namespace;
    all->selected |= found->selected;
    for (size_t i = 0; found->terms && i < notes_of(selection); i++) {
        if (found->terms[i]) note_term(selection, i, all);
    }
}

void selection_found_done(selection_found *found) {
    free(found->terms);
    *found = (selection_found){ 0 };
}

/* ---------------------------------------------------------------- checking */

/* "; did you mean deploy?" for a misspelt kind, "; write deploy/web" for a name after a kind. */
static void add_advice(vt_buffer *out, const selection_term *term) {
    const char *word = term->target.word;
    cli_suggestion nearest = { word, NULL, 0 };
    if (strpbrk(word, "/:") || kind_is_usual(word, strcspn(word, "."))) return;
    if (term->previous && !strpbrk(term->previous, "/:,")) {
        vt_buffer_printf(out, "; a name is written %s/%s", term->previous, word);
        return;
    }
    kind_suggest(&nearest);
    if (nearest.best)
        vt_buffer_printf(out, "; did you mean %s? A name is written KIND/NAME", nearest.best);
}

static void add_restrictions(vt_buffer *out, const cli_selection *selection) {
    if (selection->namespace) vt_buffer_printf(out, " in namespace %s", selection->namespace);
    if (selection->labels) vt_buffer_printf(out, " with labels %s", selection->labels_text);
}

static void report(const cli_selection *selection, const selection_term *term,
                   cli_problems *problems) {
    vt_buffer line = BUFFER_INIT;
    vt_buffer_add_terminated(&line, "no object");
    if (term) vt_buffer_printf(&line, " matches '%s'", term->target.word);
    if (term || selection->found.in_namespace) {
        add_restrictions(&line, selection);
    } else if (selection->namespace) {
        vt_buffer_printf(&line, " in namespace %s", selection->namespace);
    }
    if (term) add_advice(&line, term);
    problems_add_error(problems, NULL, "%s", vt_buffer_string(&line));
    vt_buffer_done(&line);
}

static bool is_found(const cli_selection *selection, size_t index) {
    return selection->found.terms && selection->found.terms[index];
}

/* Of several namespaces those without any object, where others have some. */
static void check_namespaces(const cli_selection *selection, cli_problems *problems) {
    if (selection->namespaces.count < 2 || !selection->found.in_namespace) return;
    for (size_t i = 0; i < selection->namespaces.count; i++) {
        if (is_found(selection, selection->count + i)) continue;
        problems_add_error(problems, NULL, "no object in namespace %s",
                           selection->namespaces.items[i]);
    }
}

void selection_check(const cli_selection *selection, cli_problems *problems) {
    const bool restricted = selection->namespace || selection->labels;
    if (restricted && !selection->found.selected && !selection->count) {
        report(selection, NULL, problems);
    }
    for (size_t i = 0; i < selection->count; i++) {
        if (!is_found(selection, i)) report(selection, &selection->terms[i], problems);
    }
    check_namespaces(selection, problems);
}
