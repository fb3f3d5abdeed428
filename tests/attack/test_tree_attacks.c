/*
** Hostile trees of checks. Each row puts something into the directory x.io/Bad of a tree whose
** x.io/Good is a check like any other. Reading the tree must end at once, report the path and the
** reason, open nothing outside, and leave Good as it is, within the time and memory of attack/apart.h.
*/
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vitals/lint.h>
#include <vitals/testing.h>
#include <vitals/vitals.h>

#include "attack/apart.h"

static char tree[64];

/* A path in the tree; of the last four calls. */
static const char *in_tree(const char *name) {
    static char paths[4][512];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", tree, name);
    return path;
}

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(in_tree(name), "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void link_to(const char *target, const char *name) {
    assert_int_equal(symlink(target, in_tree(name)), 0);
}

static void make_directory(const char *name) {
    assert_int_equal(mkdir(in_tree(name), 0700), 0);
}

/* ------------------------------------------------------------------ attacks */

#define BAD "x.io/Bad/health.lua"

static void fifo(void) {
    assert_int_equal(mkfifo(in_tree(BAD), 0600), 0);
}
static void directory_as_file(void) {
    make_directory(BAD);
}
static void link_out(void) {
    link_to("/etc/passwd", BAD);
}
static void link_up(void) {
    link_to("../../../../../../../../etc/passwd", BAD);
}
static void link_to_device(void) {
    link_to("/dev/zero", BAD);
}
static void link_to_itself(void) {
    link_to("health.lua", BAD);
}
static void dangling(void) {
    link_to("nowhere", BAD);
}

static void links_in_a_circle(void) {
    link_to("other.lua", BAD);
    link_to("health.lua", "x.io/Bad/other.lua");
}

static void link_to_fifo(void) {
    assert_int_equal(mkfifo(in_tree("x.io/Bad/pipe"), 0600), 0);
    link_to("pipe", BAD);
}

static void link_through_link_out(void) {
    link_to("/etc", "x.io/Bad/.etc");
    link_to(".etc/passwd", BAD);
}

static void chain_of_links(void) {
    link_to("a1", BAD);
    for (int i = 1; i < 20; i++) {
        char from[40], to[40];
        snprintf(from, sizeof from, "x.io/Bad/a%d", i);
        snprintf(to, sizeof to, "a%d", i + 1);
        link_to(to, from);
    }
    write_file("x.io/Bad/a20", "return {status='Healthy'}");
}

static void links_to_here(void) {
    for (int i = 0; i < 10; i++) {
        char name[40];
        snprintf(name, sizeof name, "x.io/Bad/l%d", i);
        link_to(".", name);
    }
}

static void link_to_root(void) {
    link_to("/", "x.io/Bad/all");
}
static void link_to_parent(void) {
    link_to("../..", "x.io/Bad/up");
}
static void link_to_sibling(void) {
    link_to("../Good", "x.io/Bad/Other");
}

static void nested_deep(void) {
    char name[400] = "x.io/Bad";
    for (int i = 0; i < 40; i++) {
        snprintf(name + strlen(name), sizeof name - strlen(name), "/d");
        make_directory(name);
    }
    snprintf(name + strlen(name), sizeof name - strlen(name), "/health.lua");
    write_file(name, "return {}");
}

static void long_names(void) {
    char name[300];
    memset(name, 'n', sizeof name);
    memcpy(name, "x.io/Bad/", 9);
    name[9 + 255] = '\0';
    make_directory(name);
    assert_true(strlen(name) < sizeof name);
}

static void long_script(void) {
    FILE *file = fopen(in_tree(BAD), "w");
    assert_non_null(file);
    for (int i = 0; i < 2000000; i++) fputc(' ', file);
    assert_int_equal(fclose(file), 0);
}

static void sparse_script(void) {
    write_file(BAD, "");
    assert_int_equal(truncate(in_tree(BAD), (off_t)1 << 40), 0);
}

static void many_files(void) {
    for (int i = 0; i < 2000; i++) {
        char name[60];
        snprintf(name, sizeof name, "x.io/Bad/file%d.txt", i);
        write_file(name, "");
    }
}

