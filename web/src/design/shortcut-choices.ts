import { useSyncExternalStore } from 'react'
import { parseChoices, type ShortcutChoices } from './shortcut-table.ts'

const place = 'shortcuts'
const listeners = new Set<() => void>()
let latest: { readonly json: string | null; readonly choices: ShortcutChoices } | undefined

/** The choices as this browser knows them; the account has them as well (frame/shortcut-preference.ts). */
export function getShortcutChoices(): ShortcutChoices {
  const json = localStorage.getItem(place)
  if (latest === undefined || latest.json !== json) latest = { json, choices: parseChoices(json) }
  return latest.choices
}

export function keepShortcutChoices(choices: ShortcutChoices): void {
  localStorage.setItem(place, JSON.stringify(choices))
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab may change them.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useShortcutChoices = (): ShortcutChoices => useSyncExternalStore(listen, getShortcutChoices)
