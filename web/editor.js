// A text to edit over the same text in colours, with marked lines.
import { el } from './dom.js'
import { coloured } from './code.js'

/** Longer texts have neither colours nor marks: they would be slow at every key. */
const most = 1500

/** { element, text, show(text), mark({ line: class }), language }; `changed()` at every change by the reader. */
export function editor(label, changed) {
  const behind = el('pre', { 'aria-hidden': 'true' })
  const area = el('textarea', { 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off' })
  const element = el('div.ed', {}, behind, area)
  let drawn = []
  let marks = new Map()

  // Only lines that changed are drawn again.
  function draw() {
    const lines = area.value.split('\n')
    const simple = lines.length > most
    behind.classList.toggle('plain', simple)
    const next = simple ? [area.value] : lines
    next.forEach((line, i) => {
      const before = drawn[i]
      if (before?.line === line && before.language === self.language) return
      const node = before?.node ?? el('span.l', { 'data-n': i + 1 })
      node.replaceChildren(...(simple ? [line] : coloured(line, self.language)), '\n')
      if (!before) behind.append(node)
      drawn[i] = { line, node, language: self.language }
    })
    for (const { node } of drawn.splice(next.length)) node.remove()
    drawn.forEach(({ node }, i) => { node.className = `l ${marks.get(i + 1) ?? ''}` })
  }

  area.addEventListener('input', () => { draw(); changed() })
  const self = {
    element, language: 'lua',
    get text() { return area.value },
    focus: () => area.focus(),
    show(text) { area.value = text; draw() },
    mark(lines) { marks = lines; draw() },
    reveal(line) { drawn[line - 1]?.node.scrollIntoView({ block: 'nearest' }) },
  }
  return self
}
