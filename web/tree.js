// Resources as an indented list: owned ones below their owners. Problems are open, the rest is closed.
import { isProblem, severity } from './health.js'

const compare = (a, b) => severity(a.s) - severity(b.s) || (a.k < b.k ? -1 : a.k > b.k ? 1 : a.n < b.n ? -1 : a.n > b.n ? 1 : 0)

/** Nodes of the resources of an application, whose parents are `p`: [{ row, children, problem, below }]. */
export function build(resources) {
  const nodes = resources.map((row) => ({ row, children: [], below: false, problem: isProblem(row.s) || isProblem(row.raw) }))
  const roots = []
  nodes.forEach((node, i) => (within(resources, i) ? nodes[resources[i].p].children : roots).push(node))
  // Children before parents, without recursion: an application may be deep.
  for (const node of everyNode(roots).reverse()) {
    node.below = node.children.some((child) => child.problem)
    node.problem ||= node.below
    node.children.sort((a, b) => b.problem - a.problem || compare(a.row, b.row))
  }
  roots.sort((a, b) => compare(a.row, b.row) || b.problem - a.problem)
  return roots
}

// Whether a resource has a parent in the list, and is not its own ancestor.
function within(resources, i) {
  let at = resources[i].p
  for (let steps = 0; at >= 0 && at < resources.length; steps++) {
    if (at === i || steps > resources.length) return false
    at = resources[at].p
  }
  return resources[i].p >= 0 && resources[i].p < resources.length
}

function everyNode(roots) {
  const nodes = [...roots]
  for (let i = 0; i < nodes.length; i++) for (const child of nodes[i].children) nodes.push(child)
  return nodes
}

/**
 * The visible rows: [{ ...resource, level, position, size, expanded }]. `open(id)` is true, false, or undefined where
 * the reader has not said; `keep(row)` are the rows to show, with their ancestors.
 */
export function flatten(roots, open, keep) {
  const shown = keep ? matching(roots, keep) : null
  const out = []
  const visible = (nodes) => (shown ? nodes.filter((node) => shown.has(node)) : nodes)
  const stack = [{ nodes: visible(roots), next: 0 }]
  while (stack.length) {
    const level = stack.length
    const at = stack[level - 1]
    if (at.next >= at.nodes.length) {
      stack.pop()
      continue
    }
    const { row, children, below } = at.nodes[at.next++]
    const inside = visible(children)
    const expanded = inside.length ? open(row.id) ?? (shown ? true : below) : undefined
    out.push({ ...row, source: row, level, position: at.next, size: at.nodes.length, expanded })
    if (expanded) stack.push({ nodes: inside, next: 0 })
  }
  return out
}

// Nodes to show: those that match, and all above them.
function matching(roots, keep) {
  const shown = new Set()
  for (const node of everyNode(roots).reverse()) if (keep(node) || node.children.some((child) => shown.has(child))) shown.add(node)
  return shown
}
