/*
** Every command that a finding of tests/why gives can be typed: the rules of kubectl, argocd and flux for such a command,
** against the objects of the recording.
*/
#include <glob.h>
#include <stdio.h>
#include <strings.h>

#include "document/document.h"
#include "support/files.h"
#include "support/why_world.h"

enum { MOST_WORDS = 16 };

/* A command in words, without its options. */
typedef struct command {
    char text[1024];
    const char *words[MOST_WORDS];
    size_t count;
    const char *namespace, *container, *named; /* -n, -c, --name */
    bool previous, hard_refresh, show_operation, with_source;
    const char *application_namespace, *kind;
} command;

static bool take_flag(command *c, const char *word) {
    const struct flag {
        const char *name;
        bool *is;
    } flags[] = { { "--previous", &c->previous },
                  { "--hard-refresh", &c->hard_refresh },
                  { "--show-operation", &c->show_operation },
                  { "--with-source", &c->with_source } };
    for (size_t i = 0; i < TABLE_COUNT(flags); i++) {
        if (strcmp(word, flags[i].name) != 0) continue;
        *flags[i].is = true;
        return true;
    }
    return false;
}

static const char **value_of(command *c, const char *word) {
    if (strcmp(word, "-n") == 0) return &c->namespace;
    if (strcmp(word, "-c") == 0) return &c->container;
    return strcmp(word, "--app-namespace") == 0 ? &c->application_namespace : NULL;
}

static void split(command *c, vitals_text text) {
    char *rest = NULL;
    *c = (command){ .count = 0 };
    assert_true(text.size < sizeof c->text);
    memcpy(c->text, text.bytes, text.size);
    for (char *word = strtok_r(c->text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        const char **value = value_of(c, word);
        if (value) {
            *value = strtok_r(NULL, " ", &rest);
            assert_non_null(*value);
        } else if (strncmp(word, "--kind=", 7) == 0) {
            c->kind = word + 7;
        } else if (strncmp(word, "--name=", 7) == 0) {
            c->named = word + 7;
        } else if (!take_flag(c, word)) {
            assert_true(word[0] != '-' && c->count < MOST_WORDS);
            c->words[c->count++] = word;
        }
    }
}

/* -------------------------------------------------------------------- objects */

static bool is_text(vitals_text text, const char *want) {
    return strlen(want) == text.size &&
           (text.size == 0 || strncasecmp(text.bytes, want, text.size) == 0);
}

/* As kubectl finds it: the kind in any case, with the group or, of the core, without one. */
static const vitals_document *find(const world *w, const char *group, const char *kind,
                                   const char *namespace, const char *name) {
    uint64_t cursor = 0;
    const vitals_document *document;
    while ((document = vitals_set_next(w->set, &cursor))) {
        if (is_text(vitals_document_kind(document), kind) &&
            is_text(vitals_document_group(document), group) &&
            is_text(vitals_document_namespace(document), namespace ? namespace : "") &&
            is_text(vitals_document_name(document), name)) {
            return document;
        }
    }
    return NULL;
}

static const vt_value *at(const vitals_document *document, const vt_value *value,
                          const char *name) {
    return vt_document_field(document, value, vt_text_from(name));
}

static const vt_value *status_of(const vitals_document *pod, const char *container) {
    static const char *const lists[] = { "initContainerStatuses", "containerStatuses" };
    for (size_t i = 0; i < TABLE_COUNT(lists); i++) {
        const vt_value *list = at(pod, vt_document_status(pod), lists[i]);
        for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
            if (is_text(vt_value_text(at(pod, one, "name")), container)) return one;
        }
    }
    return NULL;
}

/* ---------------------------------------------------------------------- rules */

/* KUBERNETES: pkg/kubelet, validateContainerLogStatus. */
static bool is_right_logs(const world *w, const command *c) {
    const vitals_document *pod =
        c->count == 3 ? find(w, "", "Pod", c->namespace, c->words[2]) : NULL;
    if (!pod || !c->container) return false;
    const vt_value *status = status_of(pod, c->container), *state = at(pod, status, "state");
    const bool ended_before = at(pod, at(pod, status, "lastState"), "terminated") != NULL;
    if (c->previous) return ended_before;
    return at(pod, state, "running") || at(pod, state, "terminated") || ended_before;
}

static bool is_right_describe(const world *w, const command *c) {
    char kind[256];
    if (c->count < 3) return false;
    if (strcmp(c->words[2], "resourcequota") == 0) return c->namespace && c->count <= 4;
    snprintf(kind, sizeof kind, "%s", c->words[2]);
    char *name = strchr(kind, '/'), *group;
    if (!name || c->count != 3) return false;
    *name++ = '\0';
    group = strchr(kind, '.');
    if (group) *group++ = '\0';
    return find(w, group ? group : "", kind, c->namespace, name) != NULL;
}

