/**
 * Gives the focus to the page if it is lost: the control that had it is gone, and so is what opened it, such as the row of a
 * removed member.
 */
export function keepFocus(): void {
  // A dialog gives the focus back in the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    }),
  )
}

/**
 * Gives the focus of a row, before the row is removed, to the last button of the next row, or of the one before, or else to
 * the control that follows: keys that are pressed at once would be lost otherwise.
 */
export function focusNeighborOf(row: Element | null): void {
  if (row === null) return
  const rows = [row.nextElementSibling, row.previousElementSibling].filter((each) => each?.className === row.className)
  const inRows = rows.map((each) => [...(each?.querySelectorAll('button') ?? [])].at(-1))
  const following = [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')].filter(
    (each) => !row.contains(each) && row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  for (const each of [...inRows, ...following]) {
    each?.focus()
    if (each !== undefined && document.activeElement === each) return
  }
}
