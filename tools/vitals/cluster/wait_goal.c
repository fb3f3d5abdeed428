/* What is waited for: see wait_goal.h. */
#include "cluster/wait_goal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fields.h"
#include "base/text.h"
#include "base/text/text.h"
#include "input/options.h"

/* ------------------------------------------------------------------- reading */

static vitals_health health_of(const char *word) {
    const char *names[VITALS_HEALTH_COUNT + 1] = { NULL };
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) names[i] = vitals_health_name((vitals_health)i);
    const int found = choice_find(names, word);
    return found < 0 ? VITALS_HEALTH_UNASSESSED : (vitals_health)found;
}

static bool refuse(char *problem, size_t size, const char *word) {
    snprintf(problem, size,
             "--for cannot be '%s'; it takes statuses such as healthy, missing (or delete), "
             "create, condition=NAME[=VALUE], jsonpath=PATH[=VALUE] or cel=EXPRESSION",
             word);
    return false;
}

/* "healthy,Degraded" */
static bool read_statuses(wait_goal *goal, const char *until, char *problem, size_t size) {
    char *copy = memory_copy_string(until);
    bool ok = true;
    for (char *word = copy, *comma; word && ok; word = comma) {
        comma = strchr(word, ',');
        if (comma) *comma++ = '\0';
        const vitals_health health = health_of(word);
        goal->wanted[health] = ok = health != VITALS_HEALTH_UNASSESSED;
        if (health == VITALS_HEALTH_HEALTHY) goal->wanted[VITALS_HEALTH_SUSPENDED] = true;
        if (!ok) (void)refuse(problem, size, word);
    }
    free(copy);
    return ok;
}

/* Ready, or Ready=False */
static bool read_condition(wait_goal *goal, const char *text, char *problem, size_t size) {
    const char *equals = strchr(text, '=');
    const size_t name = equals ? (size_t)(equals - text) : strlen(text);
    if (!name || (equals && !equals[1])) return refuse(problem, size, text);
    goal->name = memory_copy(text, name);
    goal->value = memory_copy_string(equals ? equals + 1 : "True");
    return true;
}

/* Without quotes around all of it, as kubectl does: shells differ in what they take off. */
static char *unquoted(const char *text) {
    const size_t size = strlen(text);
    const bool quoted = size > 1 && (*text == '"' || *text == '\'') && text[size - 1] == *text;
    return memory_copy(text + quoted, size - 2 * (size_t)quoted);
}

static bool read_path(wait_goal *goal, const char *text, char *problem, size_t size) {
    const char *wrong, *end = json_path_read(&goal->path, text, &wrong);
    if (end && (*end == '\0' || (*end == '=' && end[1]))) {
        goal->name = memory_copy(text, (size_t)(end - text));
        if (*end) goal->value = unquoted(end + 1);
        return true;
    }
    snprintf(problem, size,
             "--for jsonpath cannot be read from '%s' on; it takes fields, [0], ['name'] and "
             "[?(@.name==\"value\")], and then =VALUE",
             end ? end : wrong);
    return false;
}

static bool read_expression(wait_goal *goal, const char *text, char *problem, size_t size) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK ||
        vitals_cel_state_new(NULL, &goal->state) != VITALS_OK) {
        memory_exhausted();
    }
    goal->name = memory_copy_string(text);
    const vitals_status status =
        vitals_cel_compile(vt_text_from(text), &options, &goal->program, diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        char *visible = text_visible(text_first_line(vitals_diagnostics_at(diagnostics, 0)->text));
        snprintf(problem, size, "--for cel: %s", visible);
        free(visible);
    }
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_OK;
}

static const struct goal_form {
    const char *word; /* one with = at its end is the beginning of the value */
    wait_goal_kind kind;
    bool (*read)(wait_goal *goal, const char *text, char *problem, size_t size);
} forms[] = {
    { "missing", GOAL_GONE, NULL },
    { "Missing", GOAL_GONE, NULL },
    { "delete", GOAL_GONE, NULL },
    { "create", GOAL_CREATED, NULL },
    { "condition=", GOAL_CONDITION, read_condition },
    { "jsonpath=", GOAL_JSON_PATH, read_path },
    { "cel=", GOAL_CEL, read_expression },
};

