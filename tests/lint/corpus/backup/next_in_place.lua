local message = ""
for _, word in next, { "a", "b" } do -- wrong: lua-next-table
  message = message .. word
end
return { status = "Progressing", message = message }
