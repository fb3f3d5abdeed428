/*
** The golden file of bindings. `binding_golden --record FILE` prints FILE with what its calls give through
** the C interface; `binding_golden FILE` runs it again and counts the differences, as the bindings for Go and
** JavaScript do. tests/golden/binding/make describes the file.
*/
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "../../../bindings/go/core_cgo.h"
#include "support/files.h"

/* In the order of core_cgo.c. */
static const char *const functions[] = {
    "configure",
    "bundle",
    "zones",
    "assess",
    "health",
    "many",
    "explain",
    "cel",
    "lua",
    "lint",
    "test",
    "application",
    "application_free",
    "application_put",
    "application_remove",
    "application_health",
    "application_merge",
    "live_open",
    "live_close",
    "live_source",
    "live_source_remove",
    "live_use",
    "live_scope",
    "live_scope_remove",
    "live_begin",
    "live_synced",
    "live_lost",
    "live_put_at",
    "live_remove",
    "live_run",
    "live_next_ms",
    "live_view",
    "live_view_free",
    "live_snapshot",
    "live_changes",
    "live_application",
    "live_object",
    "application_partial",
    "application_merge_partial",
    "partials",
    "live_put",
};
enum { FUNCTIONS = sizeof functions / sizeof *functions, MOST_KEPT = 16, MOST_OUT = 64 };

static struct {
    const cJSON *objects;
    vitals_binding *binding;
    struct {
        const char *name;
        int64_t id;
    } kept[MOST_KEPT];
    size_t kept_count;
} run;

/* The arguments of one call. */
typedef struct arguments {
    const char *texts[3];
    size_t sizes[3];
    size_t text_count;
    int64_t numbers[4];
    size_t number_count;
    char *column;
    uint64_t offsets[MOST_OUT + 1];
    uint8_t out[MOST_OUT];
    size_t out_count;
} arguments;

static void add_text(arguments *to, const char *bytes, size_t size) {
    to->texts[to->text_count] = bytes;
    to->sizes[to->text_count++] = size;
}

static const char *object_of(const cJSON *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(run.objects, name->valuestring));
}

static int64_t kept_id(const char *name) {
    for (size_t i = run.kept_count; i-- > 0;) {
        if (strcmp(run.kept[i].name, name) == 0) return run.kept[i].id;
    }
    return 0;
}

static void add_column(arguments *to, const cJSON *names) {
    size_t size = 0, count = 0;
    const cJSON *name;
    cJSON_ArrayForEach(name, names) size += strlen(object_of(name));
    to->column = malloc(size + 1);
    if (!to->column) abort();
    size = 0;
    to->offsets[0] = 0;
    cJSON_ArrayForEach(name, names) {
        const char *text = object_of(name);
        memcpy(to->column + size, text, strlen(text));
        size += strlen(text);
        to->offsets[++count] = size;
    }
    add_text(to, to->column, size);
    add_text(to, (const char *)to->offsets, 8 * (count + 1));
    to->numbers[to->number_count++] = (int64_t)count;
}

static void add_argument(arguments *to, const cJSON *given) {
    const cJSON *only = given->child;
    if (cJSON_IsNull(given)) {
        add_text(to, NULL, 0);
    } else if (cJSON_IsString(given)) {
        add_text(to, given->valuestring, strlen(given->valuestring));
    } else if (strcmp(only->string, "object") == 0) {
        add_text(to, object_of(only), strlen(object_of(only)));
    } else if (strcmp(only->string, "n") == 0) {
        to->numbers[to->number_count++] = (int64_t)only->valuedouble;
    } else if (strcmp(only->string, "id") == 0) {
        to->numbers[to->number_count++] = kept_id(only->valuestring);
    } else if (strcmp(only->string, "column") == 0) {
        add_column(to, only);
    } else {
        to->out_count = (size_t)only->valueint;
        add_text(to, (const char *)to->out, to->out_count);
    }
}

static int function_of(const char *name) {
    for (int i = 0; i < FUNCTIONS; i++) {
        if (strcmp(functions[i], name) == 0) return i;
    }
    fprintf(stderr, "there is no function %s\n", name);
    exit(2);
}

