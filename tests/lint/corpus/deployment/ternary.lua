local s = obj.status or {}
local ok = (s.readyReplicas or 0) >= obj.spec.replicas
local hs = {
  status = ok and "Healthy" or "Progressing",
  message = ok and "all pods are ready" or ("ready: " .. tostring(s.readyReplicas)),
}
return hs
