import { Refusal } from '../../kit/messages/refusal.ts'

/** References to users that all use the same key (docs/api/user-groups.md §5). */
export type UserReferences =
  | { readonly by: 'id'; readonly values: readonly number[] }
  | { readonly by: 'username' | 'email' | 'ldap_id'; readonly values: readonly string[] }

/** One entry of the request body. */
export interface UserReferenceInput {
  readonly id?: number
  readonly username?: string
  readonly email?: string
  readonly ldap_id?: string
}

const keys = ['id', 'username', 'email', 'ldap_id'] as const

/**
 * Parses references to users (docs/api/user-groups.md §5): every entry has exactly one key, the same in all; an empty
 * text refers to no user.
 */
export function parseUserReferences(input: readonly UserReferenceInput[]): UserReferences {
  const used = new Set(input.flatMap((entry) => keys.filter((key) => isNamed(entry, key))))
  if (used.size > 1) throw new Refusal('invalid', 'References have to use the same type')
  const [by] = used
  if (input.some((entry) => by === undefined || !isNamed(entry, by))) {
    throw new Refusal('invalid', 'At least one key must be passed in the representation')
  }
  if (by === undefined || by === 'id') return { by: 'id', values: valuesOf(input, 'id') }
  return { by, values: valuesOf(input, by) }
}

const isNamed = (entry: UserReferenceInput, key: (typeof keys)[number]): boolean =>
  entry[key] !== undefined && entry[key] !== ''

const valuesOf = <Key extends keyof UserReferenceInput>(input: readonly UserReferenceInput[], key: Key) => [
  ...new Set(input.map((entry) => entry[key]).filter((value) => value !== undefined)),
]
