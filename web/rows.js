// A list of rows of one height (--row of its style), of which only the visible ones and 14 more exist. Focus stays on the
// list; aria-activedescendant names the row, so that rows that come and go never lose it.
import { become, el } from './dom.js'
import { isProblem } from './health.js'

const above = 6
const below = 8
const leaveMs = 1500
let lists = 0

const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20, Home: -1e9, End: 1e9 }

/**
 * options: label, role ('grid' or 'treegrid'), columns [header], key(item), cells(item) [element],
 * open(item, column), toggle(item, open), attributes(item), order (a place for the button about held order),
 * compare(a, b), side (columns are walked too).
 */
export class Rows {
  items = []
  #options
  #at = null // the key of the active row
  #column = 0
  #drawn = new Map()
  #frame = 0
  #id = ++lists
  #next = null // the items as they should be, while order is held
  #resize
  #height = 32

  constructor(options) {
    this.#options = options
    this.canvas = el('div.canvas', { role: 'rowgroup' })
    this.header = el('div.hdr', { role: 'row', 'aria-rowindex': 1 }, options.columns.map((name) =>
      el('span', { role: 'columnheader', title: name.title, class: name.class }, name.text ?? name)))
    this.element = el('div.body', {
      role: options.role ?? 'grid', 'aria-label': options.label, tabindex: 0,
      onscroll: () => this.soon(), onkeydown: (event) => this.key(event), onclick: (event) => this.#click(event),
      onpointerleave: () => this.#leave(), onfocusout: () => this.#leave(),
    }, this.header, this.canvas)
    this.#resize = new ResizeObserver(() => {
      this.#height = parseFloat(getComputedStyle(this.element).getPropertyValue('--row'))
      this.soon()
    })
    this.#resize.observe(this.element)
  }

  end() {
    this.#resize.disconnect()
    cancelAnimationFrame(this.#frame)
  }

  get active() { return this.items.find((item) => this.#options.key(item) === this.#at) }
  get held() { return this.element.matches(':hover') || this.element.contains(document.activeElement) }

  /** Show these items. `hold`: keep the places while the reader points at the list or is in it. */
  set(items, { hold = false } = {}) {
    const { key, order } = this.#options
    if (hold && this.held && this.items.length) {
      const next = new Map(items.map((item) => [key(item), item]))
      const kept = this.items.map((item) => next.get(key(item)) ?? (item.gone ? item : { ...item, gone: true }))
      const moved = changedPlaces(this.items.map(key), items.map(key))
      this.#next = moved ? items : null
      this.items = kept
      if (order) {
        order.hidden = !moved
        order.textContent = `${moved} changed place${moved === 1 ? '' : 's'}`
        order.onclick = () => this.#release(true)
        order.onpointerleave = () => this.#leave()
      }
    } else {
      this.items = items
      this.#next = null
      if (order) order.hidden = true
    }
    this.canvas.style.setProperty('--rows', this.items.length)
    this.element.setAttribute('aria-rowcount', this.items.length + 1)
    this.draw()
  }

  #release(now) {
    if (this.#next && (now || !(this.held || this.#options.order?.matches(':hover')))) this.set(this.#next)
  }

  // Time enough to reach the button.
  #leave() {
    if (this.#next) setTimeout(() => this.#release(), leaveMs)
  }

  soon() { this.#frame ||= requestAnimationFrame(() => { this.#frame = 0; this.draw() }) }

  /** Make what is visible, keep what still is, take away the rest. */
  draw() {
    const { key } = this.#options
    const height = this.#height
    const top = Math.max(0, Math.floor(this.element.scrollTop / height) - above)
    const end = Math.min(this.items.length, Math.ceil((this.element.scrollTop + this.element.clientHeight) / height) + below)
    const stale = new Map(this.#drawn)
    const shown = []
    for (let i = top; i < end; i++) {
      const name = key(this.items[i])
      const row = this.#row(this.items[i], i, this.#drawn.get(name))
      shown.push(row.element)
      this.#drawn.set(name, row)
      if (stale.get(name) === row) stale.delete(name)
    }
    for (const [name, row] of stale) {
      row.element.remove()
      if (this.#drawn.get(name) === row) this.#drawn.delete(name)
    }
    // Rows are in the order of reading, for those who hear them.
    let next = this.canvas.firstChild
    for (const element of shown) {
      if (element === next) next = next.nextSibling
      else this.canvas.insertBefore(element, next)
    }
    this.#mark()
  }

  #make(item) {
    const { cells, attributes } = this.#options
    const element = el('div.row', { role: 'row', ...attributes?.(item) }, cells(item).map((cell) => {
      cell.setAttribute('role', 'gridcell')
      return cell
    }))
    if (item.gone) element.classList.add('gone')
    return element
  }

  // The element of an item: the drawn one, which changes where the item did.
  #row(item, i, drawn) {
    const { key } = this.#options
    const row = drawn ?? { item, element: this.#make(item) }
    if (row.item !== item) {
      become(row.element, this.#make(item))
      if (!item.gone && differs(row.item, item)) flash(row.element)
      row.item = item
      row.index = -1
    }
    if (row.index !== i) {
      row.index = i
      row.element.id = `row-${this.#id}-${i}`
      row.element.setAttribute('aria-rowindex', i + 2)
      row.element.style.setProperty('--i', i)
    }
    row.name = key(item)
    return row
  }

  #mark() {
    let active = null
    for (const [name, { element }] of this.#drawn) {
      const on = name === this.#at
      element.classList.toggle('on', on)
      if (on) element.setAttribute('aria-selected', 'true')
      else element.removeAttribute('aria-selected')
      if (!on) continue
      active = element
      if (this.#options.side) active = this.#markCell(element)
    }
    if (active) this.element.setAttribute('aria-activedescendant', active.id)
    else this.element.removeAttribute('aria-activedescendant')
  }

  #markCell(row) {
    this.canvas.querySelector('.cell-on')?.classList.remove('cell-on')
    const cell = row.children[this.#column] ?? row
    cell.id = `${row.id}-${this.#column}`
    cell.classList.add('cell-on')
    return cell
  }

  #index() {
    return this.items.findIndex((item) => this.#options.key(item) === this.#at)
  }

  /** Make a row the active one, and visible. */
  go(i) {
    if (!this.items.length) return
    const index = Math.max(0, Math.min(this.items.length - 1, i))
    this.#at = this.#options.key(this.items[index])
    const head = this.header.offsetHeight
    const height = this.#height
    const y = index * height
    if (y < this.element.scrollTop) this.element.scrollTop = y
    else if (y + height + head > this.element.scrollTop + this.element.clientHeight) this.element.scrollTop = y + height + head - this.element.clientHeight
    this.draw()
  }

  /** Make the row of a key active; false: it is not in the list. */
  find(name) {
    const i = this.items.findIndex((item) => this.#options.key(item) === name)
    if (i >= 0) this.go(i)
    return i >= 0
  }

  #problem(from) {
    for (let d = 1; d <= this.items.length; d++) {
      const i = (from + d) % this.items.length
      if (isProblem(this.items[i].s)) return this.go(i)
    }
  }

  #sideways(by, index) {
    const { toggle, side } = this.#options
    if (side) {
      this.#column = Math.max(0, Math.min(this.header.children.length - 1, this.#column + by))
      this.go(Math.max(0, index))
    } else if (index >= 0) toggle?.(this.items[index], by > 0)
  }

  key(event) {
    const { key } = event
    const index = this.#index()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key in steps) this.go(index < 0 && steps[key] < 0 ? 0 : index + steps[key])
    else if (key === 'Enter' && index >= 0) this.#options.open?.(this.items[index], this.#column)
    else if (key === 'ArrowRight' || key === 'ArrowLeft') this.#sideways(key === 'ArrowRight' ? 1 : -1, index)
    else if (key === 'n') this.#problem(index)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #click(event) {
    const element = event.target.closest('.row')
    if (!element || event.ctrlKey || event.metaKey || event.shiftKey) return
    const row = [...this.#drawn.values()].find((drawn) => drawn.element === element)
    if (!row) return
    const column = [...element.children].findIndex((cell) => cell.contains(event.target))
    this.#column = Math.max(0, column)
    if (event.target.closest('.twist')) return this.#options.toggle?.(row.item)
    this.go(row.index)
    event.preventDefault()
    this.#options.open?.(row.item, column)
  }
}

// The animation begins anew when its class comes back after a layout.
function flash(element) {
  element.getBoundingClientRect()
  element.classList.add('flash')
}

// What the reader sees of a row changed.
const differs = (a, b) => ['s', 'raw', 'm', 'gone'].some((field) => a[field] !== b[field]) || a.w?.m !== b.w?.m

/** How many of the rows of `before` have another place, or none, among `after`; new rows count too. */
function changedPlaces(before, after) {
  const there = new Set(after)
  const here = new Set(before)
  const stay = before.filter((name) => there.has(name))
  const come = after.filter((name) => here.has(name))
  let moved = before.length - stay.length + after.length - come.length
  // Of those in both, what a longest run in the same order leaves over.
  const place = new Map(stay.map((name, i) => [name, i]))
  const tails = []
  for (const name of come) {
    const at = place.get(name)
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (tails[middle] < at) low = middle + 1
      else high = middle
    }
    tails[low] = at
  }
  return moved + come.length - tails.length
}
