#!/usr/bin/env bash
# Revisions that vitals wait --app waits for: overtaken, impossible; and what of an application counts: --only and
# --resource. Against the scripted fault server.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
. "$(dirname "$0")/faults.bash"
. "$(dirname "$0")/waits.bash"

ask listen api http=both
ask discovery /v1/pods/Pod argoproj.io/v1alpha1/applications/Application \
    kustomize.toolkit.fluxcd.io/v1/kustomizations/Kustomization
ask directory
export KUBECONFIG=$answer/api.kubeconfig
pods=/api/v1/namespaces/shop/pods
apps=/apis/argoproj.io/v1alpha1/applications
ks=/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations
streams $pods query=name%3Dgood good Pod v1 "$(typed ADDED "$(pod good Succeeded 1)")"
streams $pods query=name%3Dslow slow Pod v1 "$(typed ADDED "$(pod slow Running 1)")"
streams $pods query=name%3Dbad bad Pod v1 "$(typed ADDED "$(pod bad Failed 1)")"

members='{"version":"v1","kind":"Pod","namespace":"shop","name":"good"}'
application() { # application STATUS-JSON VERSION
    printf '{"kind":"Application","apiVersion":"argoproj.io/v1alpha1","metadata":{"name":"shop","namespace":"argocd","uid":"a","resourceVersion":"%s"},"spec":{"destination":{"server":"https://kubernetes.default.svc"}},"status":{"resources":[%s],%s}}' "$2" "$members" "$1"
}
serves() { # serves STATUS-JSON: the Application as it is
    streams $apps "" argocd Application argoproj.io/v1alpha1 "$(typed ADDED "$(application "$1" 1)")"
}
ended() { # ended SYNC REVISION PHASE REVISION [HISTORY]
    printf '"sync":{"status":"%s","revision":"%s"},"operationState":{"phase":"%s","message":"one","syncResult":{"revision":"%s"}},"history":[%s]' \
        "$1" "$2" "$3" "$4" "${5:-}"
}
at() { printf '{"id":%s,"revision":"%s"}' "$1" "$2"; }
follows() { # follows NAME STATUS-JSON [ARGUMENTS…] -- STATUS TEXT…: the Application changes while it is waited for
    local name=$1 next=$2 given=()
    shift 2
    while [ "$1" != -- ]; do given+=("$1"); shift; done
    shift
    timeout "$patience" "$vitals" wait --app app/shop --settle 0s "${given[@]}" >"$work/out" 2>"$work/err" &
    waiter=$!
    await is_read argocd
    await has out "waits for" # the Application is known
    ask feed argocd "$(typed MODIFIED "$(application "$next" 8)")"
    status=0
    wait "$waiter" || status=$?
    shows "$name" "$@"
}
a=aaaaaaa1 b=bbbbbbb2 c=ccccccc3

# Overtaken: it was wanted before, it is in the history, or another one came during the wait and was delivered.
serves "$(ended OutOfSync $a Running $a)"
follows "wanted at the start" "$(ended Synced $b Succeeded $b)" -- 5 \
    "vitals: superseded: revision $a was overtaken by $b; --or-later takes a later one"
serves "$(ended OutOfSync $a Running $a)"
follows "wanted at the start, or later" "$(ended Synced $b Succeeded $b)" --or-later -- 0 "delivery: in-step, has $b, waits for $b" "done: 1 of 1 done"
serves "$(ended Synced $c Succeeded $c "$(at 1 $a),$(at 2 $b),$(at 3 $c)")"
waits --app app/shop --settle 0s --revision $b
shows "in the history" 5 "revision $b was overtaken by $c"
waits --app app/shop --settle 0s --revision $b -o json
shows "in the history, as a report" 5 '"outcome":"superseded"' "\"failure\":\"revision $b was overtaken by $c"
waits --app app/shop --settle 0s --revision $b --or-later
shows "in the history, or later" 0 "waits for $c"
waits --app app/shop --settle 0s --revision $c
shows "the latest of the history" 0 "done"
serves "$(ended Synced $a Succeeded $a "$(at 1 $a),$(at 2 $b),$(at 3 $a)")"
waits --app app/shop --settle 0s --revision $a
shows "delivered again" 0 "done"
serves "$(ended Synced $a Succeeded $a)"
follows "skipped" "$(ended Synced $c Succeeded $c)" --revision $b -- 5 "revision $b was overtaken by $c"
serves "$(ended Synced $a Succeeded $a)"
follows "skipped, or later" "$(ended Synced $c Succeeded $c)" --revision $b --or-later -- 0 "waits for $c"

