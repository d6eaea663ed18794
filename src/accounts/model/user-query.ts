import { type Message, message } from '../../kit/messages/message.ts'
import { parseWellFormedJson } from '../../kit/text/well-formed.ts'

/** Criteria of a search for accounts (docs/api/users.md §3). */
export type UserQuery =
  | { readonly by: 'text'; readonly text: string }
  | { readonly by: 'login'; readonly login: string }
  | { readonly by: 'email'; readonly email: string }

/** Parses `query`; text in braces is JSON. Returns the error if it is invalid. */
export function parseUserQuery(text: string): UserQuery | { readonly problem: Message } {
  if (!text.startsWith('{') || !text.endsWith('}')) return { by: 'text', text }
  const parsed = parseWellFormedJson(text)
  if (parsed === null) return { problem: message`parameter "query" syntax error, invalid JSON` }
  // It starts and ends with braces: a parsed value is an object.
  const criteria = parsed.value as Record<string, unknown>
  const { username, loginname, email, ...others } = criteria
  if (username !== undefined && loginname !== undefined) {
    return { problem: message`You cannot search on "username" and "loginname" at the same time` }
  }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined && (username ?? loginname ?? email) !== undefined)
    return {
      problem: message`You can only search on "username", "loginname" or "email", not on "${unknown.slice(0, 60)}"`,
    }
  const login = username ?? loginname
  if (login !== undefined) return typeof login === 'string' ? { by: 'login', login } : { problem: onlyText(criteria) }
  if (email !== undefined)
    return typeof email === 'string' ? { by: 'email', email } : { problem: message`"email" can only be a string` }
  return { problem: message`You need to provide either a "username", "loginname" or "email"` }
}

const onlyText = (criteria: Record<string, unknown>): Message =>
  message`"${criteria['username'] === undefined ? 'loginname' : 'username'}" can only be a string`
