-- as seen in many a blog post
hs = {} -- wrong: lua-global
hs.status = "Progressing"
hs.message = ""
if obj.status.readyReplicas == obj.spec.replicas then -- wrong: lua-nil-index
  hs.status = "Healthy"
end
return hs