/* What is asked for may be missing: that is then the answer. */
static bool is_right_get(const world *w, const command *c) {
    static const struct {
        const char *resource;
        bool namespaced, named;
    } known[] = { { "secret", true, true },
                  { "configmap", true, true },
                  { "persistentvolumeclaim", true, true },
                  { "storageclass", false, false },
                  { "apiservice", false, true },
                  { "validatingwebhookconfigurations,mutatingwebhookconfigurations", false,
                    false } };
    (void)w;
    for (size_t i = 0; i < TABLE_COUNT(known); i++) {
        if (c->count < 3 || strcmp(c->words[2], known[i].resource) != 0) continue;
        return (c->namespace != NULL) == known[i].namespaced &&
               c->count == (known[i].named ? 4U : 3U);
    }
    return false;
}

static bool is_right_argocd(const world *w, const command *c) {
    return c->count == 4 && strcmp(c->words[1], "app") == 0 && strcmp(c->words[2], "get") == 0 &&
           c->application_namespace && c->hard_refresh != c->show_operation &&
           find(w, "argoproj.io", "Application", c->application_namespace, c->words[3]);
}

static bool is_right_flux(const world *w, const command *c) {
    static const char *const sources[][2] = { { "git", "GitRepository" },
                                              { "oci", "OCIRepository" },
                                              { "helm", "HelmRepository" },
                                              { "bucket", "Bucket" },
                                              { "chart", "HelmChart" } };
    if (c->count == 2 && strcmp(c->words[1], "logs") == 0) {
        return c->named && c->kind &&
               find(w, "helm.toolkit.fluxcd.io", c->kind, c->namespace, c->named);
    }
    if (c->count == 4 && strcmp(c->words[2], "kustomization") == 0) {
        return c->with_source &&
               find(w, "kustomize.toolkit.fluxcd.io", "Kustomization", c->namespace, c->words[3]);
    }
    for (size_t i = 0; c->count == 5 && i < TABLE_COUNT(sources); i++) {
        if (strcmp(c->words[3], sources[i][0]) != 0) continue;
        return find(w, "source.toolkit.fluxcd.io", sources[i][1], c->namespace, c->words[4]) !=
               NULL;
    }
    return false;
}

static bool is_right(const world *w, const command *c) {
    static const struct {
        const char *program, *verb;
        bool (*is)(const world *w, const command *c);
    } rules[] = { { "kubectl", "logs", is_right_logs },
                  { "kubectl", "describe", is_right_describe },
                  { "kubectl", "get", is_right_get },
                  { "argocd", NULL, is_right_argocd },
                  { "flux", NULL, is_right_flux } };
    for (size_t i = 0; i < TABLE_COUNT(rules) && c->count > 1; i++) {
        if (strcmp(c->words[0], rules[i].program) == 0 &&
            (!rules[i].verb || strcmp(c->words[1], rules[i].verb) == 0)) {
            return rules[i].is(w, c);
        }
    }
    return false;
}

/* ------------------------------------------------------------------- recordings */

static size_t check_recording(const char *path) {
    size_t size = 0, asked = 0, index;
    char *text = file_read(path, &size);
    const vitals_document *document;
    uint64_t cursor = 0;
    world w;
    assert_non_null(text);
    world_open_text(&w, text, size);
    while ((document = vitals_set_next(w.set, &cursor))) {
        vitals_why_finding finding;
        command c;
        if (vitals_why_ask(w.why, document, &index) != VITALS_OK) continue;
        assert_true(vitals_why_finding_at(w.why, index, &finding, sizeof finding));
        if (!finding.next.size) fail_msg("%s: no command", path);
        split(&c, finding.next);
        if (!is_right(&w, &c)) fail_msg("%s: %s", path, finding.next.bytes);
        asked++;
    }
    world_close(&w);
    free(text);
    return asked;
}

static void test_recordings(void **state) {
    glob_t found;
    (void)state;
    assert_int_equal(glob(VITALS_SOURCE_DIR "/tests/why/[0-9]*.yaml", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 46);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (!check_recording(found.gl_pathv[i])) fail_msg("%s: nothing", found.gl_pathv[i]);
    }
    globfree(&found);
}

/* Commands that cannot work are seen to be such. */
static void test_wrong(void **state) {
    static const char *const wrong[] = {
        "kubectl logs web -n shop -c c --previous",
        "kubectl logs web -n shop -c other",
        "kubectl logs web -n shop",
        "kubectl describe deployment/web -n shop",
        "kubectl get secret -n shop",
        "flux reconcile source git web",
        "argocd app get web --app-namespace shop",
    };
    static const char *const objects[] = {
        "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, uid: w}, status: "
        "{phase: "
        "Failed, containerStatuses: [{name: c, state: {terminated: {exitCode: 1}}}]}}",
        NULL
    };
    command c;
    world w;
    (void)state;
    world_open(&w, objects, NULL);
    for (size_t i = 0; i < TABLE_COUNT(wrong); i++) {
        split(&c, (vitals_text){ wrong[i], strlen(wrong[i]) });
        if (is_right(&w, &c)) fail_msg("%s", wrong[i]);
    }
    split(&c, (vitals_text){ "kubectl logs web -n shop -c c", 29 });
    assert_true(is_right(&w, &c));
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_recordings),
                                        cmocka_unit_test(test_wrong) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
