import { type Message, message } from '../../kit/messages/message.ts'
import type { SettingKind } from './setting-kinds.ts'
import { isSettingName, mapSettings, type SettingName, type Settings } from './settings.ts'

/** A parsed value, or its error with the text of the API and a description of the accepted values. */
type SettingParser<T> = (
  value: unknown,
) => { readonly ok: T } | { readonly problem: Message; readonly expected: string }

const parsers = mapSettings<SettingParser<unknown>>(({ kind, isOptional }) =>
  isOptional ? orNull(createParser(kind)) : createParser(kind),
)

function createParser(kind: SettingKind): SettingParser<unknown> {
  switch (kind.type) {
    case 'integer':
      return parseInteger(kind.min, kind.max)
    case 'choice':
      return parseChoice(kind.choices)
    case 'flag':
      return parseFlag
    case 'name':
      return parseName
    case 'url':
      return parseUrl
    case 'directory':
      return parseDirectory
    case 'timezone':
      return parseTimezone
  }
}

/**
 * Parses settings from a client or the command line (texts are accepted for numbers, booleans and null), with the
 * messages of docs/api/rest-conventions.md §1.4: returns the settings, or all errors.
 */
export function parseSettings(
  values: Readonly<Record<string, unknown>>,
): { readonly ok: Partial<Settings> } | { readonly problems: readonly Message[] } {
  const problems: Message[] = []
  const accepted: Partial<Record<SettingName, unknown>> = {}
  for (const [name, value] of Object.entries(values)) {
    if (!isSettingName(name)) {
      problems.push(message`Unknown setting \`${name}\`.`)
      continue
    }
    const parsed = parsers[name](value)
    if ('problem' in parsed) problems.push(message`Invalid value specified for \`${name}\`. ${parsed.problem}`)
    else accepted[name] = parsed.ok
  }
  // Each value was returned by the parser of its name.
  return problems.length > 0 ? { problems } : { ok: accepted as Partial<Settings> }
}

/** Describes the values that a setting accepts if it does not accept this one: `one of: regular, restricted`. */
export function findExpectedValue(name: SettingName, value: unknown): string | undefined {
  const parsed = parsers[name](value)
  return 'problem' in parsed ? parsed.expected : undefined
}

function parseChoice(allowed: readonly string[]): SettingParser<string> {
  return (value) => {
    const choice = allowed.find((each) => each === value)
    if (choice !== undefined) return { ok: choice }
    return { problem: message`Expected one of (${allowed.join(',')}).`, expected: `one of: ${allowed.join(', ')}` }
  }
}

function parseFlag(value: unknown): ReturnType<SettingParser<boolean>> {
  if (value === true || value === 'true' || value === 1 || value === '1') return { ok: true }
  if (value === false || value === 'false' || value === 0 || value === '0') return { ok: false }
  return { problem: message`Expecting boolean value`, expected: 'true or false' }
}

function parseName(value: unknown): ReturnType<SettingParser<string>> {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text !== '' && text.length <= 100 && !/\p{Cc}/u.test(text)) return { ok: text }
  return { problem: message`Expecting 1 to 100 characters`, expected: 'one line of 1 to 100 characters' }
}

function parseInteger(min: number, max: number): SettingParser<number> {
  const expected = `an integer from ${min} to ${max}`
  return (value) => {
    const isText = typeof value === 'string' && /^-?\d{1,15}$/.test(value)
    const number = isText ? Number(value) : value
    if (typeof number !== 'number' || !Number.isSafeInteger(number))
      return { problem: message`Expecting integer value`, expected }
    if (number < min) return { problem: message`Minimum required value is ${min}.`, expected }
    if (number > max) return { problem: message`Maximum allowed value is ${max}.`, expected }
    return { ok: number }
  }
}

function orNull<T>(parse: SettingParser<T>): SettingParser<T | null> {
  return (value) => (value === null || value === '' || value === 'null' ? { ok: null } : parse(value))
}

function parseUrl(value: unknown): ReturnType<SettingParser<string>> {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    return {
      problem: message`Expecting an http or https URL`,
      expected: 'an http or https URL without query and fragment',
    }
  }
  return { ok: url.href.replace(/\/+$/, '') }
}

function parseDirectory(value: unknown): ReturnType<SettingParser<string>> {
  // Whether the directory exists depends on the host that writes into it, not on the setting.
  if (typeof value !== 'string' || !/^(\/|[A-Za-z]:[\\/])/.test(value) || value.includes('\0')) {
    return {
      problem: message`Expecting the absolute path of a directory`,
      expected: 'the absolute path of a directory',
    }
  }
  return { ok: value }
}

function parseTimezone(value: unknown): ReturnType<SettingParser<string>> {
  try {
    if (typeof value !== 'string') throw new TypeError('Not a text')
    return { ok: new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone }
  } catch {
    return {
      problem: message`Expecting a time zone such as Europe/Paris`,
      expected: 'a time zone such as Europe/Paris',
    }
  }
}
