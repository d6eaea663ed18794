import type { OrderPlace } from '../../../data/artifact-order.ts'

/** Ways to move a card within its column. */
export const orderSteps = ['top', 'up', 'down', 'bottom'] as const
export type OrderStep = (typeof orderSteps)[number]

const idOf = (card: Element): number => Number(card.getAttribute('data-card'))

const listCards = (column: Element): readonly Element[] => [...column.querySelectorAll('[data-card]')]

/** The place of a card after a step within its column; undefined: it is there. */
export function findPlace(card: Element, step: OrderStep): OrderPlace | undefined {
  const column = card.closest('[data-column]')
  const ids = column === null ? [] : listCards(column).map(idOf)
  const at = ids.indexOf(idOf(card))
  const isUp = step === 'top' || step === 'up'
  const of = { top: ids[0], up: ids[at - 1], down: ids[at + 1], bottom: ids.at(-1) }[step]
  return of === undefined || of === ids[at] ? undefined : { direction: isUp ? 'before' : 'after', of }
}

/** The place of a card next to another one; undefined: its column has no other. */
export function findOwnPlace(card: Element): OrderPlace | undefined {
  const column = card.closest('[data-column]')
  const ids = column === null ? [] : listCards(column).map(idOf)
  const at = ids.indexOf(idOf(card))
  const [previous, next] = [ids[at - 1], ids[at + 1]]
  if (previous !== undefined) return { direction: 'after', of: previous }
  return next === undefined ? undefined : { direction: 'before', of: next }
}

/** Where a card that is held would be put, and how far that is from the first card, in pixels. */
export interface DropPlace extends OrderPlace {
  readonly offset: number
}

/** The place at the height of the pointer in a column; undefined: the held card is there, or the column has no other. */
export function findDropPlace(column: Element, y: number, held: number): DropPlace | undefined {
  const all = listCards(column)
  const own = all.findIndex((card) => idOf(card) === held)
  const others = all.filter((_, index) => index !== own)
  const boxes = others.map((card) => card.getBoundingClientRect())
  const found = boxes.findIndex(({ top, height }) => y < top + height / 2)
  const at = found < 0 ? others.length : found
  const [next, previous] = [others[at], others[at - 1]]
  if (at === own || (next ?? previous) === undefined) return undefined
  const first = all[0]?.getBoundingClientRect().top ?? 0
  const edge = next === undefined ? (boxes[at - 1]?.bottom ?? 0) + gap : (boxes[at]?.top ?? 0) - gap
  const offset = edge - first
  return next === undefined
    ? { direction: 'after', of: idOf(previous as Element), offset }
    : { direction: 'before', of: idOf(next), offset }
}

/** Half of the space between two cards. */
const gap = 4
