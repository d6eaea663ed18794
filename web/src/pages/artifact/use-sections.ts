import type { RefObject } from 'react'
import { useShortcut } from '../../design/shortcut.ts'

const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** Shortcuts that move the focus between the sections of the page: elements with `data-section`. */
export function useSections(page: RefObject<HTMLElement | null>): void {
  const list = (): HTMLElement[] =>
    [...(page.current?.querySelectorAll<HTMLElement>('[data-section]') ?? [])].filter((each) => each.checkVisibility())
  const move = (step: 1 | -1): void => {
    const sections = list()
    // Of sections inside others, the innermost.
    const at = sections.findLastIndex((section) => section.contains(document.activeElement))
    const next = at === -1 && step === -1 ? sections.length - 1 : at + step
    focusSection(sections[(next + sections.length) % sections.length])
  }
  const open = (name: string): void => focusSection(list().find(({ dataset }) => dataset['section'] === name))
  useShortcut('nextSection', () => move(1))
  useShortcut('previousSection', () => move(-1))
  useShortcut('properties', () => open('properties'))
  useShortcut('history', () => open('history'))
  useShortcut('edit', () => {
    const place = document.activeElement?.closest('[data-field]') ?? page.current
    place?.querySelector<HTMLElement>('[data-edit]')?.click()
  })
}

/** Moves the focus to the control of a section with which its work begins. */
function focusSection(section: HTMLElement | undefined): void {
  if (section === undefined) return
  const all = [...section.querySelectorAll<HTMLElement>(controls)].filter(
    (each) => each.tabIndex >= 0 && each.checkVisibility() && !each.matches(':disabled, [type="radio"]:not(:checked)'),
  )
  const first = all.find((each) => each.matches('[data-start] *')) ?? all[0]
  if (first === undefined) section.tabIndex = -1
  const target = first ?? section
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
}
