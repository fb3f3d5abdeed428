local app = obj.metadata.labels and obj.metadata.labels.app or "none"
return { status = "Healthy", message = "app " .. app }
