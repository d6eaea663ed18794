import { normalizeLogin, type User } from '../../accounts/model/user.ts'
import { loadUsersByLdapIds, loadUsersByLogins } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { ArchivedUser } from '../parse/users.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { type Identity, matchUsers } from '../plan/match-users.ts'
import { loadMatchingAccounts } from './load-matching-accounts.ts'

/** Status of accounts to create for unknown users; undefined: create none. */
export type NewAccounts = 'active' | 'suspended' | 'restricted' | undefined

/**
 * Matches the users of an artifact with accounts: its archive has no users.xml, so they are matched by login or LDAP id
 * (docs/api/archive-format.md §3.2). Unknown users that are not to be created are a problem.
 */
export async function matchUsersOfArtifact(
  db: Reader,
  parts: readonly XmlElement[],
  newAccounts: NewAccounts,
  notes: FindingReporter,
): Promise<Pick<ImportPlan, 'users' | 'identities' | 'addresses'>> {
  const referenced = new Map(
    parts.flatMap((part) => [...userReferencesIn(part)]).map((each) => [referenceKey(each), each]),
  )
  const of = (format: string): Reference[] => [...referenced.values()].filter((each) => each.format === format)
  const addresses = new Set(of('email').map(({ text }) => text.toLowerCase()))
  const byLogin = await loadUsersByLogins(
    db,
    of('username').map(({ text }) => text),
  )
  const byLdapId = await loadUsersByLdapIds(
    db,
    of('ldap').map(({ text }) => text),
  )
  const users: ArchivedUser[] = []
  const missing: ArchivedUser[] = []
  const identities = new Map<string, Identity>()

  for (const { format, text, line } of referenced.values()) {
    if (format === 'email') continue
    // Several accounts may share an LDAP id: the oldest one counts.
    const account =
      format === 'ldap' ? byLdapId.find(({ ldapId }) => ldapId === text) : byLogin.get(normalizeLogin(text))
    const entry = toArchivedUser(format, text, line, account)
    if (account !== undefined) {
      users.push(entry)
      identities.set(normalizeLogin(entry.login), { kind: 'existing', account })
    } else if (format === 'username' && newAccounts !== undefined) missing.push(entry)
    else notes.problem('unresolved-user', line, message`There is no account for the user ${text}`)
  }
  if (newAccounts === undefined || missing.length === 0) return { users, identities, addresses }
  const matching = { kind: 'create', status: states[newAccounts] } as const
  const newIdentities = matchUsers(missing, await loadMatchingAccounts(db, missing, matching), matching, {
    users: notes,
    map: notes,
  })
  return { users: [...users, ...missing], identities: new Map([...identities, ...newIdentities]), addresses }
}

const states = { active: 'A', suspended: 'S', restricted: 'R' } as const

interface Reference {
  readonly format: string
  readonly text: string
  readonly line: number
}

const referenceKey = ({ format, text }: Reference): string => `${format} ${text.toLowerCase()}`

/**
 * Returns authors and users selected in lists; custom values of open lists are not users (docs/api/archive-format.md
 * §3.4 rule 9).
 */
function* userReferencesIn(element: XmlElement, inList?: XmlElement): Generator<Reference> {
  const { attributes, line, name } = element
  const format = attributes['format'] ?? 'username'
  const text = element.text.trim()
  const isTyped = inList?.attributes['type']?.trim() === 'open_list' && (format === 'id' || format === 'label')
  const isPerson = name === 'submitted_by' || (name === 'value' && inList !== undefined && !isTyped)
  if (isPerson && text !== '' && !(format === 'username' && text === 'None')) yield { format, text, line }
  const list = attributes['bind'] === 'users' ? element : undefined
  for (const part of element.children) yield* userReferencesIn(part, list)
}

const toArchivedUser = (format: string, text: string, line: number, account: User | undefined): ArchivedUser => ({
  line,
  id: '',
  login: account?.login ?? text,
  realName: account?.realName ?? text,
  email: account?.email ?? '',
  ldapId: format === 'ldap' ? text : null,
})
