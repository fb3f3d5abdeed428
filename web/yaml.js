// Where the fields of a text are: YAML as kubectl prints it, and JSON over several lines. And YAML of a value.

const entry = /^(\s*)((?:- +)*)(?:("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#{[][^:]*?)\s*:(?=\s|$))?(.*)$/

const unquoted = (key) => (/^["']/.test(key) ? key.slice(1, -1).replace(/\\(["\\])/g, '$1') : key)

/** Lines (from 1) by paths such as .status.conditions[0].type. What is written in one line has the line of its parent. */
export function linesOf(text) {
  const lines = new Map()
  const open = [] // { indent, path, item, next }: the places that are open, outermost first
  let literal = -1 // the indentation above a block of text
  text.split('\n').forEach((line, i) => {
    if (!line.trim() || /^\s*(#|---)/.test(line)) return
    let [, space, dashes, key, rest] = entry.exec(line)
    let indent = space.length
    if (literal >= 0 && indent > literal) return
    literal = -1
    for (const dash of dashes.match(/- +/g) ?? (/^\s*-$/.test(line) ? ['-'] : [])) {
      indent = item(open, lines, indent, dash, i + 1)
    }
    if (/^[}\]]/.test(line.trim()) || key === undefined) return void jsonItem(open, lines, indent, line, i + 1)
    while (open.length && (open.at(-1).indent > indent || (open.at(-1).indent === indent && !open.at(-1).element))) open.pop()
    const path = `${open.at(-1)?.path ?? ''}${step(unquoted(key))}`
    lines.set(path, i + 1)
    open.push({ indent, path, next: 0 })
    rest = rest.replace(/^\s*:/, '').trim()
    if (/^[|>][-+0-9]*$/.test(rest)) literal = indent
  })
  return lines
}

const step = (key) => (/^[A-Za-z0-9_-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)

// A dash: the next element of the list that is open at this indentation. Returns where its content begins.
function item(open, lines, indent, dash, line) {
  while (open.length && (open.at(-1).indent > indent || (open.at(-1).element && open.at(-1).dash >= indent))) open.pop()
  const list = open.at(-1)
  const path = `${list?.path ?? ''}[${list ? list.next++ : 0}]`
  lines.set(path, line)
  open.push({ indent: indent + dash.length, dash: indent, path, next: 0, element: true })
  return indent + dash.length
}

// In JSON an element that is an object or a list begins with its bracket alone.
function jsonItem(open, lines, indent, line, number) {
  if (!/^\s*[{[]/.test(line) || !open.length) return
  while (open.length && open.at(-1).indent >= indent) open.pop()
  const list = open.at(-1)
  if (!list) return
  const path = `${list.path}[${list.next++}]`
  lines.set(path, number)
  open.push({ indent, path, next: 0 })
}

/** The line of a path, or of the nearest field above it. */
export function lineOf(lines, path) {
  for (let at = path; at; at = at.replace(/(\.[^.[\]]+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])$/, '')) {
    if (lines.has(at)) return { line: lines.get(at), whole: at === path }
    if (at === at.replace(/(\.[^.[\]]+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])$/, '')) break
  }
  return null
}

/** The keys of a path: .a["b.c"][0] is ['a', 'b.c', 0]. */
export function keysOf(path) {
  return [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)]
    .map(([, name, index, quoted]) => name ?? (index !== undefined ? Number(index) : JSON.parse(quoted)))
}

const plain = /^[A-Za-z_/][\w ./-]*$/
const reserved = /^(true|false|null|yes|no|on|off|y|n|~)$/i

const scalar = (value) => (typeof value === 'string' && plain.test(value) && !reserved.test(value) && value === value.trim() ? value : JSON.stringify(value))

/** A value as YAML, two columns for each level. */
export function write(value, indent = '') {
  if (Array.isArray(value)) {
    if (!value.length) return ' []\n'
    return `\n${value.map((one) => `${indent}- ${write(one, `${indent}  `).replace(/^\n\s*|^ /, '')}`).join('')}`
  }
  if (value === null || typeof value !== 'object') return ` ${scalar(value)}\n`
  const keys = Object.keys(value)
  if (!keys.length) return ' {}\n'
  return `\n${keys.map((key) => `${indent}${plain.test(key) && !reserved.test(key) ? key : JSON.stringify(key)}:${write(value[key], Array.isArray(value[key]) ? indent : `${indent}  `)}`).join('')}`
}
