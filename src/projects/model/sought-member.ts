import { Refusal } from '../../kit/refusal.ts'

/**
 * The login that `query={"identifier":"login"}` asks for (docs/api/user-groups.md §4); a login of another type is
 * refused.
 */
export function soughtMember(sent: unknown): string | undefined {
  if (sent === undefined) return undefined
  const login = typeof sent === 'object' && sent !== null && 'identifier' in sent ? sent.identifier : undefined
  if (typeof login !== 'string') throw new Refusal('invalid', 'identifier must be a string')
  if (Object.keys(sent as object).length > 1) throw new Refusal('invalid', 'You can only search on "identifier"')
  return login
}
