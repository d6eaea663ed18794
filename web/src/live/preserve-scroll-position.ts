/** Keeps the focused input where it is on the screen until the work is over, whatever changes above it. */
export async function preserveScrollPosition(work: Promise<unknown>): Promise<void> {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !focused.matches('input, textarea, [contenteditable="true"]')) {
    await work
    return
  }
  const scroller = findScroller(focused)
  const measure = () => ({ top: focused.getBoundingClientRect().top, scrolled: scroller.scrollTop })
  let before = measure()
  let isOver = false
  let frame = 0
  const hold = (): void => {
    if (!focused.isConnected) return
    const now = measure()
    // The user scrolls: the place on the page is the same. The browser corrected it: the place on the screen is the same.
    const hasMoved = now.top + now.scrolled !== before.top + before.scrolled && now.top !== before.top
    if (hasMoved) scroller.scrollTop += now.top - before.top
    before = measure()
    if (!isOver) frame = requestAnimationFrame(hold)
  }
  frame = requestAnimationFrame(hold)
  await work
  // The answers are rendered after the work.
  await new Promise((resolve) => setTimeout(resolve, 300))
  isOver = true
  cancelAnimationFrame(frame)
}

function findScroller(element: HTMLElement): Element {
  for (let each = element.parentElement; each !== null; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight) return each
  return document.scrollingElement ?? document.documentElement
}
