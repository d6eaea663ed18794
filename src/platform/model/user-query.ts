/** How accounts are looked for (contract 10 §6.3). */
export type UserQuery =
  | { readonly by: 'text'; readonly text: string }
  | { readonly by: 'login'; readonly login: string }
  | { readonly by: 'email'; readonly email: string }

/** What `query` means, or what is wrong with it; text in braces is JSON. */
export function readUserQuery(text: string): UserQuery | { readonly problem: string } {
  if (!text.startsWith('{') || !text.endsWith('}')) return { by: 'text', text }
  const criteria = parsed(text)
  if (criteria === undefined) return { problem: 'parameter "query" syntax error, invalid JSON' }
  const { username, loginname, email } = criteria
  if (username !== undefined && loginname !== undefined) {
    return { problem: 'You cannot search on "username" and "loginname" at the same time' }
  }
  const login = username ?? loginname
  if (login !== undefined) return typeof login === 'string' ? { by: 'login', login } : { problem: onlyText(criteria) }
  if (email !== undefined)
    return typeof email === 'string' ? { by: 'email', email } : { problem: '"email" can only be a string' }
  return { problem: 'You need to provide either a "username", "loginname" or "email"' }
}

const onlyText = (criteria: Record<string, unknown>): string =>
  `"${criteria['username'] === undefined ? 'loginname' : 'username'}" can only be a string`

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    // It starts and ends with braces: what parses is an object.
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
