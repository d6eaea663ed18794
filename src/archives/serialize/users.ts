import type { User } from '../../accounts/model/user.ts'
import { buildElement, escapeText, type Markup } from '../../kit/xml/write.ts'
import { buildTextElement } from '../../trackers/xml/xml-elements.ts'

/** Writes an entry of users.xml (docs/api/archive-format.md §1.1). */
export const writeUser = ({ id, login, realName, email, ldapId }: User): Markup =>
  buildElement(
    'user',
    {},
    buildElement('id', {}, escapeText(`${id}`)),
    buildTextElement('username', login),
    buildTextElement('realname', realName),
    buildTextElement('email', email),
    buildTextElement('ldapid', ldapId ?? ''),
  )
