local n = math.tointeger(3) -- wrong: lua-library-unknown
return { status = "Progressing", message = "retry " .. n }
