import { lineOf } from '../../src/artifacts/model/finding.ts'
import { artifactIntegrity } from '../../src/artifacts/reads/integrity.ts'
import type { Database } from '../../src/kit/db/db.ts'
import { checkNotificationIntegrity } from '../../src/notifications/reads/integrity.ts'

/** What contradicts itself in a database, as lines; nothing should. */
export async function contradictions(db: Pick<Database, 'snapshot'>): Promise<string[]> {
  const found = [
    ...(await Array.fromAsync(artifactIntegrity(db))),
    ...(await Array.fromAsync(checkNotificationIntegrity(db))),
  ]
  return found.map(lineOf)
}