static void mounted(void) {
    make_directory("x.io/Bad/..2026");
    write_file("x.io/Bad/..2026/health.lua", "return {status='Healthy'}");
    link_to("..2026", "x.io/Bad/..data");
    link_to("..data/health.lua", BAD);
}

static void syntax_error(void) {
    write_file(BAD, "return {");
}
static void binary(void) {
    write_file(BAD, "\x1bLua\x54\x01\xff\xfe");
}
static void nothing(void) {
    write_file(BAD, "");
}

static void line_break_in_name(void) {
    write_file("x.io/Bad/health\n.lua", "return {status='Healthy'}");
    make_directory("x.io/Bad\nGood");
    write_file("x.io/Bad\nGood/health.lua", "return {status='Healthy'}");
}

static void odd_bytes_in_name(void) {
    make_directory("x.io/\xff\xfe\x1b[2J");
    write_file("x.io/\xff\xfe\x1b[2J/health.lua", "return {");
}

static void many_kinds(void) {
    for (int i = 0; i < 2000; i++) {
        char name[60];
        snprintf(name, sizeof name, "x.io/K%d", i);
        make_directory(name);
        snprintf(name, sizeof name, "x.io/K%d/health.lua", i);
        write_file(name, "return {}");
    }
}

static void many_stars(void) {
    char name[300] = "x.io/";
    for (int i = 0; i < 120; i++) snprintf(name + strlen(name), sizeof name - strlen(name), "_a");
    make_directory(name);
    snprintf(name + strlen(name), sizeof name - strlen(name), "/health.lua");
    write_file(name, "return {}");
}

/* What tests read beside a script: a FIFO, a file outside, laughs. */
static void fixtures_fifo(void) {
    assert_int_equal(mkfifo(in_tree("x.io/Bad/health_test.yaml"), 0600), 0);
}
static void fixture_outside(void) {
    write_file(
        "x.io/Bad/health_test.yaml",
        "tests:\n- inputPath: ../../../../../../etc/passwd\n  healthStatus: {status: Healthy}\n"
        "- inputPath: /dev/zero\n  healthStatus: {status: Healthy}\n");
}
static void fixtures_of_laughs(void) {
    write_file("x.io/Bad/health_test.yaml",
               "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
               "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
               "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\ntests: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n");
}

/* ------------------------------------------------------------------ the rows */

static const struct row {
    TABLE_ROW;
    void (*attack)(void);
    const char *where;  /* in the path of a diagnostic, or NULL: nothing is reported */
    const char *why;    /* in its text */
    const char *health; /* of an object of the kind Bad */
} rows[] = {
    /* clang-format off */
    { "FIFO", fifo, BAD, "not a regular file", "Unassessed" },
    { "directory instead of a file", directory_as_file, NULL, NULL, "Unassessed" },
    { "link to /etc/passwd", link_out, BAD, "leads out", "Unassessed" },
    { "relative link that leaves", link_up, BAD, "leads out", "Unassessed" },
    { "link to a device", link_to_device, BAD, "leads out", "Unassessed" },
    { "link to itself", link_to_itself, BAD, "too many", "Unassessed" },
    { "links in a circle", links_in_a_circle, BAD, "too many", "Unassessed" },
    { "dangling link", dangling, BAD, "No such file", "Unassessed" },
    { "link to a FIFO", link_to_fifo, BAD, "not a regular file", "Unassessed" },
    { "link through a link that leaves", link_through_link_out, BAD, "leads out", "Unassessed" },
    { "chain of links", chain_of_links, BAD, "too many", "Unassessed" },
    { "ten links to the directory", links_to_here, "x.io/Bad/l0", "not followed", "Unassessed" },
    { "link to /", link_to_root, "x.io/Bad/all", "not followed", "Unassessed" },
    { "link to the root of the tree", link_to_parent, "x.io/Bad/up", "not followed", "Unassessed" },
    { "link to another check", link_to_sibling, "x.io/Bad/Other", "not followed", "Unassessed" },
    { "directories nested too deep", nested_deep, "/d/d", "too deep", "Unassessed" },
    { "long names", long_names, NULL, NULL, "Unassessed" },
    { "script of 2 MB", long_script, BAD, "script_bytes", "Unknown" },
    { "script of a terabyte", sparse_script, BAD, "script_bytes", "Unknown" },
    { "many files", many_files, NULL, NULL, "Unassessed" },
    { "mounted ConfigMap", mounted, NULL, NULL, "Healthy" },
    { "script that does not compile", syntax_error, NULL, NULL, "Unknown" },
    { "script that is binary", binary, NULL, NULL, "Unknown" },
    { "script that is empty", nothing, NULL, NULL, "" },
    { "names with line breaks", line_break_in_name, NULL, NULL, "Unassessed" },
    { "names that are not UTF-8", odd_bytes_in_name, NULL, NULL, "Unassessed" },
    { "2,000 kinds", many_kinds, NULL, NULL, "Unassessed" },
    { "a name of 120 wildcards", many_stars, NULL, NULL, "Unassessed" },
    { "FIFO as a list of fixtures", fixtures_fifo, NULL, NULL, "Unassessed" },
    { "fixtures outside of the tree", fixture_outside, NULL, NULL, "Unassessed" },
    { "fixtures that expand without end", fixtures_of_laughs, NULL, NULL, "Unassessed" },
    /* clang-format on */
};

