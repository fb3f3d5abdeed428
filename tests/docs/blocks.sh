#!/usr/bin/env bash
# Every code block of the README and of the pages under docs/ is run, or says why not.
#
# A block of lines that begin with `$ ` shows commands and what they print; both are compared. The line before
# any other block is a comment that says what it is:
#   <!-- run -->               commands: each must end with status 0, 1 or 4
#   <!-- file NAME -->         the content of a file that later blocks of the page use
#   <!-- part of PATH -->      lines that are in that file
#   <!-- tested by PATH -->    another test reads this block
#   <!-- not run: REASON -->
# Commands run in a directory that has parts of docs/ and resource_customizations/ and the files of
# tests/docs/files. There, kubectl and argocd print the objects of docs/examples/shop, or some workspaces.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/../cli/lib.bash"

root=$PWD
bin=$work/bin
mkdir "$bin"
ln -s "$(readlink -f "$vitals")" "$bin/vitals"
for name in kubectl argocd; do
    cat >"$bin/$name" <<EOF
#!/bin/sh
case "\$*" in
*workspaces*) cat "$root/tests/docs/files/workspaces.yaml" ;;
*) cat "$root/docs/examples/shop/live.yaml" ;;
esac
EOF
    chmod +x "$bin/$name"
done

# A new directory for each page: nothing is a link, since commands may write.
set_up() {
    place=$work/place
    rm -rf "$place"
    cp -r tests/docs/files "$place"
    mkdir "$place/docs" "$place/resource_customizations"
    cp -r docs/examples docs/expressions "$place/docs"
    cp -r resource_customizations/{batch,cert-manager.io} "$place/resource_customizations"
    cp docs/examples/shop/*.yaml "$place"
    for name in dump eu us; do cp docs/examples/shop/live.yaml "$place/$name.json"; done
}

# sh_in_place COMMAND: both streams go to $work/out, as on a terminal.
sh_in_place() {
    (cd "$place" && PATH=$bin:$PATH timeout 120 bash -c "$1") >"$work/out" 2>&1 </dev/null
    status=$?
}

# compare_output WHERE FILE: commands with what they print.
compare_output() {
    local line command="" shown=""
    compare() {
        [ -z "$command" ] && return
        sh_in_place "$command"
        equals "$1: $command" out "${shown%$'\n'}"
    }
    while IFS= read -r line; do
        case $line in
        '$ '*) compare "$1"; command=${line#\$ } shown="" ;;
        *) shown+=$line$'\n' ;;
        esac
    done <"$2"
    while [[ $shown == *$'\n\n' ]]; do shown=${shown%$'\n'}; done
    compare "$1"
}

# run_commands WHERE FILE: a command may have several lines.
run_commands() {
    local line command=""
    while IFS= read -r line; do
        command+=$line$'\n'
        [ -n "${command//[$'\n ']/}" ] || continue
        bash -n -c "$command" 2>/dev/null || continue
        [[ $line == *\\ ]] && continue
        sh_in_place "$command"
        case $status in
        0 | 1 | 4) pass ;;
        *) fail "$1: status $status of: $command$(cat "$work/out")" ;;
        esac
        command=""
    done <"$2"
    [ -z "${command//[$'\n ']/}" ] || fail "$1: not a command: $command"
}

one_block() {
    local where mark language
    { IFS= read -r where; IFS= read -r mark; IFS= read -r language; } <"$1"
    tail -n +4 "$1" >"$work/body"
    case $mark in
    run) run_commands "$where" "$work/body" ;;
    'file '*)
        mkdir -p "$(dirname "$place/${mark#file }")"
        cp "$work/body" "$place/${mark#file }"
        pass
        ;;
    'part of '*)
        file=$(<"$root/${mark#part of }")
        [[ $file == *"$(<"$work/body")"* ]] && pass || fail "$where: the lines are not in ${mark#part of }"
        ;;
    'tested by '*) [ -e "$root/${mark#tested by }" ] && pass || fail "$where: there is no ${mark#tested by }" ;;
    'not run: '*) pass ;;
    '')
        if [[ $(head -n 1 "$work/body") == '$ '* ]]; then
            compare_output "$where" "$work/body"
        else
            fail "$where: the line before this block must say what it is: see tests/docs/blocks.sh"
        fi
        ;;
    *) fail "$where: unknown mark: $mark" ;;
    esac
}

while IFS= read -r page; do
    rm -f "$work"/block.*
    set_up
    awk -v prefix="$work/block" -v page="$page" -f "$tests/blocks.awk" "$page"
    for block in "$work"/block.*; do
        [ -e "$block" ] && one_block "$block"
    done
# tests/embedding runs the programs of docs/embedding.
done < <(printf 'README.md\n'; find docs -name '*.md' -not -path 'docs/embedding/*' | LC_ALL=C sort)

finish
