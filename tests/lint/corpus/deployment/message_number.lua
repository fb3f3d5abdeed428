local hs = { status = "Progressing", message = "waiting" }
if obj.status ~= nil and obj.status.readyReplicas ~= nil then
  if obj.status.readyReplicas == 0 then
    hs.message = 0 -- wrong: lua-message-type
  end
end
return hs
