-- What a Kustomization applies. Ready decides, its reason is the message.

-- Reasons to wait rather than to worry although Ready is False.
local patience = {
  DependencyNotReady = true, Progressing = true, ProgressingWithRetry = true, SourceNotReady = true,
}

local function suspended()
  local annotations = obj.metadata.annotations or {}
  local reason = annotations["reconcile.fluxcd.io/suspended"] or ""
  local message = obj.kind .. " is suspended"
  if reason ~= "" then
    message = message .. ": " .. reason
  end
  return { status = "Suspended", message = message }
end

local waiting = { status = "Progressing", message = "Waiting for " .. obj.kind }

-- Before the generation: whoever suspends makes a new one, which nobody observes.
if obj.spec ~= nil and obj.spec.suspend then
  return suspended()
end
if obj.status == nil or obj.status.conditions == nil then
  return waiting
end

local generation = obj.metadata.generation
local observed = obj.status.observedGeneration
if generation ~= nil and observed ~= nil and observed < generation then
  return waiting
end

for _, condition in ipairs(obj.status.conditions) do
  if condition.type == "Ready" then
    if condition.status == "True" then
      return { status = "Healthy", message = condition.reason }
    end
    if condition.status == "False" and not patience[condition.reason] then
      return { status = "Degraded", message = condition.reason }
    end
    return { status = "Progressing", message = condition.reason }
  end
end
return waiting