# Not overtaken: it is being delivered, or another one is and it may come yet.
serves "$(ended OutOfSync $b Running $a)"
times_out "it is being delivered" "waits for $a" -- --app app/shop --settle 0s --revision $a
serves "$(ended Synced $a Succeeded $a)"
times_out "it has not come yet" "waits for $b" -- --app app/shop --settle 0s --revision $b
serves "$(ended OutOfSync $a Failed $a)"
waits --app app/shop --settle 0s --revision $a
shows "failed before it was overtaken" 1 "failed: failed, waits for $a"

# Flux has the latest first.
kustomization() { # kustomization REVISION HISTORY
    printf '{"kind":"Kustomization","apiVersion":"kustomize.toolkit.fluxcd.io/v1","metadata":{"name":"apps","namespace":"flux","uid":"k","generation":1,"resourceVersion":"1"},"spec":{},"status":{"observedGeneration":1,"lastAppliedRevision":"%s","lastAttemptedRevision":"%s","conditions":[{"type":"Ready","status":"True","reason":"R","message":"m"}],"inventory":{"entries":[{"id":"shop_good__Pod","v":"v1"}]},"history":[%s]}}' "$1" "$1" "$2"
}
taken() { printf '{"digest":"d","metadata":{"revision":"%s"}}' "$1"; }
streams $ks "" apps Kustomization kustomize.toolkit.fluxcd.io/v1 \
    "$(typed ADDED "$(kustomization main@sha1:$b "$(taken main@sha1:$b),$(taken main@sha1:$a)")")"
waits --app ks/flux/apps --settle 0s --revision $a
shows "in the history of a Kustomization" 5 "revision $a was overtaken by main@sha1:$b"
waits --app ks/flux/apps --settle 0s --revision $b
shows "the latest of a Kustomization" 0 "done"

# What no revision can ever be.
commit=0123456789abcdef0123456789abcdef01234567
serves "$(ended Synced $commit Succeeded $commit)"
impossible() { # impossible REVISION TEXT
    waits --app app/shop --settle 0s --revision "$1"
    shows "impossible: $1" 2 "vitals: impossible: --revision '$1'" "$2"
}
impossible v1.2.3 "names a branch or tag, and this is a commit: write the output of git rev-parse 'v1.2.3^{commit}'"
impossible 012345 "is too short: write the commit, or its first 7 or more characters"
impossible ${commit}0 "is longer than a commit of this repository"
impossible 0123456,1.0 "has 2 parts, and the application has 1 source"
waits --app app/shop --settle 0s --revision 0123456
shows "seven characters" 0 "done"
waits --app app/shop --settle 0s --revision 1123456 --timeout 0
shows "another commit may come" 4 "waits for 1123456"
serves '"sync":{"status":"Synced","revision":"22"},"operationState":{"phase":"Succeeded","syncResult":{"revision":"22"}}'
waits --app app/shop --settle 0s --revision 22
shows "a chart may have any version" 0 "done"

# Parts: health, sync, operation.
members='{"version":"v1","kind":"Pod","namespace":"shop","name":"slow"}'
only() { # only PARTS STATUS TEXT…
    waits --app app/shop --settle 0s --timeout 0 --only "$1"
    shows "--only $1" "${@:2}"
}
serves "$(ended Synced $a Succeeded $a)"
only sync 0 "done: 0 of 1 done; delivery in-step"
only health 4 "Pod/slow in shop  Progressing"
only operation,sync 0 "done"
only health,sync 4 "timed out"
members='{"version":"v1","kind":"Pod","namespace":"shop","name":"good"}'
serves "$(ended OutOfSync $a Running $a)"
only health 0 "done: 1 of 1 done"
only operation 4 "timed out"
only sync 4 "timed out"
serves "$(ended OutOfSync $a Succeeded $a)"
only operation 0 "done"
only sync 4 "timed out"
serves "$(ended OutOfSync $a Failed $a)"
only operation 1 "Failed: one"
only health 0 "done"
only Health 2 "--only cannot be 'Health'; it takes health, sync and operation"
members='{"version":"v1","kind":"Pod","namespace":"shop","name":"bad"}'
serves "$(ended Synced $a Succeeded $a)"
only sync 0 "done"
only health 1 "failed: Pod/bad in shop is Degraded"

