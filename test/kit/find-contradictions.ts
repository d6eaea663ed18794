import { formatIntegrityProblem } from '../../src/artifacts/model/integrity-problem.ts'
import { checkArtifactIntegrity } from '../../src/artifacts/reads/check-integrity.ts'
import type { Database } from '../../src/database/db/db.ts'
import { checkNotificationIntegrity } from '../../src/notifications/reads/integrity.ts'

/** Returns the integrity problems of a database as lines; none are expected. */
export async function findContradictions(db: Pick<Database, 'snapshot'>): Promise<string[]> {
  const problems = [
    ...(await Array.fromAsync(checkArtifactIntegrity(db))),
    ...(await Array.fromAsync(checkNotificationIntegrity(db))),
  ]
  return problems.map(formatIntegrityProblem)
}
