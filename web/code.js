// Lines of code and YAML with colours.
import { el } from './dom.js'

const lua = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(--.*$|^\s*#.*$|\s#\s.*$)|\b(if|then|end|return|for|in|do|while|local|function|and|or|not|nil|true|false|else|elseif|all|exists|filter|has)\b|\b(\d+(?:\.\d+)?)\b/g
const luaClasses = ['st', 'cm', 'k', 'nu']
const yaml = /^(\s*(?:- )*)([^\s:#"'][^:#"']*:|"(?:[^"\\]|\\.)*":)(?=\s|$)|("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|((?:^|\s)#.*$)|(?<=[:-] )(-?\d+(?:\.\d+)?|true|false|null)\s*$/g
const yamlClasses = [null, 'ky', 'st', 'cm', 'nu']

/** A line as nodes: text, and spans of the classes of the tokens. */
export function coloured(line, language) {
  if (language === 'native') return [line]
  const [pattern, classes] = language === 'yaml' ? [yaml, yamlClasses] : [lua, luaClasses]
  const nodes = []
  let at = 0
  // Lines of a message may be huge; nobody reads colours there.
  for (const match of line.length > 2000 ? [] : line.matchAll(pattern)) {
    let from = match.index
    if (from > at) nodes.push(line.slice(at, from))
    match.slice(1).forEach((part, i) => {
      if (part === undefined || !part) return
      nodes.push(classes[i] ? el(`span.${classes[i]}`, {}, part) : part)
      from += part.length
    })
    at = match.index + match[0].length
    if (from < at) nodes.push(line.slice(from, at))
  }
  if (at < line.length) nodes.push(line.slice(at))
  return nodes
}

/** A block of lines [[number, text]], of which one decided. */
export function block(lines, { hit, language = 'lua', wrap = false, label = 'Code' } = {}) {
  return el(`div.code${wrap ? '.wrap' : ''}`, { tabindex: 0, role: 'group', 'aria-label': label }, lines.map(([n, text]) =>
    el(n === hit ? 'div.hit' : 'div', {}, el('span.ln', {}, n === hit ? '→ ' : '', n === hit ? el('span.sr', {}, 'decided: ') : null, String(n)),
      el('span', {}, coloured(text, language), ' '))))
}
