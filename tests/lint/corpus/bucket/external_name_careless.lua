local annotations = obj.metadata.annotations or {}
return { status = "Healthy", message = "bucket " .. annotations["external-name"] } -- wrong: lua-nil-concat
