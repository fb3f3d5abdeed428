if obj.status == nil then
  os.execute("sleep 1") -- wrong: lua-library-refused
end
return { status = "Progressing" }
