-- uses: vault
-- vitals:profiles combined
-- A way to log in to Vault, by the Vault Secrets Operator. valid and the conditions decide;
-- status.lastGeneration is what was observed.

return (vault(obj))
