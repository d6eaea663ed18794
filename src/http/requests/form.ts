import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** The parts of a name; bodies of this API are not nested deeper, and each part of each name needs memory. */
const maxParts = 8

type Node = string | Map<string, Node>

/**
 * Converts the pairs of a form to an object. As in Tuleap, brackets in a name lead into lists and objects:
 * `values[0][field_id]=12&values[0][bind_value_ids][]=7`. Of several values with one name the last one counts.
 */
export function readFormPairs(pairs: Iterable<readonly [string, string]>): Record<string, unknown> {
  const form = new Map<string, Node>()
  for (const [name, value] of pairs) addPair(form, partsOf(name), value)
  // The form itself is an object, also when its names are numbers.
  return Object.fromEntries(Array.from(form, ([name, node]) => [name, toValue(node)]))
}

/** Names in other notations are one part. */
function partsOf(name: string): readonly string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? []
  if (first === undefined || rest === undefined) return [name]
  const parts = [first, ...rest.slice(1, -1).split('][')]
  if (parts.length > maxParts)
    throw new Refusal('invalid', message`A name in a form can have at most ${maxParts} parts.`)
  return parts
}

function addPair(form: Map<string, Node>, parts: readonly string[], value: string): void {
  let node = form
  for (const [index, part] of parts.entries()) {
    const key = index > 0 && part === '' ? nextKey(node) : part
    if (index === parts.length - 1) {
      node.set(key, value)
      return
    }
    const existing = node.get(key)
    const child = existing instanceof Map ? existing : new Map<string, Node>()
    node.set(key, child)
    node = child
  }
}

/** The next place of each list: searching it from the beginning would take too long for a long form. */
const nextPlaces = new WeakMap<ReadonlyMap<string, Node>, number>()

/** Empty brackets are the next place of a list. */
function nextKey(node: ReadonlyMap<string, Node>): string {
  let next = Math.max(nextPlaces.get(node) ?? 0, node.size)
  while (node.has(`${next}`)) next++
  nextPlaces.set(node, next + 1)
  return `${next}`
}

/** A list has the keys 0, 1, 2, …, in any order. */
function toValue(node: Node): unknown {
  if (typeof node === 'string') return node
  const values = Array.from(node.keys(), (_, index) => node.get(`${index}`))
  return values.includes(undefined)
    ? Object.fromEntries(Array.from(node, ([key, child]) => [key, toValue(child)]))
    : values.map((child) => toValue(child as Node))
}
