-- uses: answers
-- How traffic goes to backends, in Envoy Gateway. What each ancestor reports decides; what an
-- ancestor reported of an older generation does not count, for it may be gone.

return (answers(obj, {
  list = "ancestors",
  ref = "ancestorRef",
  gone = true,
  fatal = { "Accepted", "Programmed" },
  waiting = "Waiting for a gateway to accept it",
  well = " is accepted",
}))
