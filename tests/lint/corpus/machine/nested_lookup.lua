local table_of_states = {
  Running = { status = "Healthy" },
  Stopped = { status = "Suspended", message = "stopped" },
  Starting = { status = "Progressing" },
}
local s = obj.status and obj.status.printableStatus
if s == nil or table_of_states[s] == nil then
  return { status = "Unknown", message = "state is not known" }
end
return table_of_states[s]
