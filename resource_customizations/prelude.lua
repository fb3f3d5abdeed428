-- The helpers of the checks in this tree. The first line of a check names those that it uses:
--
--     -- uses: map, condition
--
-- vitals puts them in place of that line, all on one line, so that the other lines keep their numbers.
-- `vitals export` writes the same as scripts that stand alone. A helper is a function of its
-- arguments. It begins with `local`, ends at the next empty line, and has no comment inside; the
-- comment above it names the helpers that it calls itself.

-- A table as it is; anything else as an empty one.
local function map(value)
  return type(value) == "table" and value or {}
end

-- A text that is not empty, or else `otherwise`.
local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

-- Whether what was observed is older than the object: than its .metadata.generation.
-- uses: map
local function is_stale(object, observed)
  local wanted = tonumber(map(object.metadata).generation)
  return wanted ~= nil and (tonumber(observed) or wanted) < wanted
end

-- The condition of a type in .status.conditions, or an empty one. One that is stale does not count.
-- uses: map, is_stale
local function condition(object, name)
  for _, candidate in ipairs(map(map(object.status).conditions)) do
    if map(candidate).type == name and not is_stale(object, candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason, or else `otherwise`.
-- uses: text
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end
