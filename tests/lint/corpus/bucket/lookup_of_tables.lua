local answers = {
  available = { status = "Healthy", message = "the bucket is there" },
  creating = { status = "Progressing", message = "the bucket is being made" },
}
local provider = (obj.status or {}).atProvider or {}
local answer = answers[provider.state]
if not answer then
  answer = { status = "Unknown", message = "unknown state " .. tostring(provider.state) }
end
return answer
