#!/usr/bin/env bash
# The memory of each form and profile: at most 1 KB for each further object, where one application of fifty is not
# healthy and where none is.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
few=5000 many=${MEMORY_OBJECTS:-20000} # 100000 for the figures of the documentation

# Sanitizers keep what was freed.
if grep -qaE '__(asan|tsan)_init' "$vitals"; then echo "SKIPPED: memory is not measured under sanitizers"; exit 77; fi
"$tools/peak" "$work/kb" true 2>/dev/null || { echo "SKIPPED: the system does not say how much memory a program used"; exit 77; }

# shellcheck source=tests/cli/objects.bash
. "$(dirname "$0")/objects.bash"
kilobytes() { # FILE PROFILE FORM
    "$tools/peak" "$work/kb" "$vitals" assess "$work/$1" --profile "$2" -o "$3" --threads 1 ${by:+--by "$by"} ${application:+--app "$application"} >/dev/null 2>&1
    cat "$work/kb"
}

# One thread, so that chance does not decide how much is under way: then the difference is what the objects take.
check() { # EVERY PROFILE FORM…
    local every=$1 profile=$2 form small large each
    shift 2
    for form in "$@"; do
        small=$(kilobytes "few.$every" "$profile" "$form") large=$(kilobytes "many.$every" "$profile" "$form")
        each=$(((large - small) * 1024 / (many - few)))
        echo "one of $every is not healthy, $profile -o $form ${by:+--by $by }${application:+--app $application}: $((large / 1024)) MB for $many objects, $each bytes for each further one"
        [ "$each" -le 1024 ] && pass || fail "$profile -o $form: $each bytes for each object"
    done
}
for every in 50 1; do
    objects $many $every >"$work/many.$every"
    head -n $few "$work/many.$every" >"$work/few.$every"
done
for every in 50 1; do
    check $every combined table wide tree json ndjson yaml name junit github sarif
    check $every kstatus table tree json yaml sarif
    check $every flux json
    check $every argocd tree
    by=application check $every combined json table
    by=namespace check $every kstatus tree
    application=shop check $every combined json tree
done

finish
