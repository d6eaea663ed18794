import type { Member, NameStyle } from '../../kit/values/caller.ts'
import { parseLanguage } from '../../kit/values/language.ts'
import { nameStyles } from './display-name.ts'

/** Preferences that the server uses; any other name is stored for the client that chose it (docs/api/users.md §6). */
export const nameStylePreference = 'username_display'
const textFormatPreference = 'user_edition_default_format'
export const languagePreference = 'language'

export const usedPreferences: readonly string[] = [nameStylePreference, textFormatPreference, languagePreference]

type Preferences = ReadonlyMap<string, string>

/** Real name and login by default (docs/api/users.md §1). */
export const getNameStyle = (preferences: Preferences): NameStyle =>
  nameStyles.find((style) => style === preferences.get(nameStylePreference)) ?? 'real-login'

const textFormats = ['text', 'html', 'commonmark'] as const

/** Commonmark by default (docs/api/trackers.md §3.5). */
export const getTextFormat = (preferences: Preferences): Member['textFormat'] =>
  textFormats.find((format) => format === preferences.get(textFormatPreference)) ?? 'commonmark'

/** Not set by default: the language of each request applies. */
export const getLanguage = (preferences: Preferences): Member['language'] =>
  parseLanguage(preferences.get(languagePreference) ?? '') ?? null
