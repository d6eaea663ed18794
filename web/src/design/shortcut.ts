import { useEffect, useRef } from 'react'
import { getShortcutChoices } from './shortcut-choices.ts'
import { getShortcutKeys, nameKey, type ShortcutId, shortcuts } from './shortcut-table.ts'

const controls = 'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"]'
const isInControl = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(controls) !== null

/** Whether a key belongs to an input, an open menu or a dialog, or to the browser. */
function isShortcutBlocked(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event
  // On some keyboards, characters such as `[` need this key, which counts as Ctrl and Alt.
  const isCharacter = event.getModifierState('AltGraph')
  return (!isCharacter && (ctrlKey || metaKey || altKey)) || isInControl(event) || isDialogOpen()
}

const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [data-blocks-shortcuts]') !== null

/** Whether an event is the key of a shortcut: for elements that handle their own keys, such as a grid. */
export const isShortcut = (event: Parameters<typeof nameKey>[0], id: ShortcutId): boolean =>
  getShortcutKeys(id, getShortcutChoices()) === nameKey(event)

type Run = (event: KeyboardEvent) => void
type IsActive = () => boolean

/** Of several handlers of one shortcut, the one that was added last runs: that of the part in front. */
const handlers: { readonly id: ShortcutId; readonly run: Run; readonly isActive: IsActive }[] = []
/** The first of two keys. */
let first: { readonly key: string; readonly at: number } | null = null
const maxDelay = 1500

function findHandler(keys: string): (typeof handlers)[number] | undefined {
  const choices = getShortcutChoices()
  return handlers.findLast(({ id, isActive }) => getShortcutKeys(id, choices) === keys && isActive())
}

function handleKey(event: KeyboardEvent): void {
  const { key, timeStamp, repeat } = event
  if (event.defaultPrevented || ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph'].includes(key)) return
  const name = event.getModifierState('AltGraph') ? key : nameKey(event)
  const isCombination = name.startsWith('Mod+') && !event.altKey && !isDialogOpen()
  const isSecond = first !== null && timeStamp - first.at < maxDelay
  const previous = isSecond ? `${first?.key} ` : ''
  first = null
  if (!isCombination && isShortcutBlocked(event)) return
  const handler = findHandler(previous + name) ?? findHandler(name)
  if (handler === undefined) {
    const choices = getShortcutChoices()
    const begins = handlers.some(({ id }) => getShortcutKeys(id, choices)?.startsWith(`${name} `))
    if (begins) first = { key: name, at: timeStamp }
    return
  }
  const { isRepeated, isLeftToInputs } = shortcuts[handler.id]
  if ((repeat && !isRepeated) || (isLeftToInputs && isInControl(event))) return
  event.preventDefault()
  handler.run(event)
}

/** Adds a handler; the result removes it. While it is not active, the browser gets the keys. */
export function addShortcutHandler(id: ShortcutId, run: Run, isActive: IsActive = () => true): () => void {
  if (handlers.length === 0) addEventListener('keydown', handleKey)
  const handler = { id, run, isActive }
  handlers.push(handler)
  return () => {
    handlers.splice(handlers.indexOf(handler), 1)
    if (handlers.length === 0) removeEventListener('keydown', handleKey)
  }
}

/**
 * Runs something when the keys of a shortcut are pressed while no input, menu or dialog has the focus. Shortcuts with Ctrl
 * or ⌘ also run from inputs, unless they are left to them.
 */
export function useShortcut(id: ShortcutId, run: Run, isActive = true): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => (isActive ? addShortcutHandler(id, (event) => latest.current(event)) : undefined), [id, isActive])
}
