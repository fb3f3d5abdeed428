if obj.status == nil then return { status = "Progressing" } end
local step = obj.status.currentStep
local all = #obj.spec.steps
if step + 1 < all then -- wrong: lua-nil-operand
  return { status = "Progressing", message = "step " .. step .. " of " .. all }
end
return { status = "Healthy" }
