return { status = "Healthy", message = "host " .. obj.spec.host .. " in " .. obj.metadata.namespace }
