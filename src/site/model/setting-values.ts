import { isSettingName, type SettingName, type Settings } from './settings.ts'

/** A parsed value or its error. */
type SettingParser<T> = (value: unknown) => { readonly ok: T } | { readonly problem: string }

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
): { readonly ok: Partial<Settings> } | { readonly problems: readonly string[] } {
  const problems: string[] = []
  const accepted: Partial<Record<SettingName, unknown>> = {}
  for (const [name, value] of Object.entries(values)) {
    if (!isSettingName(name)) {
      problems.push(`Unknown setting \`${name}\`.`)
      continue
    }
    const parsed = parsers[name](value)
    if ('problem' in parsed) problems.push(`Invalid value specified for \`${name}\`. ${parsed.problem}`)
    else accepted[name] = parsed.ok
  }
  // Each value was returned by the parser of its name.
  return problems.length > 0 ? { problems } : { ok: accepted as Partial<Settings> }
}

function oneOf<T extends string>(...allowed: readonly T[]): SettingParser<T> {
  return (value) => {
    const found = allowed.find((each) => each === value)
    return found === undefined ? { problem: `Expected one of (${allowed.join(',')}).` } : { ok: found }
  }
}

function flag(value: unknown): ReturnType<SettingParser<boolean>> {
  if (value === true || value === 'true' || value === 1 || value === '1') return { ok: true }
  if (value === false || value === 'false' || value === 0 || value === '0') return { ok: false }
  return { problem: 'Expecting boolean value' }
}

function name(value: unknown): ReturnType<SettingParser<string>> {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > 100 || /\p{Cc}/u.test(text)) return { problem: 'Expecting 1 to 100 characters' }
  return { ok: text }
}

function integer(min: number, max: number): SettingParser<number> {
  return (value) => {
    const isText = typeof value === 'string' && /^-?\d{1,15}$/.test(value)
    const number = isText ? Number(value) : value
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) return { problem: 'Expecting integer value' }
    if (number < min) return { problem: `Minimum required value is ${min}.` }
    if (number > max) return { problem: `Maximum allowed value is ${max}.` }
    return { ok: number }
  }
}

function orNull<T>(parse: SettingParser<T>): SettingParser<T | null> {
  return (value) => (value === null || value === '' || value === 'null' ? { ok: null } : parse(value))
}

function address(value: unknown): ReturnType<SettingParser<string>> {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    return { problem: 'Expecting an http or https URL' }
  }
  return { ok: url.href.replace(/\/+$/, '') }
}

function path(value: unknown): ReturnType<SettingParser<string>> {
  // Whether the directory exists depends on the host that writes into it, not on the setting.
  if (typeof value !== 'string' || !/^(\/|[A-Za-z]:[\\/])/.test(value) || value.includes('\0')) {
    return { problem: 'Expecting the absolute path of a directory' }
  }
  return { ok: value }
}

function zone(value: unknown): ReturnType<SettingParser<string>> {
  try {
    if (typeof value !== 'string') throw new TypeError('Not a text')
    return { ok: new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone }
  } catch {
    return { problem: 'Expecting a time zone such as Europe/Paris' }
  }
}
