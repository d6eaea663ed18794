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
