import type { Member, NameStyle } from '../../kit/caller.ts'
import { nameStyles } from './display-name.ts'

/** Preferences the product itself obeys; any other name is kept for the client that chose it (docs/api/users.md §6). */
export const nameStylePreference = 'username_display'
export const textFormatPreference = 'user_edition_default_format'

type Preferences = ReadonlyMap<string, string>

/** docs/api/users.md §1: real name and login unless said otherwise. */
export const nameStyleOf = (preferences: Preferences): NameStyle =>
  nameStyles.find((style) => style === preferences.get(nameStylePreference)) ?? 'real-login'

const textFormats = ['text', 'html', 'commonmark'] as const

/** docs/api/trackers.md §3.5: commonmark unless said otherwise. */
export const textFormatOf = (preferences: Preferences): Member['textFormat'] =>
  textFormats.find((format) => format === preferences.get(textFormatPreference)) ?? 'commonmark'
