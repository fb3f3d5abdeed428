// The keyboard of the whole page; lists handle the keys that move in them.
import { $ } from './dom.js'

/** `actions`: { help, theme, link, fleet, playground, close(), clear(), rows() }. */
export function keys(actions) {
  let g = false

  const plain = {
    '/': () => { const find = $('#find'); find.focus(); find.select() },
    '?': actions.help, t: actions.theme, y: actions.link, Escape: () => actions.close(),
  }

  function typed(event) {
    if (event.key !== 'Escape') return
    if (event.target.id === 'find') actions.clear()
    event.target.blur()
  }

  function pressed(event) {
    const { key, target } = event
    if (target.matches?.('input, textarea, select')) return typed(event)
    if (event.ctrlKey || event.metaKey || event.altKey || $('dialog[open]')) return
    const after = g
    g = key === 'g'
    if (after && key === 'f') return actions.fleet()
    if (after && key === 'p') return actions.playground()
    if (plain[key]) {
      event.preventDefault()
      return plain[key]()
    }
    const rows = actions.rows()
    if (!rows || !['j', 'k', 'n'].includes(key)) return
    rows.element.focus()
    rows.key(event)
  }
  addEventListener('keydown', pressed)
}
