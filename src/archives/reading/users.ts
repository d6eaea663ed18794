import { child, trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'

/** An entry of users.xml (contract 10 §12.1). */
export interface ArchivedUser {
  readonly line: number
  readonly id: string
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly ldapId: string | null
}

const parts = ['id', 'username', 'realname', 'email', 'ldapid'] as const

/** Everyone the project speaks of; each entry has its five parts, which may be empty. */
export function readUsers(root: XmlElement, notes: Notes): ArchivedUser[] {
  if (root.name !== 'users') {
    notes.problem('wrong-root', root.line, `The file holds <${root.name}> instead of <users>`)
    return []
  }
  const ids = new Set<string>()
  const logins = new Set<string>()
  return root.children.flatMap((entry) => {
    if (entry.name !== 'user') {
      notes.problem('invalid-structure', entry.line, `<${entry.name}> stands where only <user> may`)
      return []
    }
    for (const part of parts) {
      if (child(entry, part) === undefined)
        notes.problem('required-part-missing', entry.line, `<user> needs a <${part}>, which may be empty`)
    }
    const [id, login, realName, email, ldapId] = parts.map((part) => trimmedTextOf(entry, part) ?? '') as Five
    if (!/^\d+$/.test(id))
      notes.problem('required-part-missing', entry.line, `The id "${id}" of a user is not a number`)
    else if (ids.has(id)) notes.problem('repeated-id', entry.line, `Two users have the id ${id}`)
    if (login === '') notes.problem('required-part-missing', entry.line, 'A user needs a <username>')
    else if (logins.has(login.toLowerCase())) notes.problem('repeated-id', entry.line, `Two users are called ${login}`)
    ids.add(id)
    logins.add(login.toLowerCase())
    return [{ line: entry.line, id, login, realName, email, ldapId: ldapId === '' ? null : ldapId }]
  })
}

type Five = [string, string, string, string, string]
