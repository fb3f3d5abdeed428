/* vitals completion: what bash and zsh need to complete commands, options and their values. */
#include <string.h>

#include "commands/command.h"
#include "output/memory.h"

static const option_group *const groups[] = { NULL };

static void print_choices(const char *const *choices) {
    for (size_t i = 0; choices[i]; i++) printf("%s%s", i ? " " : "", choices[i]);
}

static void print_commands(void) {
    for (size_t i = 0; commands[i]; i++) printf("%s%s", i ? " " : "", commands[i]->name);
}

/* -------------------------------------------------------------------- bash */

static void print_bash_value(const option_row *row) {
    if (!row->choices) return;
    if (row->letter) printf("    -%c|--%s)", row->letter, row->name);
    if (!row->letter) printf("    --%s)", row->name);
    fputs(" words=\"", stdout);
    print_choices(row->choices);
    fputs("\" ;;\n", stdout);
}

static void print_bash_command(const cli_command *command) {
    printf("  %s)\n    options=\"--help", command->name);
    for (size_t g = 0; command->groups[g]; g++)
        for (size_t i = 0; i < command->groups[g]->count; i++)
            printf(" --%s", command->groups[g]->rows[i].name);
    fputs("\"\n    case $previous in\n", stdout);
    for (size_t g = 0; command->groups[g]; g++)
        for (size_t i = 0; i < command->groups[g]->count; i++)
            print_bash_value(&command->groups[g]->rows[i]);
    fputs("    esac ;;\n", stdout);
}

static void print_bash(void) {
    fputs("# bash completion for vitals, made by `vitals completion bash`.\n"
          "_vitals() {\n"
          "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
          "  local words= options=\n"
          "  COMPREPLY=()\n"
          "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "    COMPREPLY=($(compgen -W \"",
          stdout);
    print_commands();
    fputs("\" -- \"$current\"))\n    return\n  fi\n"
          "  [ \"$previous\" = = ] && previous=${COMP_WORDS[COMP_CWORD-2]}\n"
          "  [ \"$current\" = = ] && current= && previous=${COMP_WORDS[COMP_CWORD-1]}\n"
          "  case ${COMP_WORDS[1]} in\n",
          stdout);
    for (size_t i = 0; commands[i]; i++) print_bash_command(commands[i]);
    fputs("  esac\n"
          "  [ \"${COMP_WORDS[1]}\" = help ] && words=\"",
          stdout);
    print_commands();
    fputs("\"\n  [ \"${COMP_WORDS[1]}\" = list ] && words=${words:-checks}\n"
          "  [ \"${COMP_WORDS[1]}\" = completion ] && words=\"bash zsh\"\n"
          "  case $current in\n"
          "  -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n"
          "  *) if [ -n \"$words\" ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "     else COMPREPLY=($(compgen -f -- \"$current\")); fi ;;\n"
          "  esac\n"
          "}\n"
          "complete -o filenames -F _vitals vitals\n",
          stdout);
}

/* --------------------------------------------------------------------- zsh */

/* Text inside '…[ … ]…' of _arguments: one line, brackets and colons escaped. */
static void print_zsh_text(const char *text) {
    for (; *text; text++) {
        if (strchr("[]:\\", *text)) putchar('\\');
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text == '\n' ? ' ' : *text);
    }
}

static void print_zsh_option(const option_row *row) {
    printf("        '%s--%s%s[", row->kind == OPTION_LIST ? "*" : "", row->name,
           row->value ? "=" : "");
    print_zsh_text(row->about);
    fputs("]", stdout);
    if (row->value) {
        fputs(":", stdout);
        print_zsh_text(row->value);
        fputs(row->choices ? ":(" : ":_files", stdout);
        if (row->choices) print_choices(row->choices);
        if (row->choices) fputs(")", stdout);
    }
    fputs("' \\\n", stdout);
}

static void print_zsh_command(const cli_command *command) {
    printf("    %s)\n      _arguments \\\n", command->name);
    for (size_t g = 0; command->groups[g]; g++)
        for (size_t i = 0; i < command->groups[g]->count; i++)
            print_zsh_option(&command->groups[g]->rows[i]);
    fputs("        '--help[this text]' '*:file:_files' ;;\n", stdout);
}

static void print_zsh(void) {
    fputs("#compdef vitals\n# zsh completion for vitals, made by `vitals completion zsh`.\n"
          "_vitals() {\n"
          "  if (( CURRENT == 2 )); then\n"
          "    local -a names=(\n",
          stdout);
    for (size_t i = 0; commands[i]; i++) {
        printf("      '%s:", commands[i]->name);
        print_zsh_text(commands[i]->summary);
        fputs("'\n", stdout);
    }
    fputs("    )\n    _describe command names\n    return\n  fi\n"
          "  local name=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $name in\n",
          stdout);
    for (size_t i = 0; commands[i]; i++) print_zsh_command(commands[i]);
    fputs("  esac\n}\n_vitals \"$@\"\n", stdout);
}

/* --------------------------------------------------------------- the whole */

static const struct shell {
    const char *name;
    void (*print)(void);
} shells[] = { { "bash", print_bash }, { "zsh", print_zsh } };

static bool print_for(const option_list *arguments) {
    for (size_t i = 0; arguments->count == 1 && i < COUNT_OF(shells); i++) {
        if (strcmp(shells[i].name, arguments->items[0]) != 0) continue;
        shells[i].print();
        return true;
    }
    return false;
}

static int run_completion(const cli_command *self, int argc, char **argv) {
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, NULL, argc, argv, &result, problem, sizeof problem))
        status = command_usage_error(self, "%s", problem);
    else if (result.help)
        command_print_help(self, stdout);
    else if (!print_for(&result.arguments))
        status = command_usage_error(self, "say for which shell: bash or zsh");
    options_done(groups, NULL, &result);
    return status;
}

const cli_command command_completion = {
    "completion",
    "completion for a shell",
    "bash|zsh",
    groups,
    "  source <(vitals completion bash)\n"
    "  vitals completion zsh > \"${fpath[1]}/_vitals\"\n",
    run_completion,
};
