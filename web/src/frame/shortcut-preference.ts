import { readResource, sendChange } from '../data/client.ts'
import { getShortcutChoices, keepShortcutChoices } from '../design/shortcut-choices.ts'
import { parseChoices, type ShortcutChoices, usualChoices } from '../design/shortcut-table.ts'

const key = 'web_shortcuts'
/** When this browser last read the choices of which account. */
const place = 'shortcuts read'
const maxAge = 12 * 3_600_000

const pathOf = (user: number): string => `/users/${user}/preferences`

/** Reads the choices of the account, which may have changed in another browser. */
export async function readShortcutPreference(user: number): Promise<void> {
  const { value } = await readResource<{ readonly value: string | false }>(pathOf(user), { key })
  const choices = parseChoices(value)
  if (JSON.stringify(choices) !== JSON.stringify(getShortcutChoices())) keepShortcutChoices(choices)
  localStorage.setItem(place, `${user} ${Date.now()}`)
}

/** The same unless they were read a short time ago. A failure keeps what is known. */
export async function renewShortcutPreference(user: number): Promise<void> {
  const [readFor, at] = (localStorage.getItem(place) ?? '').split(' ')
  if (readFor === String(user) && Date.now() - Number(at) < maxAge) return
  if (readFor !== undefined && readFor !== '' && readFor !== String(user)) keepShortcutChoices(usualChoices)
  await readShortcutPreference(user).catch(() => undefined)
}

/** Applies choices at once, and keeps them with the account. */
export async function saveShortcutPreference(user: number | null, choices: ShortcutChoices): Promise<void> {
  const before = getShortcutChoices()
  keepShortcutChoices(choices)
  if (user === null) return
  try {
    await sendChange('PATCH', pathOf(user), { key, value: JSON.stringify(choices) })
  } catch (thrown) {
    keepShortcutChoices(before)
    throw thrown
  }
}