# Some of the objects.
members='{"version":"v1","kind":"Pod","namespace":"shop","name":"good"},{"version":"v1","kind":"Pod","namespace":"shop","name":"bad"}'
serves "$(ended Synced $a Succeeded $a)"
some() { # some STATUS TEXT WORD…
    local status_wanted=$1 text=$2 given=() word
    shift 2
    for word in "$@"; do given+=(--resource "$word"); done
    waits --app app/shop --settle 0s "${given[@]}"
    shows "--resource $*" "$status_wanted" "$text"
}
some 0 "done: 1 of 1 done" Pod/good
some 0 "done: 1 of 1 done" pod/shop/good
some 0 "done: 1 of 1 done" :Pod:good
some 0 "done: 1 of 1 done" ':*:shop/good'
some 0 "done: 1 of 1 done" '!Pod/bad'
some 0 "done: 1 of 1 done" '!*/bad' 'Pod/*'
some 1 "Pod/bad in shop is Degraded" '!Pod/good'
some 1 "Pod/bad in shop is Degraded" Pod/good Pod/bad
some 1 "Pod/bad in shop is Degraded" 'Pod/*'
some 1 "Pod/bad in shop is Degraded" '!apps:Pod:bad'
waits --app app/shop --settle 0s --timeout 0 --resource Pod/other/good
shows "none of this name" 4 "0 of 0 done"
for wrong in Pod : ::a Pod/ a/b/c/d; do
    waits --app app/shop --resource "$wrong"
    shows "--resource $wrong" 2 "--resource takes KIND/NAME, KIND/NAMESPACE/NAME or GROUP:KIND:NAME"
done
for option in "--only health" --or-later "--resource Pod/a"; do
    # shellcheck disable=SC2086  # words
    waits pod/good $option
    shows "$option" 2 "${option%% *} goes with --app"
done
# --refresh and --with-source: the annotation is printed and sent, and then the wait begins.
argo=/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/shop
list_of() { printf 'send {"kind":"%sList","apiVersion":"%s","metadata":{"resourceVersion":"5"},"items":[%s]}' "$1" "$2" "$3"; }
members='{"version":"v1","kind":"Pod","namespace":"shop","name":"good"}'
serves "$(ended Synced $b Succeeded $b)"
rule "GET $apps no-query=watch" "$(list_of Application argoproj.io/v1alpha1 "$(application "$(ended Synced $b Succeeded $b)" 1)")"
rule "PATCH $argo" 'send {}'
waits --app app/shop --settle 0s --refresh
if grep -q "does not change objects" "$work/err"; then
    shows "a build that only reads" 3 "cannot refresh Application/shop in argocd: this build of vitals does not change objects"
    stop_server
    finish
    exit
fi
shows "--refresh" 0 "refresh: Application/shop in argocd: argocd.argoproj.io/refresh=normal" "done: 1 of 1 done"
counted "--refresh" "PATCH $argo" 1
waits --app app/shop --settle 0s --with-source
shows "--with-source" 0 "argocd.argoproj.io/refresh=hard"
rule "PATCH $argo" "status 403" "header Content-Type: application/json" \
    'send {"kind":"Status","status":"Failure","reason":"Forbidden","message":"no rights","code":403}'
waits --app app/shop --settle 0s --refresh
shows "a refresh that is forbidden" 3 "cannot refresh Application/shop in argocd: " "no rights"
waits --app app/none --settle 0s --refresh
shows "nothing to refresh" 3 "no"
ask discovery /v1/pods/Pod argoproj.io/v1alpha1/applications/Application \
    kustomize.toolkit.fluxcd.io/v1/kustomizations/Kustomization source.toolkit.fluxcd.io/v1/gitrepositories/GitRepository
git=/apis/source.toolkit.fluxcd.io/v1/namespaces/flux/gitrepositories/repo
kustomization='{"metadata":{"name":"apps","namespace":"flux","uid":"k"},"spec":{"sourceRef":{"kind":"GitRepository","name":"repo"}},"status":{}}'
rule "GET $ks no-query=watch" "$(list_of Kustomization kustomize.toolkit.fluxcd.io/v1 "$kustomization")"
rule "GET $git" 'send {"kind":"GitRepository","apiVersion":"source.toolkit.fluxcd.io/v1","metadata":{"name":"repo","namespace":"flux"},"status":{"lastHandledReconcileAt":"before"}}'
rule "PATCH $git" 'send {}'
rule "PATCH $ks/apps" 'send {}'
waits --app ks/flux/apps --with-source --timeout 1s
shows "a source that does not answer" 3 "refresh: GitRepository/repo in flux: reconcile.fluxcd.io/requestedAt=2" \
    "GitRepository/repo in flux was not refreshed: the time ran out"
counted "a source that does not answer" "PATCH $git" 1
counted "before its source the application is not asked" "PATCH $ks/apps" 0
waits deploy/web --refresh
shows "--refresh without --app" 2 "--refresh and --with-source go with --app"
stop_server
finish
