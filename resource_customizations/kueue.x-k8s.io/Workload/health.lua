-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A job in a queue of Kueue: it waits for quota, is admitted, runs, and finishes. Evicted says
-- that Kueue took it back, spec.active that it must not run.

-- Reasons of a workload that has ended badly.
local failed = { AdmissionChecksRejected = true, Failed = true, JobFailed = true }

local status = map(obj.status)

if map(obj.spec).active == false then
  return {
    status = "Suspended",
    message = explain(condition(obj, "Evicted"), "Workload is deactivated"),
  }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Workload" }
end

local finished = condition(obj, "Finished")
if finished.status == "True" and failed[finished.reason] then
  return { status = "Degraded", message = explain(finished, "Workload has failed") }
end
if finished.status == "True" then
  return { status = "Healthy", message = explain(finished, "Workload is finished") }
end

local admitted = condition(obj, "Admitted")
local pods = condition(obj, "PodsReady")
if admitted.status == "True" and pods.status == "False" then
  return { status = "Progressing", message = explain(pods, "Waiting for pods") }
end
if admitted.status == "True" then
  return { status = "Healthy", message = explain(admitted, "Workload is admitted") }
end

-- A workload without quota waits; that the queue cannot take it needs somebody's attention.
local reserved = condition(obj, "QuotaReserved")
if reserved.status == "False" and reserved.reason == "Inadmissible" then
  return { status = "Degraded", message = explain(reserved, "Workload is inadmissible") }
end
if reserved.status == "True" then
  return { status = "Progressing", message = explain(admitted, "Waiting for admission") }
end
return { status = "Progressing", message = explain(reserved, "Waiting for quota") }
