import type { Audience } from '../../database/effects/log-entry.ts'
import type { Field, StoredValues } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { NONE_USER, type UserId } from '../../kit/values/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Comment } from '../model/changeset.ts'

interface ConcerningChange {
  readonly fields: readonly Field[]
  /** state after the change */
  readonly artifact: Pick<Artifact, 'submittedBy' | 'values'>
  readonly changed: StoredValues
  readonly comments: readonly Pick<Comment, 'body'>[]
  readonly author: UserId | null
}

/** Returns whom the change of an existing artifact concerns. */
export function findAudience(change: ConcerningChange): Audience {
  const { artifact, author } = change
  const isOfOther = artifact.submittedBy !== null && artifact.submittedBy !== author
  return isOfOther || concernsUsers(change) ? 'users' : 'followers'
}

/**
 * Whether a change may concern users other than its author by its values and texts: the artifact is assigned to one, or
 * a new text may mention one. Notifications decide exactly (notifications/reads/recipients.ts); here only those are
 * ruled out that cannot have such a recipient.
 */
export const concernsUsers = ({ fields, artifact, changed, comments, author }: ConcerningChange): boolean =>
  comments.some(({ body }) => body.includes('@')) ||
  fields.some((field) => {
    const [now, text] = [artifact.values[field.id] ?? null, changed[field.id] ?? null]
    if (field.bind?.kind === 'users' && now !== null)
      return !Array.isArray(now) || now.some((each) => !isOf(author, each))
    return text !== null && (getFieldType(field.type).storage?.texts?.(text) ?? []).some(hasMention)
  })

const hasMention = ({ content }: { readonly content: string }): boolean => content.includes('@')
const isOf = (author: UserId | null, value: unknown): boolean => value === NONE_USER || value === author