static void keep(const cJSON *call, int64_t result) {
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(call, "keep"));
    if (!name) return;
    if (run.kept_count == MOST_KEPT) exit(2);
    run.kept[run.kept_count].name = name;
    run.kept[run.kept_count++].id = result;
}

/* What a call gives, as the members of the file. */
static cJSON *answer(const cJSON *call) {
    arguments given = { .column = NULL };
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(call, "call"));
    cJSON *members = cJSON_CreateObject();
    const cJSON *item;
    if (strcmp(name, "new") == 0) {
        vitals_binding_free(run.binding);
        run.binding = vitals_binding_new();
        return members;
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(call, "args"))
        add_argument(&given, item);
    const vitals_go_answer answer =
        vitals_go_call(function_of(name), run.binding, given.texts[0], given.texts[1],
                       given.texts[2], given.sizes[0], given.sizes[1], given.sizes[2],
                       given.numbers[0], given.numbers[1], given.numbers[2], given.numbers[3]);
    keep(call, answer.result);
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)answer.result);
    cJSON_AddStringToObject(members, "result", text);
    cJSON_AddStringToObject(members, "text", answer.text);
    if (given.out_count) {
        cJSON *out = cJSON_AddArrayToObject(members, "out");
        for (size_t i = 0; i < given.out_count; i++) {
            cJSON_AddItemToArray(out, cJSON_CreateNumber(given.out[i]));
        }
    }
    free(given.column);
    return members;
}

/* Whether a call gives what is recorded. */
static bool is_same(const cJSON *call, const cJSON *members, int number) {
    const cJSON *member;
    cJSON_ArrayForEach(member, members) {
        const cJSON *want = cJSON_GetObjectItemCaseSensitive(call, member->string);
        if (cJSON_Compare(member, want, true)) continue;
        char *got = cJSON_PrintUnformatted(member), *printed = cJSON_PrintUnformatted(want);
        fprintf(stderr, "call %d, %s:\n got %s\nwant %s\n", number, member->string, got, printed);
        cJSON_free(got);
        cJSON_free(printed);
        return false;
    }
    return true;
}

static void record(cJSON *call, cJSON *members) {
    for (cJSON *member; (member = members->child);) {
        cJSON_DetachItemViaPointer(members, member);
        cJSON_DeleteItemFromObjectCaseSensitive(call, member->string);
        cJSON_AddItemToObject(call, member->string, member); /* which copies the name first */
    }
}

/* A call a line, so that differences can be read. */
static void print_file(const cJSON *file) {
    const cJSON *part, *item;
    cJSON_ArrayForEach(part, file) {
        const bool list = cJSON_IsArray(part);
        printf("%s\"%s\":%c\n", part == file->child ? "{" : ",\n", part->string, list ? '[' : '{');
        cJSON_ArrayForEach(item, part) {
            char *text = cJSON_PrintUnformatted(item);
            if (!list) printf("\"%s\":", item->string);
            printf("%s%s\n", text, item->next ? "," : "");
            cJSON_free(text);
        }
        putchar(list ? ']' : '}');
    }
    puts("}");
}

int main(int argc, char **argv) {
    const bool recording = argc == 3 && strcmp(argv[1], "--record") == 0;
    size_t size = 0;
    char *text = argc > 1 ? file_read(argv[argc - 1], &size) : NULL;
    cJSON *file = text ? cJSON_Parse(text) : NULL;
    int number = 0, failed = 0;
    cJSON *call;
    if (!file) return 2;
    run.objects = cJSON_GetObjectItemCaseSensitive(file, "objects");
    cJSON_ArrayForEach(call, cJSON_GetObjectItemCaseSensitive(file, "calls")) {
        cJSON *members = answer(call);
        number++;
        if (recording) {
            record(call, members);
        } else if (!is_same(call, members, number)) {
            failed++;
        }
        cJSON_Delete(members);
    }
    vitals_binding_free(run.binding);
    if (recording)
        print_file(file);
    else
        printf("%d calls, %d differences\n", number, failed);
    cJSON_Delete(file);
    free(text);
    return failed != 0;
}
