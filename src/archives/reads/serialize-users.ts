import { loadUsers } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { buildStartTag, closeTag, declaration, type Markup } from '../../kit/xml/write.ts'
import { writeUser } from '../serialize/users.ts'

const batchSize = 500

/** Serializes users.xml: each user of the archive once (docs/api/archive-format.md §1.1). */
export async function* serializeUsers(db: Reader, ids: readonly UserId[]): AsyncGenerator<Markup> {
  yield declaration
  yield buildStartTag('users')
  for (const batch of splitIntoBatches(ids, batchSize)) {
    const users = await loadUsers(db, batch)
    for (const id of batch) {
      const user = users.get(id)
      if (user !== undefined) yield writeUser(user)
    }
  }
  yield closeTag('users')
}
