import { type Message, message } from '../../kit/message.ts'
import { isSettingName, type SettingName, type Settings } from './settings.ts'

/** A parsed value, or its error with the text of the API and a description of the accepted values. */
type SettingParser<T> = (
  value: unknown,
) => { readonly ok: T } | { readonly problem: Message; readonly expected: string }

const parsers: { readonly [Name in SettingName]: SettingParser<Settings[Name]> } = {
  site_name: name,
  access_mode: oneOf('anonymous', 'regular', 'restricted'),
  public_url: orNull(address),
  project_creation: flag,
  project_approval: flag,
  project_archives: oneOf('everybody', 'administrators', 'nobody'),
  artifacts_deletion_limit: integer(0, 1_000_000),
  archive_deleted_items: flag,
  archive_deleted_items_path: orNull(path),
  max_upload_bytes: integer(1, 2 ** 40),
  max_archive_bytes: integer(1, 2 ** 40),
  pending_upload_bytes_per_user: integer(0, 2 ** 49),
  project_storage_bytes: orNull(integer(0, 2 ** 49)),
  free_disk_reserve_bytes: integer(0, 2 ** 49),
  temporary_file_days: integer(1, 365),
  timezone: orNull(zone),
  password_min_length: integer(1, 128),
  failed_sign_ins_per_minute: integer(1, 10_000),
  second_factor: oneOf('optional', 'administrators', 'everybody'),
  tql_complexity_limit: integer(0, 80),
  outgoing_private_addresses: flag,
  svn_allow_empty_message: flag,
  svn_max_file_mib: integer(0, 1_048_576),
  svn_deleted_days: integer(1, 3650),
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

function oneOf<T extends string>(...allowed: readonly T[]): SettingParser<T> {
  return (value) => {
    const found = allowed.find((each) => each === value)
    if (found !== undefined) return { ok: found }
    return { problem: message`Expected one of (${allowed.join(',')}).`, expected: `one of: ${allowed.join(', ')}` }
  }
}

function flag(value: unknown): ReturnType<SettingParser<boolean>> {
  if (value === true || value === 'true' || value === 1 || value === '1') return { ok: true }
  if (value === false || value === 'false' || value === 0 || value === '0') return { ok: false }
  return { problem: message`Expecting boolean value`, expected: 'true or false' }
}

function name(value: unknown): ReturnType<SettingParser<string>> {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text !== '' && text.length <= 100 && !/\p{Cc}/u.test(text)) return { ok: text }
  return { problem: message`Expecting 1 to 100 characters`, expected: 'one line of 1 to 100 characters' }
}

function integer(min: number, max: number): SettingParser<number> {
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

function address(value: unknown): ReturnType<SettingParser<string>> {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    return {
      problem: message`Expecting an http or https URL`,
      expected: 'an http or https URL without query and fragment',
    }
  }
  return { ok: url.href.replace(/\/+$/, '') }
}

function path(value: unknown): ReturnType<SettingParser<string>> {
  // Whether the directory exists depends on the host that writes into it, not on the setting.
  if (typeof value !== 'string' || !/^(\/|[A-Za-z]:[\\/])/.test(value) || value.includes('\0')) {
    return {
      problem: message`Expecting the absolute path of a directory`,
      expected: 'the absolute path of a directory',
    }
  }
  return { ok: value }
}

function zone(value: unknown): ReturnType<SettingParser<string>> {
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
