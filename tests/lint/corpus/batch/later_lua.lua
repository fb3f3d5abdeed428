local n = math.tointeger(3) -- wrong: lua-library-unknown, lua-library-needed
return { status = "Progressing", message = "retry " .. n }
