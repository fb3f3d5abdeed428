local hs = {};
if (obj.status == nil or obj.status.parents == nil) then
  hs.status = "Progressing";
  hs.message = "no parents";
  return hs;
end;
if (#(obj.status.parents) == 0) then
  hs.status = "Degraded";
  return hs;
end;
hs.status = "Healthy";
return hs;
