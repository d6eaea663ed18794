import { type Finding, lineOf } from '../../artifacts/model/finding.ts'
import { artifactIntegrity } from '../../artifacts/reads/integrity.ts'
import type { Database } from '../../kit/db/db.ts'
import { checkNotificationIntegrity } from '../../notifications/reads/integrity.ts'
import { type Check, healthy, ill } from './check.ts'

/** So many are told; whoever has more needs a backup and no list. */
const most = 1000

/** Does what is stored agree with itself: documents, histories, indexes, links, log of changes, deliveries. */
export async function checkIntegrity(db: Database, tell: (checked: number) => void = () => {}): Promise<Check[]> {
  let count = 0
  const artifacts = await told(
    'artifacts',
    artifactIntegrity(db, (checked) => {
      count = checked
      tell(checked)
    }),
  )
  const effects = await told('notifications', checkNotificationIntegrity(db))
  return [
    ...(artifacts.length > 0
      ? artifacts
      : [healthy('artifacts', `${count} agree with their history and their indexes`)]),
    ...(effects.length > 0 ? effects : [healthy('notifications', 'none of what did not happen, none is forgotten')]),
  ]
}

async function told(name: string, findings: AsyncIterable<Finding>): Promise<Check[]> {
  const checks: Check[] = []
  for await (const finding of findings) {
    if (checks.length === most) return [...checks, ill(name, `and more: these are the first ${most}`)]
    const { rule, noun, id } = finding
    checks.push({ ...ill(name, lineOf(finding)), finding: { rule, noun, id } })
  }
  return checks
}
