-- uses: vault
-- vitals:profiles combined
-- How secrets are rewritten, by the Vault Secrets Operator. valid and the conditions decide;
-- status.lastGeneration is what was observed.

return (vault(obj))
