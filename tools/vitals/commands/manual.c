/* Prints the tables of commands and options as a manual page. */
#include "input/command.h"

/* Text for troff: backslashes and hyphens are literal, and no line is a request. */
static void print_plain(const char *text, FILE *out) {
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", out);
        if (*text == '-') {
            fputs("\\-", out);
        } else if (*text == '\\') {
            fputs("\\e", out);
        } else {
            fputc(*text, out);
        }
        line_start = *text == '\n';
    }
}

static void print_option(const option_row *row, FILE *out) {
    fputs(".TP\n\\fB", out);
    if (row->letter) fprintf(out, "\\-%c\\fR, \\fB", row->letter);
    fputs("\\-\\-", out);
    print_plain(row->name, out);
    fputs("\\fR", out);
    if (row->value) {
        fputs(" \\fI", out);
        print_plain(row->value, out);
        fputs("\\fR", out);
    }
    fputs("\n", out);
    print_plain(row->about, out);
    if (row->alias) {
        fputs(" (also \\-\\-", out);
        print_plain(row->alias, out);
        fputs(")", out);
    }
    fputs("\n", out);
}

static void print_command(const cli_command *command, FILE *out) {
    fprintf(out, ".SS vitals %s%s%s\n", command->name, *command->arguments ? " " : "",
            command->arguments);
    print_plain(command->summary, out);
    fputs("\n", out);
    for (size_t g = 0; command->groups[g]; g++) {
        fprintf(out, ".PP\n\\fI%s\\fR\n", command->groups[g]->title);
        for (size_t i = 0; i < command->groups[g]->count; i++) {
            print_option(&command->groups[g]->rows[i], out);
        }
    }
    if (!*command->examples) return;
    fputs(".PP\n\\fIExamples\\fR\n.PP\n.nf\n", out);
    print_plain(command->examples, out);
    fputs(".fi\n", out);
}

static const char head[] =
    ".SH NAME\nvitals \\- is this Kubernetes object healthy, and why?\n"
    ".SH SYNOPSIS\n.B vitals\n\\fICOMMAND\\fR [options] [arguments]\n"
    ".SH DESCRIPTION\n"
    "vitals assesses Kubernetes objects by the rules of Argo CD (health.lua), Flux\n"
    "(healthCheckExprs) and kstatus, and combines their health into that of applications.\n"
    ".PP\nIt reads live objects, with their status: from files or a pipe, such as the output of\n"
    ".BR \"kubectl get \\-o yaml\" ;\n.B vitals get\nreads them from a cluster. Manifests in Git "
    "have no health.\n"
    ".PP\nResults are printed on the standard output, and everything else on the standard error.\n"
    ".SH COMMANDS\n";

static const char tail[] =
    ".SH EXIT STATUS\n"
    ".TP\n.B 0\nall objects are Healthy, Suspended or Unassessed\n"
    ".TP\n.B 1\none is Degraded or Unknown, a failed rule included\n"
    ".TP\n.B 2\nwrong usage\n"
    ".TP\n.B 3\ninput or configuration could not be read, nothing was selected, or results not "
    "written; "
    "takes precedence over 1 and 4\n"
    ".TP\n.B 4\nnothing failed, but one is still Progressing or Missing\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B NO_COLOR\nif set and not empty, no colours unless \\-\\-color=always\n"
    ".TP\n.B COLUMNS, LINES\nthe size, when the terminal does not report one\n"
    ".SH SEE ALSO\n"
    "docs/cli.md in the sources; \\fBkubectl\\fR(1), \\fBjq\\fR(1)\n";

void manual_print(FILE *out) {
    fprintf(out, ".TH VITALS 1 \"\" \"vitals %s\" \"User Commands\"\n", vitals_version());
    fputs(head, out);
    for (size_t i = 0; commands[i]; i++) print_command(commands[i], out);
    fputs(tail, out);
}
