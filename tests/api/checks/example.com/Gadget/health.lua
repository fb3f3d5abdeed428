return {status = obj.status.phase, message = "as the phase says"}
