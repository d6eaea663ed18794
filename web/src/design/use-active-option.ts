import { type KeyboardEvent, useLayoutEffect, useState } from 'react'

interface ActiveOption {
  /** null: Enter does nothing. */
  readonly active: string | null
  /** Another text was typed: its first option becomes the active one. */
  readonly reset: () => void
  /** Returns whether the key is one of the list. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

/** Options that PageUp and PageDown pass. */
const pageSize = 8

/**
 * The option that Enter chooses, while the focus stays in the input. It stays the same while options arrive around it.
 *
 * @param ids the options, in their order
 * @param hasText whether the first one is active by itself
 * @param elementId the id of the element of an option
 */
export function useActiveOption(
  ids: readonly string[],
  hasText: boolean,
  elementId: (option: string) => string,
): ActiveOption {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const first = hasText ? (ids[0] ?? null) : null
  const active = chosenId !== null && ids.includes(chosenId) ? chosenId : first
  if (active !== chosenId) setChosenId(active)
  const activeElement = active === null ? null : elementId(active)
  useLayoutEffect(() => {
    if (activeElement !== null) document.getElementById(activeElement)?.scrollIntoView({ block: 'nearest' })
  }, [activeElement])
  return {
    active,
    reset: () => setChosenId(null),
    onKey(event) {
      if (event.key === 'Enter') {
        // As a click on the option: with Ctrl or ⌘, a link opens in a new tab.
        const { ctrlKey, metaKey, shiftKey } = event
        const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
        if (activeElement !== null) document.getElementById(activeElement)?.dispatchEvent(click)
        return true
      }
      const next = nextIndex(event, active === null ? null : ids.indexOf(active), ids.length)
      if (next === undefined) return false
      setChosenId(ids[next] ?? null)
      return true
    },
  }
}

/** Where a key leads; undefined: it is not one of the list. */
function nextIndex(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  at: number | null,
  count: number,
): number | undefined {
  if (shiftKey || altKey || ctrlKey || metaKey) return undefined
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return at === null || at === last ? 0 : at + 1
    case 'ArrowUp':
      return at === null || at === 0 ? last : at - 1
    case 'PageDown':
      return Math.min(last, (at ?? -1) + pageSize)
    case 'PageUp':
      return Math.max(0, (at ?? 0) - pageSize)
    // Without an active option, these move the caret.
    case 'Home':
      return at === null ? undefined : 0
    case 'End':
      return at === null ? undefined : last
    default:
      return undefined
  }
}
