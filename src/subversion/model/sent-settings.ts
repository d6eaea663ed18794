import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { isEmailAddress } from '../../platform/model/email-address.ts'
import type { ImmutableTags } from './repository.ts'

/**
 * One item of `email_notifications` in a request, with ids where answers have objects (docs/api/subversion.md §1.3).
 */
export interface SentNotification {
  readonly path: string
  readonly emails: readonly string[]
  readonly users: readonly UserId[]
  readonly user_groups: readonly string[]
}

/** The part of the settings that a POST may leave out (docs/api/subversion.md §1.4). */
export interface SentSettings {
  readonly commit_rules?: {
    readonly is_reference_mandatory: boolean
    readonly is_commit_message_change_allowed: boolean
  }
  readonly immutable_tags?: ImmutableTags
  readonly access_file?: string
  readonly email_notifications?: readonly SentNotification[]
  readonly has_default_permissions?: boolean
}

/** docs/api/subversion.md §1.6: what is wrong with notifications whatever people and groups there are. */
export function refuseNotifications(sent: readonly SentNotification[]): void {
  const twice = repeated(sent.map(({ path }) => path))
  if (twice.length > 0) refuse(`One notification path or more are not unique: ${twice.join(', ')}`)
  const idle = sent.filter(
    ({ emails, users, user_groups: groups }) => emails.length + users.length + groups.length === 0,
  )
  if (idle.length > 0) {
    const paths = idle.map(({ path }) => path).join(',')
    refuse(`Notification should concern at least one email or one user or one user group for path: ${paths}`)
  }
  const crowded = sent.map(({ path, emails }) => ({ path, twice: repeated(emails) }))
  const said = crowded.filter((each) => each.twice.length > 0).map((each) => `${each.path} : ${each.twice.join(', ')}`)
  if (said.length > 0) refuse(`One email or more are not unique for path: ${said.join('\n')}`)
  // Tuleap takes anything, and writes to it.
  const odd = sent.map(({ path, emails }) => ({ path, none: emails.filter((email) => !isEmailAddress(email)) }))
  const told = odd.filter(({ none }) => none.length > 0).map(({ path, none }) => `${path} : ${shown(none)}`)
  if (told.length > 0) refuse(`One email or more are no e-mail addresses for path: ${told.join('\n')}`)
}

const shown = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ')

/** Each of those that are there more than once, once. */
const repeated = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
]

/** docs/api/subversion.md §1.6: trimmed, one path a line; empty lines are none. */
export function readImmutableTags(sent: ImmutableTags): ImmutableTags {
  const tags = { paths: linesOf(sent.paths), whitelist: linesOf(sent.whitelist) }
  if (isTooBig(tags.paths) || isTooBig(tags.whitelist))
    refuse('The list of paths or allowed paths is too big and cannot be saved')
  return tags
}

const linesOf = (items: readonly string[]): string[] =>
  items
    .flatMap((item) => item.split(/\r?\n|\r/))
    .map((line) => line.trim())
    .filter((line) => line !== '')

const mostBytes = 65_535

const isTooBig = (lines: readonly string[]): boolean => Buffer.byteLength(lines.join('\n')) > mostBytes

function refuse(because: string): never {
  throw new Refusal('invalid', because)
}