static int remove_entry(const char *path, const struct stat *about, int type, struct FTW *at) {
    (void)about;
    (void)type;
    (void)at;
    return remove(path);
}

static bool is_reported(const vitals_diagnostics *list, const char *where, const char *why) {
    for (size_t i = 0; i < vitals_diagnostics_count(list); i++) {
        const vitals_diagnostic *found = vitals_diagnostics_at(list, i);
        if (strstr(found->file, where) && strstr(found->text.bytes, why)) return true;
    }
    return false;
}

static void expect(vitals_worker *worker, vitals_verdict *verdict, const char *kind,
                   const char *health) {
    char object[80];
    vitals_document *document = NULL;
    snprintf(object, sizeof object, "{apiVersion: x.io/v1, kind: %s, metadata: {name: a}}", kind);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    assert_int_equal(vitals_document_parse(object, strlen(object), &options, &document, NULL),
                     VITALS_OK);
    assert_int_equal(vitals_assess(worker, document, NULL, verdict), VITALS_OK);
    assert_string_equal(vitals_health_name(vitals_verdict_health(verdict)), health);
    vitals_document_free(document);
}

static void check_engine(const struct row *row) {
    vitals_configuration *configuration = NULL;
    vitals_diagnostics *diagnostics = NULL;
    vitals_engine *engine = NULL;
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(vitals_configuration_add_checks(configuration, tree, diagnostics), VITALS_OK);
    assert_true(!row->where || is_reported(diagnostics, row->where, row->why));
    if (!row->where) assert_int_equal(vitals_diagnostics_count(diagnostics), 0);
    assert_int_equal(vitals_engine_new(configuration, &engine, diagnostics), VITALS_OK);
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    expect(worker, verdict, "Bad", row->health);
    expect(worker, verdict, "Good", "Healthy");
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
    vitals_diagnostics_free(diagnostics);
}

/* Lint and tests walk the same tree. */
static void check_others(void) {
    vitals_lint *lint = NULL;
    vitals_diagnostics *diagnostics = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    vitals_status status = vitals_lint_path(lint, tree, diagnostics);
    assert_true(status == VITALS_OK || status == VITALS_ELIMIT);
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    vitals_lint_free(lint);
    const char *path = tree;
    vitals_report *report = NULL;
    status = vitals_test_run(&path, 1, NULL, &report, diagnostics);
    assert_int_equal(status, VITALS_OK);
    vitals_report_free(report);
    vitals_diagnostics_free(diagnostics);
}

static void attack(void **state) {
    check_engine(*state);
    check_others();
}

static void check(void **state) {
    const struct row *row = *state;
    snprintf(tree, sizeof tree, "%s", "/tmp/vitals-tree-XXXXXX");
    assert_non_null(mkdtemp(tree));
    make_directory("x.io");
    make_directory("x.io/Bad");
    make_directory("x.io/Good");
    write_file("x.io/Good/health.lua", "return {status='Healthy'}");
    row->attack();
    apart_check(attack, row);
    assert_int_equal(nftw(tree, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0);
}

int main(void) {
    return TABLE_RUN("trees of checks", check, rows);
}
