// The filter language: words, health: kind: cluster: ns: app: rule:, "quoted text", and - in front to exclude.
// Values of one field are alternatives; fields and words must all match.

const term = /(-?)(?:(\w+):)?(?:"([^"]*)"|(\S+))/g

/** The terms of a text: [{ not, field, value }]. What is not a field is a word. */
export function parse(text) {
  const terms = []
  for (const [whole, not, field, quoted, plain] of text.slice(0, 256).toLowerCase().matchAll(term)) {
    if (field && fields.has(field)) terms.push({ not: not === '-', field, value: quoted ?? plain })
    else if (quoted !== undefined && !field) terms.push({ not: not === '-', field: '', value: quoted })
    else terms.push({ not: not === '-' && whole.length > 1, field: '', value: whole.replace(/^-(?=.)/, '') })
  }
  return terms
}

const fields = new Set(['health', 'kind', 'cluster', 'ns', 'app', 'rule'])

/** A test of rows. `read(row, field)` is the text of a field, and of '' all that words search. Exact names win. */
export function matcher(text, read, names = {}) {
  const terms = parse(text)
  const groups = new Map()
  for (const { not, field, value } of terms) {
    const exact = names[field]?.has(value)
    const hits = (row) => {
      const found = String(read(row, field) ?? '').toLowerCase()
      return exact ? found === value : field === 'health' ? found.startsWith(value) : found.includes(value)
    }
    const key = not || !field ? Symbol('all') : field
    groups.set(key, [...groups.get(key) ?? [], not ? (row) => !hits(row) : hits])
  }
  const tests = [...groups.values()]
  return (row) => tests.every((alternatives) => alternatives.some((test) => test(row)))
}

const written = (field, value) => `${field}:${/\s/.test(value) ? `"${value}"` : value}`

export const has = (text, field, value) =>
  parse(text).some((t) => !t.not && t.field === field && t.value === value.toLowerCase())

/** The text with a term added, or taken away where it is. */
export function toggle(text, field, value) {
  const added = written(field, value).toLowerCase()
  const rest = text.match(/-?(?:\w+:)?(?:"[^"]*"|\S+)/g) ?? []
  const without = rest.filter((part) => part.toLowerCase() !== added)
  return (without.length < rest.length ? without : [...rest, added]).join(' ')
}
