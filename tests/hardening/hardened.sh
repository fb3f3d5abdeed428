#!/usr/bin/env bash
# hardened.sh READELF [--x86] [--stack-protector] [--fortify] -- FILE…: what is built is hardened.
# FILE is an archive, a shared library or a program.
set -u
readelf=$1
shift
expected=" "
while [ "$1" != -- ]; do
    expected+="$1 "
    shift
done
shift
failed=0

complain() {
    echo "$1: $2"
    failed=1
}
expects() { [[ $expected == *" $1 "* ]]; }

# Each object of an archive supports both kinds of control-flow protection. The note of a linked file
# depends on the objects of the system too.
check_archive() {
    local objects protected
    objects=$("$readelf" -hW "$1" | grep -c '^File:')
    protected=$("$readelf" -nW "$1" 2>/dev/null | grep -c 'x86 feature: IBT, SHSTK')
    if expects --x86 && [ "$objects" != "$protected" ]; then
        complain "$1" "$protected of $objects objects have the note IBT, SHSTK"
    fi
    if expects --stack-protector && ! "$readelf" -sW "$1" | grep -q __stack_chk_fail; then
        complain "$1" "no stack protector"
    fi
    if expects --fortify && ! "$readelf" -sW "$1" | grep -q 'UND __[a-z]*_chk$'; then
        complain "$1" "no fortified calls"
    fi
}

check_linked() {
    local segments dynamic
    segments=$("$readelf" -lW "$1")
    dynamic=$("$readelf" -dW "$1")
    grep -q GNU_RELRO <<<"$segments" || complain "$1" "no RELRO"
    grep -qE 'BIND_NOW|Flags:.*NOW' <<<"$dynamic" || complain "$1" "symbols are bound late"
    grep -qE 'GNU_STACK.* RW +0x' <<<"$segments" || complain "$1" "the stack is executable"
    grep -qE 'LOAD.* RWE ' <<<"$segments" && complain "$1" "a segment can be written and executed"
    grep -q TEXTREL <<<"$dynamic" && complain "$1" "relocations in the text"
    "$readelf" -hW "$1" | grep -q 'Type: *DYN' || complain "$1" "not position-independent"
}

[ $# -gt 0 ] || complain "hardened.sh" "no files"
for file; do
    case $file in
    *.a) check_archive "$file" ;;
    *) check_linked "$file" ;;
    esac
done
exit $failed
