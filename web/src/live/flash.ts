/** Marks an element that another user changed, once and briefly; not if the user prefers less motion. */
export function flash(element: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate([{ backgroundColor: 'var(--accent-soft)' }, { backgroundColor: 'transparent' }], { duration: 150 })
}
