import type { PageAction } from '../page-actions.ts'

const controls = 'button:not([type=submit]), a[href], [role=radiogroup] input:not(:checked)'

/**
 * The buttons, links and other views that the heads of the page and of its sections offer (`data-actions`), so that no
 * page has to list them a second time. Forms, and buttons of single rows, stay where they are.
 */
export function readPageButtons(): readonly PageAction[] {
  const places = document.querySelectorAll('main [data-actions]')
  const found = [...places].flatMap((place) => [...place.querySelectorAll<HTMLElement>(controls)])
  const actions = found.flatMap((control): readonly PageAction[] => {
    const label = nameOf(control)
    // A menu whose button has no text registers what it contains.
    const isNamed = label !== '' && !(control.ariaHasPopup !== null && control.innerText.trim() === '')
    if (!isNamed || !control.checkVisibility() || control.matches(':disabled, [aria-disabled=true]')) return []
    const run = (): void => {
      // A dialog gives the focus back to it.
      control.focus()
      control.click()
    }
    return [{ id: `button ${label}`, label, icon: 'arrow-right', run }]
  })
  return [...new Map(actions.map((action) => [action.id, action])).values()]
}

/** The accessible name of a button; of a choice, with the one of all choices before it. */
function nameOf(control: HTMLElement): string {
  const group = control.closest('[role=radiogroup]')
  if (group !== null) return `${group.ariaLabel}: ${control.parentElement?.innerText.trim()}`
  return control.ariaLabel ?? control.innerText.replace(/\s+/g, ' ').trim()
}