bool wait_goal_read(wait_goal *goal, const char *until, char *problem, size_t size) {
    *goal = (wait_goal){ .kind = GOAL_HEALTH };
    for (size_t i = 0; until && i < COUNT_OF(forms); i++) {
        const size_t word = strlen(forms[i].word);
        if (strncmp(until, forms[i].word, forms[i].read ? word : word + 1) != 0) continue;
        goal->kind = forms[i].kind;
        return !forms[i].read || forms[i].read(goal, until + word, problem, size);
    }
    return read_statuses(goal, until ? until : "healthy", problem, size);
}

void wait_goal_done(wait_goal *goal) {
    json_path_done(&goal->path);
    vitals_cel_state_free(goal->state);
    vitals_cel_program_free(goal->program);
    free(goal->name);
    free(goal->value);
    *goal = (wait_goal){ .name = NULL };
}

/* ----------------------------------------------------------------- questions */

bool wait_goal_is_of_fields(const wait_goal *goal) {
    return goal->kind >= GOAL_CONDITION;
}

__attribute__((format(printf, 1, 2))) static char *say(const char *format, ...) {
    vt_buffer text = BUFFER_INIT;
    char line[512];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    vt_quote_append_visible(&text, text_first_line(vt_text_from(line)));
    return vt_buffer_take(&text, NULL);
}

static bool is_old(const vitals_document *document, const vitals_value *from, const char *path) {
    const vitals_value *observed = field_at(document, from, path);
    return observed && vitals_value_integer(observed) <
                           vitals_value_integer(field_at(document, NULL, ".metadata.generation"));
}

/* KUBERNETES: kubectl's wait does not mind upper and lower case in names and values of conditions. */
static bool meets_condition(const wait_goal *goal, const vitals_document *document, char **state) {
    const vitals_value *list = field_at(document, NULL, ".status.conditions"), *item;
    uint64_t cursor = 0;
    while (list && vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        if (!vt_text_equal_fold(field_text(document, item, ".type"), vt_text_from(goal->name))) {
            continue;
        }
        if (is_old(document, item, ".observedGeneration") ||
            (!field_at(document, item, ".observedGeneration") &&
             is_old(document, NULL, ".status.observedGeneration"))) {
            *state = say("condition %s is of an older generation", goal->name);
            return false;
        }
        const vitals_text status = field_text(document, item, ".status");
        const vitals_text message = field_text(document, item, ".message");
        *state =
            say("condition %s is %.*s%s%.*s", goal->name, (int)status.size,
                status.size ? status.bytes : "", message.size ? ": " : "",
                message.size > 300 ? 300 : (int)message.size, message.size ? message.bytes : "");
        return vt_text_equal_fold(status, vt_text_from(goal->value));
    }
    *state = say("there is no condition %s", goal->name);
    return false;
}

static bool meets_path(const wait_goal *goal, const vitals_document *document, char **state) {
    const vitals_value *value = json_path_find(&goal->path, document);
    if (!value) {
        *state = say("there is no %s", goal->name);
        return false;
    }
    char *text = json_value_text(document, value);
    const bool is = !goal->value || strcmp(text, goal->value) == 0;
    *state = say("%s is %.300s", goal->name, text);
    free(text);
    return is;
}

static bool meets_expression(const wait_goal *goal, const vitals_document *document, char **state) {
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_cel_answer answer;
    input.object = document;
    if (vitals_cel_evaluate(goal->program, goal->state, &input, &answer, sizeof answer) !=
        VITALS_OK) {
        memory_exhausted();
    }
    const int size = answer.text.size > 300 ? 300 : (int)answer.text.size;
    *state = say(answer.failed ? "%s: %.*s" : "%s is %.*s", goal->name, size, answer.text.bytes);
    return answer.is_bool && answer.is_true;
}

bool wait_goal_meets(const wait_goal *goal, const vitals_document *document, char **state) {
    static bool (*const questions[])(const wait_goal *goal, const vitals_document *document,
                                     char **state) = {
        [GOAL_CONDITION] = meets_condition,
        [GOAL_JSON_PATH] = meets_path,
        [GOAL_CEL] = meets_expression,
    };
    return questions[goal->kind](goal, document, state);
}
