import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { ImmutableTags, RepositorySettings } from './repository.ts'

/** Item of `email_notifications` in a request: ids where responses have objects (docs/api/subversion.md §1.3). */
export interface NotificationInput {
  readonly path: string
  readonly emails: readonly string[]
  readonly users: readonly UserId[]
  readonly user_groups: readonly string[]
}

/** Settings that a POST may omit (docs/api/subversion.md §1.4). */
export interface SettingsInput {
  readonly commit_rules?: {
    readonly is_reference_mandatory: boolean
    readonly is_commit_message_change_allowed: boolean
  }
  readonly immutable_tags?: ImmutableTags
  readonly access_file?: string
  readonly email_notifications?: readonly NotificationInput[]
  readonly has_default_permissions?: boolean
}

/**
 * docs/api/subversion.md §1.6: validates notifications independently of existing users and groups. `storedEmails` are
 * accepted as they are.
 */
export function assertValidNotifications(input: readonly NotificationInput[], storedEmails: ReadonlySet<string>): void {
  const twice = findDuplicates(input.map(({ path }) => path))
  if (twice.length > 0) invalid(message`One notification path or more are not unique: ${twice.join(', ')}`)
  const idle = input.filter(
    ({ emails, users, user_groups: groups }) => emails.length + users.length + groups.length === 0,
  )
  if (idle.length > 0) {
    const paths = idle.map(({ path }) => path).join(',')
    invalid(message`Notification should concern at least one email or one user or one user group for path: ${paths}`)
  }
  const crowded = input.map(({ path, emails }) => ({ path, twice: findDuplicates(emails) }))
  const output = crowded
    .filter((each) => each.twice.length > 0)
    .map((each) => `${each.path} : ${each.twice.join(', ')}`)
  if (output.length > 0) invalid(message`One email or more are not unique for path: ${output.join('\n')}`)
  const odd = input.map(({ path, emails }) => ({
    path,
    none: emails.filter((email) => !storedEmails.has(email) && !isMailRecipient(email)),
  }))
  const notified = odd.filter(({ none }) => none.length > 0).map(({ path, none }) => `${path} : ${joinTexts(none)}`)
  if (notified.length > 0) invalid(message`One email or more are no e-mail addresses for path: ${notified.join('\n')}`)
}

/**
 * Tuleap accepts any text. Addresses of the mail server, such as `root`, are valid; what is not one address or could end
 * it is rejected.
 */
const isMailRecipient = (text: string): boolean => /^[^\s\p{Cc},<>]{1,255}$/u.test(text)

const joinTexts = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ')

/** Returns each duplicate once. */
const findDuplicates = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
]

/** docs/api/subversion.md §1.6: trims, splits into one path per line and drops empty lines. */
export function parseImmutableTags(input: ImmutableTags): ImmutableTags {
  const tags = { paths: splitLines(input.paths), whitelist: splitLines(input.whitelist) }
  if (exceedsLimit(tags.paths) || exceedsLimit(tags.whitelist))
    invalid(message`The list of paths or allowed paths is too big and cannot be saved`)
  return tags
}

/** A body holds 30,000 values (docs/decisions/0044-bound-work-per-request.md), some of them in other members. */
const maxReturnedValues = 29_900

/**
 * docs/api/subversion.md §1.6: rejects settings that a client could not send back as GET returns them, where each
 * recipient is an object; unless they are no more than before.
 */
export function assertReturnable(after: ReturnedLists, before?: ReturnedLists): void {
  const count = countReturnedValues(after)
  if (count <= maxReturnedValues || (before !== undefined && count <= countReturnedValues(before))) return
  invalid(
    message`The settings have too many notifications, recipients and immutable paths: GET would return ${count} values, of at most ${maxReturnedValues}`,
  )
}

type ReturnedLists = Pick<RepositorySettings, 'immutableTags' | 'notifications'>

/** Counts as http/requests/bounded-body.ts does: one per member, item, list and object. */
const countReturnedValues = ({ immutableTags: { paths, whitelist }, notifications }: ReturnedLists): number =>
  notifications.reduce(
    (sum, { emails, users, groups }) => sum + 8 + emails.length + 11 * users.length + 7 * groups.length,
    paths.length + whitelist.length,
  )

const splitLines = (items: readonly string[]): string[] =>
  items
    .flatMap((item) => item.split(/\r?\n|\r/))
    .map((line) => line.trim())
    .filter((line) => line !== '')

const maxBytes = 65_535

const exceedsLimit = (lines: readonly string[]): boolean => Buffer.byteLength(lines.join('\n')) > maxBytes

function invalid(because: Message): never {
  throw new Refusal('invalid', because)
}
