local hs = {}
hs.status = obj.status ~= nil and "Healthy" or "Progressing"
hs.message = true -- wrong: lua-message-type
return hs
