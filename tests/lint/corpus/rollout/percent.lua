if obj.status == nil or not obj.status.currentStep then
  return { status = "Progressing" }
end
local percent = obj.status.currentStep * 100 / #obj.spec.steps
return { status = percent >= 100 and "Healthy" or "Progressing", message = percent .. "%" }
