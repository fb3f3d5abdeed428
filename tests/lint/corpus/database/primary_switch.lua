local s = obj.status
if s == nil then
  return { status = "Progressing" }
end
if s.currentPrimary ~= s.targetPrimary then
  return { status = "Progressing", message = "switching to " .. (s.targetPrimary or "another instance") }
end
if s.readyInstances == s.instances then
  return { status = "Healthy" }
end
return { status = "Degraded", message = string.format("%s of %s instances are ready", tostring(s.readyInstances), tostring(s.instances)) } -- wrong: lua-library-needed
