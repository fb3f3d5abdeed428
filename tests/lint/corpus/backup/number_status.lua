return { status = 1, message = "one" } -- wrong: lua-message-type
