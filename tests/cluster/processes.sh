#!/usr/bin/env bash
# processes.sh ARCHIVE WRITE: in libvitals_cluster.a only exec.c starts, ends or waits for processes, and with WRITE
# off nothing does. Nothing reads the environment.
set -eu
found=$(nm -A -u "$1" 2>/dev/null |
    grep -E ' U (fork|vfork|clone|posix_spawn.*|exec[vl].*|system|popen|kill|killpg|waitpid|wait|getenv|secure_getenv)$' || true)
if [ "$2" = ON ]; then
    outside=$(printf '%s\n' "$found" | grep -v 'exec\.c\.o:' || true)
    [ -n "$found" ] || { echo "exec.c starts no process: is this the right archive?" >&2; exit 1; }
else
    outside=$found
fi
[ -z "$outside" ] || { printf '%s\n' "$outside" >&2; exit 1; }
