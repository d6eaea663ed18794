import { element, type Markup, text } from '../../kit/xml/write.ts'
import type { User } from '../../platform/model/user.ts'
import { textIn } from './named.ts'

/** An entry of users.xml (docs/api/archive-format.md §1.1). */
export const writeUser = ({ id, login, realName, email, ldapId }: User): Markup =>
  element(
    'user',
    {},
    element('id', {}, text(`${id}`)),
    textIn('username', login),
    textIn('realname', realName),
    textIn('email', email),
    textIn('ldapid', ldapId ?? ''),
  )
