import { type RefObject, useEffect } from 'react'

interface FocusGroupOptions {
  /** The controls of the group. */
  readonly items: string
  readonly direction: 'vertical' | 'horizontal'
}

/**
 * Makes the controls of a container one stop of the Tab key, as in a toolbar: arrow keys, Home and End move between them,
 * and the Tab key returns to the one that had the focus last.
 */
export function useFocusGroup(container: RefObject<HTMLElement | null>, { items, direction }: FocusGroupOptions): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return
    let current: HTMLElement | undefined
    const list = (): HTMLElement[] =>
      [...element.querySelectorAll<HTMLElement>(items)].filter((item) => item.checkVisibility())
    const update = (): void => {
      const all = list()
      if (current === undefined || !all.includes(current)) current = all[0]
      for (const item of all)
        if (item.tabIndex !== (item === current ? 0 : -1)) item.tabIndex = item === current ? 0 : -1
    }
    update()
    // Values become editors, and items arrive later.
    const observer = new MutationObserver(update)
    observer.observe(element, { childList: true, subtree: true })
    const take = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || !target.matches(items)) return
      current = target
      update()
    }
    const move = (event: KeyboardEvent): void => {
      const { target, key } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (!(target instanceof HTMLElement) || !target.matches(items)) return
      const all = list()
      const next = all[nextPosition(key, direction, all.indexOf(target), all.length)]
      if (next === undefined) return
      event.preventDefault()
      // The arrow keys of a menu button would open its menu.
      event.stopPropagation()
      next.focus()
    }
    element.addEventListener('focusin', take)
    element.addEventListener('keydown', move)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', take)
      element.removeEventListener('keydown', move)
    }
  }, [container, items, direction])
}

function nextPosition(key: string, direction: FocusGroupOptions['direction'], at: number, length: number): number {
  const [back, on] = direction === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  if (key === on) return at + 1
  // Before the first one there is none.
  if (key === back) return at - 1
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : -1
}
