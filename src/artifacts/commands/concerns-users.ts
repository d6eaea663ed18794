import type { Field, StoredValues } from '../../fields/field.ts'
import { getFieldType } from '../../fields/registry.ts'
import { NONE_USER, type UserId } from '../../kit/ids.ts'

/**
 * Whether a new artifact may concern users other than its author: it is assigned to one, or a text may mention one.
 * It has no comments and no watchers yet. Notifications decide exactly (notifications/reads/recipients.ts); here
 * only those are ruled out that cannot have a recipient.
 */
export const concernsUsers = (fields: readonly Field[], values: StoredValues, author: UserId | null): boolean =>
  fields.some((field) => {
    const value = values[field.id]
    if (value === undefined || value === null) return false
    if (field.bind?.kind === 'users') return !Array.isArray(value) || value.some((each) => !isOf(author, each))
    return (getFieldType(field.type).storage?.texts?.(value) ?? []).some(({ content }) => content.includes('@'))
  })

const isOf = (author: UserId | null, value: unknown): boolean => value === NONE_USER || value === author
