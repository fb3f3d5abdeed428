if obj.status == nil then
  os.execute("sleep 1") -- wrong: lua-library-refused, lua-library-needed
end
return { status = "Progressing" }
