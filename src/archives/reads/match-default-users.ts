import { normalizeEmail, normalizeLogin } from '../../accounts/model/user.ts'
import { loadUsersByEmails, loadUsersByLdapIds, loadUsersByLogins } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { listFormElements } from '../../trackers/xml/tracker-keys.ts'

/**
 * Loads accounts that a single tracker uses as default values, by `format reference`; ids of another site are ignored.
 */
export async function matchDefaultUsers(db: Reader, tracker: XmlElement): Promise<ReadonlyMap<string, UserId>> {
  const references = [...listFormElements(tracker)].flatMap(defaultElements)
  const of = (format: string): string[] =>
    references.filter((each) => each.format === format).map((each) => each.reference)
  const [byLogin, byLdapId, byEmail] = await Promise.all([
    loadUsersByLogins(db, of('username')),
    loadUsersByLdapIds(db, of('ldap')),
    loadUsersByEmails(db, of('email')),
  ])
  const idsByReference = new Map<string, UserId>()
  const note = (format: string, reference: string, id: UserId | undefined) => {
    if (id !== undefined) idsByReference.set(`${format} ${reference}`, id)
  }
  for (const { format, reference } of references) {
    if (format === 'username') note(format, reference, byLogin.get(normalizeLogin(reference))?.id)
    if (format === 'ldap') note(format, reference, byLdapId.find(({ ldapId }) => ldapId === reference)?.id)
    if (format === 'email')
      note(format, reference, byEmail.find(({ email }) => normalizeEmail(email) === normalizeEmail(reference))?.id)
  }
  return idsByReference
}

function defaultElements(formElement: XmlElement): { readonly format: string; readonly reference: string }[] {
  const bind = findChild(formElement, 'bind')
  const holder = bind?.attributes['type']?.trim() === 'users' ? findChild(bind, 'default_values') : undefined
  return (holder === undefined ? [] : findChildren(holder, 'value')).map(({ attributes, text }) => ({
    format: attributes['format'] ?? 'username',
    reference: text.trim(),
  }))
}
