// The keys, in a dialog.
import { el } from './dom.js'

const keys = {
  '/': 'filter; - excludes; health: kind: cluster: ns: app: rule:', '↑ ↓ k j': 'move', '← →': 'close, open a branch; move in the matrix', Enter: 'open',
  n: 'next problem', Esc: 'close the drawer, clear the filter', 'g f': 'fleet', 'g p': 'playground', y: 'copy a link to what is shown', t: 'theme',
}

/** Show what the keys do. */
export function help() {
  const box = el('dialog', { 'aria-label': 'Keyboard' }, el('h1', {}, 'Keyboard'),
    el('table', {}, el('tbody', {}, Object.entries(keys).map(([key, does]) => el('tr', {}, el('td', {}, key.split(' ').map((one) => [el('kbd', {}, one), ' '])), el('td', {}, does))))),
    el('form', { method: 'dialog' }, el('button.btn', {}, 'Close')))
  box.addEventListener('close', () => box.remove())
  document.body.append(box)
  box.showModal()
}
