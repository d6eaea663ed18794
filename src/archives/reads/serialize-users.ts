import type { Reader } from '../../kit/db/db.ts'
import type { UserId } from '../../kit/ids.ts'
import { closeTag, declaration, type Markup, openTag } from '../../kit/xml/write.ts'
import { loadUsers } from '../../site/store/users.ts'
import { writeUser } from '../serialize/users.ts'

const batchSize = 500

/** Serializes users.xml: each user of the archive once (docs/api/archive-format.md §1.1). */
export async function* serializeUsers(db: Reader, ids: readonly UserId[]): AsyncGenerator<Markup> {
  yield declaration
  yield openTag('users')
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = ids.slice(start, start + batchSize)
    const users = await loadUsers(db, some)
    for (const id of some) {
      const user = users.get(id)
      if (user !== undefined) yield writeUser(user)
    }
  }
  yield closeTag('users')
}
