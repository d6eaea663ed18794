import { normalizeLogin } from '../../accounts/model/user.ts'
import { message } from '../../kit/messages/message.ts'
import { findChild, getTrimmedText, type XmlElement } from '../../kit/xml/element.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'

/** An entry of users.xml (docs/api/archive-format.md §1.1). */
export interface ArchivedUser {
  readonly line: number
  readonly id: string
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly ldapId: string | null
}

const parts = ['id', 'username', 'realname', 'email', 'ldapid'] as const

/**
 * Parses users.xml; each entry has five parts, which may be empty. Entries with the same login become one account with
 * the data of the first.
 */
export function parseUsers(root: XmlElement, notes: FindingReporter): ArchivedUser[] {
  if (root.name !== 'users') {
    notes.problem('wrong-root', root.line, message`The file holds <${root.name}> instead of <users>`)
    return []
  }
  const ids = new Set<string>()
  const logins = new Set<string>()
  return root.children.flatMap((entry) => {
    if (entry.name !== 'user') {
      notes.remark('feature-left-out', entry.line, message`<${entry.name}> is left out: only <user> is known here`)
      return []
    }
    for (const part of parts) {
      if (findChild(entry, part) === undefined)
        notes.problem('required-part-missing', entry.line, message`<user> needs a <${part}>, which may be empty`)
    }
    const [id, login, realName, email, ldapId] = parts.map((part) => getTrimmedText(entry, part) ?? '') as UserParts
    if (id !== '' && ids.has(id)) notes.problem('repeated-id', entry.line, message`Two users have the id ${id}`)
    ids.add(id)
    if (login === '') {
      notes.problem('required-part-missing', entry.line, message`A user needs a <username>`)
      return []
    }
    const key = normalizeLogin(login)
    if (logins.has(key))
      notes.remark('repeated-login', entry.line, message`Several users have the login ${login}: they become one`)
    logins.add(key)
    return [{ line: entry.line, id, login, realName, email, ldapId: ldapId === '' ? null : ldapId }]
  })
}

type UserParts = [string, string, string, string, string]
