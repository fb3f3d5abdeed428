/* vitals new: drafts a check with fixtures and tests, or saves a live object as a fixture. */
#include <stddef.h>
#include <string.h>

#include <vitals/testing.h>

#include "base/memory.h"
#include "commands/new_fixture.h"
#include "commands/scrub.h"
#include "input/below.h"
#include "input/command.h"
#include "input/files.h"

typedef struct new_options {
    const char *from;
    const char *directory;
    const char *name;
} new_options;

/* clang-format off */
static const option_row rows[] = {
    { 0, "from", NULL, OPTION_TEXT, offsetof(new_options, from), "FILE|-", NULL,
      "draft the check from an object of the kind in this file" },
    { 0, "dir", NULL, OPTION_TEXT, offsetof(new_options, directory), "TREE", NULL,
      "the tree to write to (default resource_customizations); - prints a "
      "fixture instead" },
    { 0, "name", NULL, OPTION_TEXT, offsetof(new_options, name), "NAME", NULL,
      "the name of a fixture, without .yaml (default: its status)" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, &object_option_group, &rule_option_group,
                                              NULL };

/* The text to read objects from. */
typedef struct reading {
    const vt_buffer *content;
    size_t at;
} content_reader;

static ptrdiff_t read_content(void *user, char *buffer, size_t capacity) {
    content_reader *reading = user;
    size_t size = reading->content->size - reading->at;
    if (size > capacity) size = capacity;
    if (size) memcpy(buffer, reading->content->bytes + reading->at, size);
    reading->at += size;
    return (ptrdiff_t)size;
}

static bool is_of_kind(const vitals_document *document, const char *group_kind) {
    const char *slash = strchr(group_kind, '/');
    const vitals_text group = { group_kind, (size_t)(slash - group_kind) };
    const vitals_text own = vitals_document_group(document);
    return own.size == group.size && memcmp(own.bytes, group.bytes, own.size) == 0 &&
           vt_text_is(vitals_document_kind(document), slash + 1);
}

/* The first object of the kind, or NULL. What does not parse is skipped. */
static vitals_document *find_object(const vt_buffer *content, const char *group_kind) {
    content_reader source = { content, 0 };
    vitals_stream *stream = NULL;
    vitals_document *document = NULL;
    bool found = false;
    if (vitals_stream_new(NULL, read_content, &source, &stream) != VITALS_OK) memory_exhausted();
    for (vitals_status status = VITALS_OK; !found && status != VITALS_ENOTFOUND;) {
        vitals_piece *piece = NULL;
        status = vitals_stream_next(stream, &piece, NULL);
        if (status == VITALS_ENOMEM) memory_exhausted();
        found = status == VITALS_OK &&
                vitals_piece_parse(piece, &document, NULL, NULL) == VITALS_OK &&
                is_of_kind(document, group_kind);
        vitals_piece_free(piece);
    }
    vitals_stream_free(stream);
    if (found) return document;
    vitals_document_free(document);
    return NULL;
}

static bool write_new(const char *tree, const vitals_draft_file *file, cli_problems *problems) {
    vt_buffer path = BUFFER_INIT, below = BUFFER_INIT;
    const char *why;
    vt_buffer_add_bytes(&below, file->path.bytes, file->path.size);
    vt_buffer_printf(&path, "%s/%s", tree, vt_buffer_string(&below));
    FILE *out = below_create(tree, vt_buffer_string(&below), false, &why);
    bool ok = out && fwrite(file->text.bytes, 1, file->text.size, out) == file->text.size;
    if (out && fclose(out) != 0) ok = false;
    if (ok) {
        printf("%s\n", vt_buffer_string(&path));
    } else {
        problems_add_error(problems, vt_buffer_string(&path), "%s",
                           out ? "cannot be written" : why);
    }
    vt_buffer_done(&below);
    vt_buffer_done(&path);
    return ok;
}

/* The draft is made from the object as it can be published: its first fixture is the object. */
static vitals_draft *make_draft(const new_options *options, const vitals_document *object,
                                cli_problems *problems) {
    vitals_draft *draft = NULL;
    vitals_document *fixture = NULL;
    cli_scrub *scrub = scrub_new();
    vitals_status status = scrub_document(scrub, object, &fixture);
    if (status != VITALS_OK) {
        problems_add_error(problems, options->from, "the object is too large for a fixture");
    } else {
        status = vitals_draft_new(fixture, NULL, &draft);
        if (status == VITALS_ENOMEM) memory_exhausted();
        if (status == VITALS_OK) scrub_show_changes(scrub);
        if (status != VITALS_OK)
            problems_add_error(problems, options->from, "no check can be named after this kind");
    }
    scrub_free(scrub);
    vitals_document_free(fixture);
    return draft;
}

static void write_draft(const new_options *options, const vitals_document *object,
                        cli_problems *problems) {
    vitals_draft_file file;
    vitals_draft *draft = make_draft(options, object, problems);
    if (!draft) return;
    for (size_t i = 0; vitals_draft_file_at(draft, i, &file, sizeof file); i++) {
        if (!write_new(options->directory, &file, problems)) break;
    }
    vitals_draft_free(draft);
}

static int new_check(const new_options *options, const char *group_kind) {
    cli_problems problems = PROBLEMS_INIT;
    vt_buffer content = BUFFER_INIT;
    size_t errors = 0;
    if (file_read(options->from, MAX_FILE_BYTES, &content, &problems)) {
        vitals_document *object = find_object(&content, group_kind);
        if (object) {
            write_draft(options, object, &problems);
        } else {
            problems_add_error(&problems, options->from, "no object of kind %s", group_kind);
        }
        vitals_document_free(object);
    }
    problems_print(&problems, &errors);
    problems_done(&problems);
    vt_buffer_done(&content);
    return errors ? EXIT_INPUT : EXIT_HEALTHY;
}

static bool is_new_check(const option_list *arguments) {
    return arguments->count == 2 && strcmp(arguments->items[0], "check") == 0 &&
           strchr(arguments->items[1], '/');
}

static bool is_new_fixture(const option_list *arguments) {
    return arguments->count > 1 && strcmp(arguments->items[0], "fixture") == 0;
}

/* The words behind `fixture` select the object. */
static int make_fixture(const cli_command *self, const new_options *options,
                        object_options *objects, const rule_options *rules,
                        const option_list *arguments) {
    const option_list words = { arguments->items + 1, arguments->count - 1 };
    const fixture_options own = { objects, rules, options->directory, options->name };
    return options->from ? command_usage_error(self, "a fixture is read from files: give -f FILE")
                         : new_fixture(self, &own, &words);
}

static int run_new(const cli_command *self, int argc, char **argv) {
    new_options options = { .directory = "resource_customizations" };
    object_options objects = { .namespace = NULL };
    rule_options rules = { .key = NULL };
    void *const filled[] = { &options, &objects, &rules };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (is_new_fixture(&result.arguments)) {
        status = make_fixture(self, &options, &objects, &rules, &result.arguments);
    } else if (!is_new_check(&result.arguments)) {
        status = command_usage_error(self, "expected `vitals new check GROUP/KIND` or `vitals new "
                                           "fixture KIND/NAME`");
    } else if (!options.from) {
        status = command_usage_error(self, "--from FILE is required: an object of the kind");
    } else {
        status = new_check(&options, result.arguments.items[1]);
    }
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_new = {
    "new",
    "draft a check from an object, or save an object as a fixture",
    "check GROUP/KIND | fixture KIND/NAME",
    groups,
    "  kubectl get widget a -o yaml | vitals new check example.com/Widget --from -\n"
    "  vitals new check example.com/Widget --from live.yaml --dir checks\n"
    "  vitals new fixture widget/banner -f live.yaml\n",
    run_new,
};
