-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Secrets of HCP Vault, by the Vault Secrets Operator. valid and the conditions decide;
-- status.lastGeneration is what was observed.

local status = map(obj.status)

local valid = status.valid
if is_stale(obj, status.lastGeneration) or is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for HCPVaultSecretsApp" }
end
if valid == false then
  return { status = "Degraded", message = text(status.error, "HCPVaultSecretsApp is not valid") }
end

-- A condition of an older generation has not been judged again yet.
for _, candidate in ipairs(map(status.conditions)) do
  if is_stale(obj, map(candidate).observedGeneration) then
    return waits("Waiting for HCPVaultSecretsApp", explain(candidate, ""))
  end
end

local seen = valid == true or (tonumber(status.lastGeneration) or 0) > 0
for _, name in ipairs({ "Healthy", "SecretSynced", "Ready" }) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
  seen = seen or found.status == "True"
end
if seen then
  return { status = "Healthy", message = "HCPVaultSecretsApp is in sync" }
end
return { status = "Progressing", message = "Waiting for HCPVaultSecretsApp" }
