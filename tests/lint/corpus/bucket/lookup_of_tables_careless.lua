local answers = {
  available = { status = "Healthy", message = "the bucket is there" },
  creating = { status = "Progressing", message = "the bucket is being made" },
}
local provider = (obj.status or {}).atProvider or {}
local hs = { status = "Progressing" }
hs.status = answers[provider.state].status -- wrong: lua-nil-index
hs.message = "state of " .. obj.metadata.name
return hs
