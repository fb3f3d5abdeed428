if obj.status == nil then return { status = "Progressing" } end
local step = obj.status.currentStep
local all = #obj.spec.steps
if step == nil then
  return { status = "Progressing", message = "not started" }
end
if step < all then
  return { status = "Progressing", message = "step " .. step .. " of " .. all }
end
return { status = "Healthy" }
