// The address is the state: view, filter, selection, tab.

const views = ['resources', 'rules', 'playground']

/** What an address shows: { view, c, ns, app, q, show, r, rc, tab }; r is a resource of cluster rc in the drawer. */
export function read(location) {
  const parts = location.pathname.split('/').slice(1).map(decoded)
  const query = new URLSearchParams(location.search)
  const state = {}
  for (const key of ['q', 'show', 'r', 'rc', 'tab']) state[key] = query.get(key) ?? ''
  if (parts[0] === 'app' && parts.length === 4) return { ...state, view: 'application', c: parts[1], ns: parts[2], app: parts[3] }
  return { ...state, view: document.documentElement.dataset.static !== undefined ? 'playground' : views.includes(parts[0]) ? parts[0] : 'fleet' }
}

function decoded(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The address of a state. */
export function write(state) {
  const query = new URLSearchParams()
  for (const key of ['q', 'show', 'r', 'rc', 'tab']) if (state[key]) query.set(key, state[key])
  const path = state.view === 'application' ? `/app/${[state.c, state.ns, state.app].map(encodeURIComponent).join('/')}`
    : state.view === 'fleet' ? '/' : `/${state.view}`
  return path + (query.size ? `?${query}` : '')
}

export const applicationOf = (row) => write({ view: 'application', c: row.c, ns: row.ns ?? '', app: row.n })

let current = {}
let changed = () => {}

/** The state that is shown. */
export const state = () => current

/** Go to a state. A new place is a step of the browser's history; typing and selecting are not. */
export function go(next, { step = true } = {}) {
  const address = write(next)
  if (address === location.pathname + location.search) return
  history[step ? 'pushState' : 'replaceState'](null, '', address)
  show()
}

/** Change parts of the state in place. */
export const patch = (parts) => go({ ...current, ...parts }, { step: false })

function show() {
  const before = current
  current = read(location)
  changed(current, before)
}

/** Begin: `onChange(state, before)` is called now, and whenever the address changes. */
export function start(onChange) {
  changed = onChange
  addEventListener('popstate', show)
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="/"]')
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return
    event.preventDefault()
    history.pushState(null, '', link.getAttribute('href'))
    show()
  })
  show()
}
