/**
 * The `ref` of a list whose options do not take the focus, since it stays in a search field: while it scrolls, it is
 * reachable by keyboard.
 */
export function focusableScroller(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined
  const observer = new ResizeObserver(() => {
    list.tabIndex = list.scrollHeight > list.clientHeight ? 0 : -1
  })
  observer.observe(list)
  return () => observer.disconnect()
}
