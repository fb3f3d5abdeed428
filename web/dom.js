// Elements. Text from the cluster only ever becomes a text node: nothing here parses HTML.

import { takeOver } from './clock.js'

export const $ = (selector, root = document) => root.querySelector(selector)

const svgSpace = 'http://www.w3.org/2000/svg'

/** An element: attributes (false and null are left out; on… are listeners; css holds styles), then children. */
export function el(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split('.')
  const node = document.createElement(name || 'span')
  if (classes.length) node.className = classes.join(' ')
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value)
    else if (key === 'css') for (const [property, text] of Object.entries(value)) node.style.setProperty(property, text)
    else if (key === 'value') node.value = value
    else node.setAttribute(key, value === true ? '' : value)
  }
  node.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false))
  return node
}

/** A drawing of index.html by its id. */
export function drawing(id, size = 15) {
  const svg = document.createElementNS(svgSpace, 'svg')
  const use = document.createElementNS(svgSpace, 'use')
  for (const [key, value] of [['width', size], ['height', size], ['viewBox', '0 0 16 16'], ['aria-hidden', 'true']]) svg.setAttribute(key, value)
  use.setAttribute('href', `#i-${id}`)
  svg.append(use)
  return svg
}

export const replace = (node, ...children) => node.replaceChildren(...children.flat(2).filter(Boolean))

const isSame = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id ?? '') === (b.id ?? '')

/** Make an element equal to a new one by changing what differs. Its listeners stay: they must not depend on what changes. */
export function become(node, fresh) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.data !== fresh.data) node.data = fresh.data
    return
  }
  for (const { name } of [...node.attributes]) if (!fresh.hasAttribute(name)) node.removeAttribute(name)
  for (const { name, value } of fresh.attributes) {
    if (node.getAttribute(name) === value) continue
    // The policy of the page forbids the attribute, and allows the property.
    if (name === 'style') node.style.cssText = value
    else node.setAttribute(name, value)
  }
  takeOver(node, fresh)
  patch(node, ...fresh.childNodes)
}

// The child from `at` on that a new one may go on as: of its id, else the next one.
function standing(at, child) {
  let one = at
  while (one && child.id && one.id !== child.id) one = one.nextSibling
  return one && isSame(one, child) ? one : null
}

function removeUntil(at, end) {
  for (let next; at !== end; at = next) {
    next = at.nextSibling
    at.remove()
  }
}

/** As replace(), but elements that are still there stay, and with them focus, selection and what the reader points at. */
export function patch(node, ...children) {
  let at = node.firstChild
  for (const given of children.flat(2).filter(Boolean)) {
    const child = given instanceof Node ? given : document.createTextNode(given)
    const same = standing(at, child)
    if (same) {
      removeUntil(at, same)
      at = same.nextSibling
      become(same, child)
    } else {
      node.insertBefore(child, at)
    }
  }
  removeUntil(at, null)
}

export const number = (n) => (n ?? 0).toLocaleString('en')

/** "1 application", "2 applications" */
export const several = (n, noun) => `${number(n)} ${noun}${n === 1 ? '' : 's'}`

let spoken = 0
let waiting = null

/** Read a line to those who listen to the page: the newest one, at most one in five seconds. */
export function say(text) {
  const due = spoken + 5000 - Date.now()
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    spoken = Date.now()
    $('#say').textContent = text
  }, Math.max(0, due))
}

/** Copy a text; where the clipboard is closed (plain http), show it to be copied. */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text)
    say('Copied')
    if (button) {
      const label = button.textContent
      button.textContent = 'Copied'
      setTimeout(() => { button.textContent = label }, 1500)
    }
  } catch {
    prompt('Copy this link', text)
  }
}

/** A group of buttons of which one is pressed. */
export function segments(label, choices, chosen, choose) {
  return el('span.seg', { role: 'group', 'aria-label': label }, Object.entries(choices).map(([key, word]) =>
    el('button', { type: 'button', 'data-choice': key, 'aria-pressed': String(key === chosen), onclick: () => choose(key) }, word)))
}

/** Load a style sheet of the page, once. */
export async function style(name) {
  if (document.getElementById(name)) return
  await new Promise((resolve) => {
    document.head.append(el('link', { id: name, rel: 'stylesheet', href: new URL(`./${name}`, import.meta.url), onload: resolve, onerror: resolve }))
  })
}
