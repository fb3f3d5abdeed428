/* peak FILE COMMAND…: runs a command, and writes the most memory that it has had, in KB, to FILE. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct rusage used;
    int status = 0;
    if (argc < 3) return 2;
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) return 3;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0) return 3;
    FILE *out = fopen(argv[1], "w");
    if (!out) return 3;
    fprintf(out, "%ld\n", used.ru_maxrss);
    return fclose(out) == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}
