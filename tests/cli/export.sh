#!/usr/bin/env bash
# vitals export: every form, run as Argo CD would, over the fixtures of the checks.
# shellcheck disable=SC1091,SC2154  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

checks=resource_customizations
strimzi=$checks/kafka.strimzi.io

# The tree: each script stands alone, and answers as the check does.
run export --dir "$work/tree"
expect "a tree" 0
if grep -rlE '^-- uses:|--\[\[' "$work/tree" >"$work/out"; then fail "helpers are named, and not there"; else pass; fi
same() { [ "$(cd "$1" && find . -name health.lua | sort)" = "$(cd "$2" && find . -name health.lua | sort)" ]; }
if same $checks "$work/tree"; then pass; else fail "not all checks are there"; fi
run test $checks --checks "$work/tree" --closed-libraries --incomplete off
expect "a tree passes" 0
run export --dir "$work/tree" kafka.strimzi.io/Kafka
expect "nothing is replaced" 3
says "nothing is replaced" err "kafka.strimzi.io/Kafka/health.lua"
run export --no-bundled --checks $checks --dir "$work/again"
expect "another tree" 0
if diff -r "$work/tree" "$work/again" >"$work/out"; then pass; else fail "the tree in the program is another"; fi

# argocd-cm and values: read again, and tested without the bundled checks.
for form in argocd-cm values; do
    run export kafka.strimzi.io velero.io/Backup argoproj.io -o $form
    expect "-o $form" 0
    cp "$work/out" "$work/$form.yaml"
    run test $strimzi $checks/velero.io/Backup $checks/argoproj.io --argocd-cm "$work/$form.yaml" --incomplete off
    expect "-o $form passes" 0
    says "-o $form passes" out ", 0 failed"
done
run export kafka.strimzi.io/Kafka -o argocd-cm
says "a key" out '  resource.customizations.health.kafka.strimzi.io_Kafka: |'
says_not "libraries" out useOpenLibs
run export _.crossplane.io -o argocd-cm
says "a pattern" out '    "*.crossplane.io/*":'
cp "$work/out" "$work/pattern.yaml"
run test $checks/_.crossplane.io --argocd-cm "$work/pattern.yaml" --incomplete off
expect "a pattern passes" 0

# Scripts of others keep their libraries, and their text.
mkdir -p "$work/own/example.com/Widget" "$work/own/example.com/W_"
printf '  return { status = "Healthy", message = string.lower("A") }' | tee "$work/own/example.com/Widget/health.lua" >"$work/own/example.com/W_/health.lua"
run export --no-bundled --checks "$work/own" -o argocd-cm
expect "own checks" 0
cp "$work/out" "$work/own.yaml"
for kind in Widget Wand; do
    printf 'apiVersion: example.com/v1\nkind: %s\nmetadata: {name: a}\n' $kind >"$work/in"
    run_with_input assess -f - --no-bundled --argocd-cm "$work/own.yaml"
    expect "own checks for $kind" 0
    says "own checks for $kind" out "Healthy"
done
run export --no-bundled --checks "$work/own" --dir "$work/own-again"
if cmp -s "$work/own/example.com/Widget/health.lua" "$work/own-again/example.com/Widget/health.lua"; then pass; else fail "own checks are changed"; fi

# What is too much for a ConfigMap is said; so is what is not there.
run export -o argocd-cm
expect "all" 0
says "all" err "a ConfigMap holds no more than 1048576"
run export example.com/Nothing -o argocd-cm
expect "no such check" 3
says "no such check" err "example.com/Nothing: there is no such check"
run export kafka.strimzi.io/Kaf -o argocd-cm
expect "half a name" 3
run export kafka.strimzi.io
expect "no directory" 2
says "no directory" err "--dir TREE"
finish
