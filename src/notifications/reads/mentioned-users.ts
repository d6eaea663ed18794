import { normalizeLogin } from '../../accounts/model/user.ts'
import { loadUsersByLogins } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import type { Field, RichText, StoredValues } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { ChangeId, FieldId, UserId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { UserMention } from '../model/inbox.ts'
import type { LoggedChange } from '../store/changes.ts'
import { type ChangedValueKey, loadCommentsWithMentions, loadPreviousValues } from '../store/participants.ts'
import { findMentionedLogins } from './user-mentions.ts'

/** A change with the values that it set. */
export interface ChangeWithValues {
  readonly change: LoggedChange
  readonly tracker: Tracker
  readonly values: StoredValues
}

type Logins = readonly (readonly string[])[]

interface TextWithMentions {
  readonly change: ChangeId
  /** null: the comment */
  readonly field: FieldId | null
  readonly logins: Logins
}

/** Returns the users that each change mentions in its comment, or in a text in which they were not mentioned before. */
export async function loadMentionedUsers(
  db: Reader,
  changes: readonly ChangeWithValues[],
): Promise<Map<ChangeId, Map<UserId, UserMention>>> {
  const textChanges = changes.filter(({ change: { kind } }) => kind === 'created' || kind === 'updated')
  const texts = [...(await findInComments(db, textChanges)), ...(await findInValues(db, textChanges))]
  const users = await loadUsersByLogins(db, [...new Set(texts.flatMap(({ logins }) => logins.flat()))])
  const mentions = new Map<ChangeId, Map<UserId, UserMention>>()
  for (const { change, field, logins } of texts) {
    const ofChange = mentions.get(change) ?? new Map<UserId, UserMention>()
    mentions.set(change, ofChange)
    for (const candidates of logins) {
      const login = candidates.find((each) => users.has(normalizeLogin(each)))
      const user = login === undefined ? undefined : users.get(normalizeLogin(login))
      if (user === undefined) continue
      const existingMention = ofChange.get(user.id)
      ofChange.set(user.id, {
        field: existingMention?.field ?? field,
        isInComment: existingMention?.isInComment === true || field === null,
      })
    }
  }
  return mentions
}

async function findInComments(db: Reader, changes: readonly ChangeWithValues[]): Promise<TextWithMentions[]> {
  const comments = await loadCommentsWithMentions(
    db,
    changes.flatMap(({ change }) => change.changesetId ?? []),
  )
  return changes.flatMap(({ change }) => {
    const comment = change.changesetId === null ? undefined : comments.get(change.changesetId)
    const logins = comment === undefined ? [] : findMentionedLogins(comment)
    return logins.length === 0 ? [] : [{ change: change.id, field: null, logins }]
  })
}

async function findInValues(db: Reader, changes: readonly ChangeWithValues[]): Promise<TextWithMentions[]> {
  const mentions = changes.flatMap(({ change, tracker, values }) =>
    tracker.fields.flatMap((field) => {
      const logins = findLogins(field, values[field.id])
      return logins.length === 0 ? [] : [{ change, field, logins }]
    }),
  )
  const updated = mentions.filter(({ change: { kind } }) => kind !== 'created')
  const keys = updated.flatMap(({ change: { artifact, changesetId }, field }): ChangedValueKey[] =>
    changesetId === null ? [] : [{ artifact: artifact.id, changeset: changesetId, field: field.id }],
  )
  const previous = await loadPreviousValues(db, keys)
  const before = new Map(updated.map((each, index) => [each, findLogins(each.field, previous[index])]))
  return mentions.flatMap((each) => {
    const knownLogins = new Set((before.get(each) ?? []).flat())
    const logins = each.logins.filter((candidates) => !candidates.some((login) => knownLogins.has(login)))
    return logins.length === 0 ? [] : [{ change: each.change.id, field: each.field.id, logins }]
  })
}

function findLogins({ type }: Field, value: unknown): Logins {
  if (value === undefined || value === null) return []
  const texts: readonly RichText[] = getFieldType(type).storage?.texts?.(value as never) ?? []
  return texts.flatMap(findMentionedLogins)
}
