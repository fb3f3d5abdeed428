local hs = {}
local done = obj.status and obj.status.succeeded or 0
if done < obj.spec.completions then
  hs.status = "Progressing"
elseif done >= obj.spec.completions then
  hs.status = "Healthy"
end
return hs
