-- vitals:profiles combined
-- A job in a queue of Kueue: it waits for quota, is admitted, runs, and finishes. Evicted says
-- that Kueue took it back, spec.active that it must not run.

-- Reasons of a workload that has ended badly.
local failed = { AdmissionChecksRejected = true, Failed = true, JobFailed = true }

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

if map(obj.spec).active == false then
  return {
    status = "Suspended",
    message = explain(condition("Evicted"), "Workload is deactivated"),
  }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Workload" }
end

local finished = condition("Finished")
if finished.status == "True" and failed[finished.reason] then
  return { status = "Degraded", message = explain(finished, "Workload has failed") }
end
if finished.status == "True" then
  return { status = "Healthy", message = explain(finished, "Workload is finished") }
end

local admitted = condition("Admitted")
local pods = condition("PodsReady")
if admitted.status == "True" and pods.status == "False" then
  return { status = "Progressing", message = explain(pods, "Waiting for pods") }
end
if admitted.status == "True" then
  return { status = "Healthy", message = explain(admitted, "Workload is admitted") }
end

-- A workload without quota waits; that the queue cannot take it needs somebody's attention.
local reserved = condition("QuotaReserved")
if reserved.status == "False" and reserved.reason == "Inadmissible" then
  return { status = "Degraded", message = explain(reserved, "Workload is inadmissible") }
end
if reserved.status == "True" then
  return { status = "Progressing", message = explain(admitted, "Waiting for admission") }
end
return { status = "Progressing", message = explain(reserved, "Waiting for quota") }
