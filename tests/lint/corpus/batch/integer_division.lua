local half = 5 // 2 -- wrong: lua-syntax
return { status = "Progressing", message = half .. "" }
