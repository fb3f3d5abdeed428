-- uses: answers
-- Each ancestor of a policy reports whether it accepted the policy and resolved its references.

return (answers(obj, { list = "ancestors", ref = "ancestorRef" }))
