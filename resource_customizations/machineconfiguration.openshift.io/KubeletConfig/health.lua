-- uses: map, text, is_stale, explain
-- vitals:profiles combined
-- Settings of the kubelet. The controller keeps the last three outcomes as conditions, and the last
-- one counts. Its type says what came of it: a Failure is False.

local status = map(obj.status)

-- The last condition of this generation, or an empty one.
local function last_condition()
  local last = {}
  -- vitals:ignore lua-condition-order the controller appends each outcome, and the last one counts
  for _, candidate in ipairs(map(status.conditions)) do
    local found = map(candidate)
    if not is_stale(obj, found.observedGeneration) then
      last = found
    end
  end
  return last
end

local last = last_condition()
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KubeletConfig" }
end
if last.type == "Failure" or last.type == "Success" and last.status == "False" then
  return { status = "Degraded", message = explain(last, "KubeletConfig is not applied") }
end
if last.type == "Success" and last.status == "True" then
  return { status = "Healthy", message = text(last.message, "KubeletConfig is applied") }
end
return { status = "Progressing", message = explain(last, "Waiting for KubeletConfig") }
