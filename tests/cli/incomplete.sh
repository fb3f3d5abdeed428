#!/usr/bin/env bash
# A labelled set of scripts, half of them guarded properly: --incomplete names each of the others with
# its line, and none of these.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

check=$work/tree/example.com/Widget
mkdir -p "$check/testdata"
cat >"$check/testdata/ready.yaml" <<'OBJECT'
apiVersion: example.com/v1
kind: Widget
metadata:
  name: banner
  generation: 2
  annotations:
    example.com/owner: Dana
spec:
  replicas: 2
  strategy:
    type: Rolling
status:
  observedGeneration: 2
  phase: Ready
  readyReplicas: 2
  conditions:
    - type: Ready
      status: "True"
      reason: AllUp
      message: all up
OBJECT
cat >"$check/health_test.yaml" <<'TESTS'
tests:
  - inputPath: testdata/ready.yaml
    healthStatus:
      status: Healthy
TESTS

# try NAME EXPECTED-LINE|clean, the script on the standard input.
try() {
    cat >"$check/health.lua"
    run test "$work/tree" --incomplete fail
    if [ "$2" = clean ]; then
        says_not "$1" out "FAIL example.com/Widget on an object"
    else
        says "$1" out "FAIL example.com/Widget on an object"
        says "$1: its line" out "health.lua:$2 │"
    fi
}

try "status not guarded" 1 <<'LUA'
if obj.status.phase == "Ready" then return { status = "Healthy" } end
return { status = "Progressing" }
LUA
try "status guarded" clean <<'LUA'
if obj.status ~= nil and obj.status.phase == "Ready" then return { status = "Healthy" } end
return { status = "Progressing" }
LUA
try "conditions not guarded" 2 <<'LUA'
if obj.status ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    if condition.type == "Ready" then return { status = "Healthy" } end
  end
end
return { status = "Progressing" }
LUA
try "conditions guarded" clean <<'LUA'
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    if condition.type == "Ready" and condition.status == "True" then return { status = "Healthy" } end
  end
end
return { status = "Progressing" }
LUA
try "message not guarded" 4 <<'LUA'
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    if condition.type == "Ready" then
      return { status = "Healthy", message = "since " .. condition.message }
    end
  end
end
return { status = "Progressing" }
LUA
try "message guarded" clean <<'LUA'
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    if condition.type == "Ready" then
      return { status = "Healthy", message = "since " .. (condition.message or "then") }
    end
  end
end
return { status = "Progressing" }
LUA
try "a number not guarded" 2 <<'LUA'
if obj.status == nil or obj.spec == nil then return { status = "Progressing" } end
if obj.status.readyReplicas < obj.spec.replicas then return { status = "Progressing" } end
return { status = "Healthy" }
LUA
try "a number guarded" clean <<'LUA'
if obj.status == nil or obj.spec == nil then return { status = "Progressing" } end
if (obj.status.readyReplicas or 0) < (obj.spec.replicas or 1) then return { status = "Progressing" } end
return { status = "Healthy" }
LUA
try "a part of the spec not guarded" 1 <<'LUA'
if obj.spec.strategy.type == "Rolling" then return { status = "Healthy" } end
return { status = "Progressing" }
LUA
try "a part of the spec guarded" clean <<'LUA'
if obj.spec and obj.spec.strategy and obj.spec.strategy.type == "Rolling" then
  return { status = "Healthy" }
end
return { status = "Progressing" }
LUA
try "annotations not guarded" 1 <<'LUA'
if obj.metadata.annotations["example.com/owner"] == "Dana" then return { status = "Healthy" } end
return { status = "Progressing" }
LUA
try "observedGeneration guarded, generation is always there" clean <<'LUA'
if obj.status == nil then return { status = "Progressing" } end
local observed = obj.status.observedGeneration
if observed ~= nil and observed < obj.metadata.generation then return { status = "Progressing" } end
return { status = "Healthy" }
LUA
try "incomplete is not Degraded" 2 <<'LUA'
if obj.status == nil or obj.status.phase ~= "Ready" then
  return { status = "Degraded", message = "not ready" }
end
return { status = "Healthy" }
LUA
try "what failed is Degraded" clean <<'LUA'
if obj.status == nil or obj.status.phase == nil then return { status = "Progressing" } end
if obj.status.phase == "Failed" then return { status = "Degraded", message = "failed" } end
return { status = "Healthy" }
LUA

# A fixture without anything in its status may expect Degraded.
sed '/^status:/,$d' "$check/testdata/ready.yaml" >"$check/testdata/new.yaml"
echo 'status: {phase: null}' >>"$check/testdata/new.yaml"
cat >>"$check/health_test.yaml" <<'TESTS'
  - inputPath: testdata/new.yaml
    healthStatus:
      status: Degraded
TESTS
try "Degraded when new, as a fixture expects" clean <<'LUA'
if obj.status == nil or obj.status.phase ~= "Ready" then return { status = "Degraded" } end
return { status = "Healthy" }
LUA
try "it fails all the same" 1 <<'LUA'
if obj.status.phase ~= "Ready" then return { status = "Degraded" } end
return { status = "Healthy" }
LUA

finish
