#!/usr/bin/env bash
# Every link in the Markdown of the project, tests aside, that is not a URL leads to a file, and its fragment to a heading.
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=0

# headings FILE: the fragments that GitHub makes of them
headings() {
    awk '/^```/ { fenced = !fenced } !fenced && /^#+ / { sub(/^#+ +/, ""); print tolower($0) }' "$1" |
        sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g; s/[^[:alnum:] _-]//g; s/ /-/g'
}

# links FILE: LINE TARGET of each, code left out
links() {
    awk '/^```/ { fenced = !fenced; next } fenced || /^    / { next }
        { gsub(/`[^`]*`/, ""); while (match($0, /\]\([^) ]+\)/)) {
            print FNR, substr($0, RSTART + 2, RLENGTH - 3); $0 = substr($0, RSTART + RLENGTH) } }' "$1"
}

while IFS= read -r page; do
    while read -r line target; do
        [[ $target == *:* ]] && continue
        file=${target%%#*}
        path=$page
        [ -z "$file" ] || path=$(dirname "$page")/$file
        if [ ! -e "$path" ]; then
            echo "$page:$line: there is no $path" >&2
            failed=1
        elif [[ $target == *#* && $path == *.md ]] && ! headings "$path" | grep -qxF -- "${target#*#}"; then
            echo "$page:$line: $path has no heading for #${target#*#}" >&2
            failed=1
        fi
    done < <(links "$page")
done < <(find . -name '*.md' -not -path './build*' -not -path './tests/*' -not -path '*/node_modules/*' | LC_ALL=C sort)
exit $failed
