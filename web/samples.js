// What the playground begins with.

export const object = `apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: shop-tls
  namespace: shop
  generation: 2
spec:
  secretName: shop-tls
  issuerRef:
    name: letsencrypt
status:
  observedGeneration: 2
  conditions:
  - type: Ready
    status: "False"
    reason: DoesNotExist
    message: Issuing certificate as Secret does not exist
  - type: Issuing
    status: "True"
    reason: DoesNotExist
    message: Issuing certificate as Secret does not exist
`

/** Three ages of the object. */
export const ages = {
  issuing: object,
  ready: object.replace('"False"', '"True"').replace(/ {2}- type: Issuing[^]*/, '').replace('reason: DoesNotExist\n    message: Issuing certificate as Secret does not exist', 'reason: Ready\n    message: Certificate is up to date and has not expired'),
  'just created': object.replace(/status:[^]*/, ''),
}

export const lua = `local hs = {status = "Progressing", message = "Waiting for the controller"}
if obj.status == nil or obj.status.conditions == nil then
  return hs
end
for _, c in ipairs(obj.status.conditions) do
  if c.type == "Issuing" and c.status == "True" then
    hs.message = c.message
    return hs
  end
end
for _, c in ipairs(obj.status.conditions) do
  if c.type == "Ready" then
    hs.status = c.status == "True" and "Healthy" or "Degraded"
    hs.message = c.message
    return hs
  end
end
return hs
`

export const cel = `inProgress: status.conditions.exists(e, e.type == 'Issuing' && e.status == 'True')
failed: status.conditions.exists(e, e.type == 'Ready' && e.status == 'False')
current: status.conditions.exists(e, e.type == 'Ready' && e.status == 'True')
`

/** An argocd-cm with a script for a kind. */
export const configMap = (key, script) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-cm
data:
  resource.customizations.health.${key.replace('/', '_')}: |
${script.replace(/\n$/, '').split('\n').map((line) => (line ? `    ${line}` : '')).join('\n')}
`

/** Instead of a check whose text is not known here. */
export const builtIn = `-- The built-in check of this kind decides while this rule is empty.
-- Write one to replace it.
`

/** A first draft of a check, for a kind that has none. */
export const draft = `hs = {status = "Progressing", message = "Waiting for the controller"}
if obj.status == nil or obj.status.conditions == nil then
  return hs
end
for _, condition in ipairs(obj.status.conditions) do
  if condition.type == "Ready" then
    hs.message = condition.message or ""
    if condition.status == "True" then
      hs.status = "Healthy"
    elseif condition.status == "False" then
      hs.status = "Degraded"
    end
  end
end
return hs
`
