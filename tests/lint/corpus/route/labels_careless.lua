return { status = "Healthy", message = "app " .. obj.metadata.labels.app } -- wrong: lua-nil-index, lua-nil-concat
