import { Refusal } from '../../kit/refusal.ts'

/** The login that `query={"identifier":"login"}` asks for (contract 10 §7.4); a login of another type is refused. */
export function soughtMember(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const sent = parse(text)
  const login = typeof sent === 'object' && sent !== null && 'identifier' in sent ? sent.identifier : undefined
  if (typeof login !== 'string') throw new Refusal('invalid', 'identifier must be a string')
  return login
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'parameter "query" syntax error, invalid JSON')
  }
}
