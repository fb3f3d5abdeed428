if obj.metadata.annotations["note"] == "ignore" then -- wrong: lua-nil-index
  return { status = "Healthy", message = "ignored" }
end
return { status = "Progressing" }
