import { formatIntegrityProblem, type IntegrityProblem } from '../../artifacts/model/integrity-problem.ts'
import { checkArtifactIntegrity } from '../../artifacts/reads/check-integrity.ts'
import type { Database } from '../../database/db/db.ts'
import { checkNotificationIntegrity } from '../../notifications/reads/integrity.ts'
import type { Progress } from '../output/progress.ts'
import { type Check, failCheck, passCheck } from './check.ts'

/** More findings than this call for a backup rather than a longer list. */
const maxFindings = 1000
/** Fewer artifacts are checked within a second or two. */
const minShown = 5000

/**
 * Checks the consistency of artifacts, histories, indexes, links, change log and deliveries. What takes only a moment
 * shows no progress.
 */
export async function checkIntegrity(db: Database, progress?: Progress): Promise<Check[]> {
  let count = 0
  const artifacts = await toChecks(
    'artifacts',
    checkArtifactIntegrity(db, (checked, total) => {
      count = checked
      if (total > minShown) progress?.step(checked, total, 'artifacts')
    }),
  )
  const effects = await toChecks('notifications', checkNotificationIntegrity(db))
  return [
    ...(artifacts.length > 0
      ? artifacts
      : [passCheck('artifacts', `${count} consistent with their history and indexes`)]),
    ...(effects.length > 0 ? effects : [passCheck('notifications', 'no missing and no spurious deliveries')]),
  ]
}

async function toChecks(name: string, findings: AsyncIterable<IntegrityProblem>): Promise<Check[]> {
  const checks: Check[] = []
  for await (const finding of findings) {
    if (checks.length === maxFindings)
      return [...checks, failCheck(name, `more findings omitted after the first ${maxFindings}`)]
    const { rule, noun, id } = finding
    checks.push({ ...failCheck(name, formatIntegrityProblem(finding)), finding: { rule, noun, id } })
  }
  return checks
}
