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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for KeycloakRealmImport" }
end
for _, rule in ipairs(rules) do
  local found = condition(rule[1])
  if yes[found.status or ""] then
    return { status = rule[2], message = explain(found, rule[1] .. " is True") }
  end
end
return {
  status = "Progressing",
  message = explain(condition("Done"), "Waiting for KeycloakRealmImport"),
}
