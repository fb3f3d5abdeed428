-- uses: vault
-- vitals:profiles combined
-- A secret that Vault makes, by the Vault Secrets Operator. valid and the conditions decide;
-- status.lastGeneration is what was observed.

return (vault(obj))
