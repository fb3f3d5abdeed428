-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A realm that is imported into Keycloak. HasErrors and Done decide; Done says what it waits for.

-- Condition and health: the first one that is True decides.
local rules = {
  { "HasErrors", "Degraded" },
  { "Done", "Healthy" },
  { "Started", "Progressing" },
}

-- Older operators write booleans.
local yes = { True = true, ["true"] = true, [true] = true }

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KeycloakRealmImport" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if yes[found.status or ""] then
    return { status = rule[2], message = explain(found, rule[1] .. " is True") }
  end
end
return {
  status = "Progressing",
  message = explain(condition(obj, "Done"), "Waiting for KeycloakRealmImport"),
}
