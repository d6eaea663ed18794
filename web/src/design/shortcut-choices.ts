import { parseChoices, type ShortcutChoices } from './shortcut-table.ts'

const place = 'shortcuts'
let latest: { readonly stored: string | null; readonly choices: ShortcutChoices } | undefined

/** What the user has chosen, as this browser knows it. */
export function getShortcutChoices(): ShortcutChoices {
  const stored = localStorage.getItem(place)
  if (latest === undefined || latest.stored !== stored) latest = { stored, choices: parseChoices(stored) }
  return latest.choices
}
