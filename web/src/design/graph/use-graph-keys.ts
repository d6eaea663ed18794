import { type KeyboardEvent, useState } from 'react'

interface GraphKeys {
  /** Of the control with this id: the graph is one stop of the Tab key, which returns to the last one. */
  readonly getItemProps: (id: string) => { readonly 'data-graph-item': string; readonly tabIndex: number }
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: (id: string) => void
}

/**
 * Arrow keys, Home and End move between the controls of a graph: up and down to the one before and after, left and right
 * to the nearest one there.
 */
export function useGraphKeys(ids: readonly string[]): GraphKeys {
  const [last, setLast] = useState<string>()
  const current = last !== undefined && ids.includes(last) ? last : ids[0]
  return {
    getItemProps: (id) => ({ 'data-graph-item': id, tabIndex: id === current ? 0 : -1 }),
    onFocus: setLast,
    onKeyDown(event) {
      const { target, currentTarget, key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLElement)) return
      const items = [...currentTarget.querySelectorAll<HTMLElement>('[data-graph-item]')]
      const next = findNext(target, key, items)
      if (next === undefined) return
      event.preventDefault()
      // A list around it would move the focus, too.
      event.stopPropagation()
      next.focus()
    },
  }
}

function findNext(from: HTMLElement, key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const index = items.indexOf(from)
  if (index === -1) return undefined
  switch (key) {
    case 'ArrowDown':
      return items[index + 1]
    case 'ArrowUp':
      return items[index - 1]
    case 'ArrowRight':
      return findBeside(from, 1, items)
    case 'ArrowLeft':
      return findBeside(from, -1, items)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default:
      return undefined
  }
}

/** The control to the left or right that is nearest, first by its column. */
function findBeside(from: HTMLElement, direction: 1 | -1, items: readonly HTMLElement[]): HTMLElement | undefined {
  const middleOf = (each: HTMLElement) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const here = middleOf(from)
  const distances = items.map((item) => {
    const { x, y } = middleOf(item)
    return { item, x: Math.round((x - here.x) * direction), y: Math.abs(y - here.y) }
  })
  return distances.filter(({ x }) => x > 1).toSorted((a, b) => a.x - b.x || a.y - b.y)[0]?.item
}
