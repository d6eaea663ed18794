import { Refusal } from '../../kit/messages/refusal.ts'

/**
 * Returns the login of `query={"identifier":"login"}` (docs/api/user-groups.md §4); throws for a login of another type.
 */
export function parseMemberQuery(input: unknown): string | undefined {
  if (input === undefined) return undefined
  const login = typeof input === 'object' && input !== null && 'identifier' in input ? input.identifier : undefined
  if (typeof login !== 'string') throw new Refusal('invalid', 'identifier must be a string')
  if (Object.keys(input as object).length > 1) throw new Refusal('invalid', 'You can only search on "identifier"')
  return login
}
