local function answer(status, message)
  return { status = status, message = message }
end

if obj.metadata.deletionTimestamp ~= nil then
  return answer("Progressing", "Release is being removed")
end
local st = obj.status
if st == nil then
  return answer("Progressing", "Release has not been installed")
end
if st.failedVersion ~= nil and st.failedVersion == obj.spec.version then
  return answer("Degraded", "Version " .. st.failedVersion .. " cannot be installed")
end
if st.installedVersion ~= obj.spec.version then
  return answer("Progressing", "Installed is " .. (st.installedVersion or "nothing"))
end
return answer("Healthy", "Version " .. obj.spec.version .. " is installed")
