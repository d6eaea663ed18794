import type { Database } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { contradictoryUploads } from '../../uploads/store/integrity.ts'
import { checkFiles } from '../integrity/check-files.ts'
import { checkHistory } from '../integrity/check-history.ts'
import { checkIndexes } from '../integrity/check-indexes.ts'
import { checkLinks } from '../integrity/check-links.ts'
import { checkLog } from '../integrity/check-log.ts'
import { checkPermissions } from '../integrity/check-permissions.ts'
import { loadFacts } from '../integrity/load-facts.ts'
import type { Finding } from '../model/finding.ts'
import { artifactIdsAfter, spentNumbers } from '../store/integrity-artifacts.ts'
import { strayIndexRows } from '../store/integrity-indexes.ts'
import { uncertainDeletions, vanished } from '../store/integrity-log.ts'
import { loadStrays } from '../store/integrity-strays.ts'

const batch = 200
/** Of one kind of rows without an owner; whoever has more has the same trouble. */
const most = 100

const checks = [checkHistory, checkIndexes, checkLinks, checkPermissions, checkFiles, checkLog]

/**
 * Every rule that holds between the tables of artifacts, asked of everything that is stored. Each batch is seen at one
 * moment, so it may run beside a server that writes; memory stays flat however many artifacts there are.
 */
export async function* artifactIntegrity(
  db: Pick<Database, 'snapshot'>,
  tell: (checked: number) => void = () => {},
): AsyncGenerator<Finding> {
  let after = 0 as ArtifactId
  for (let checked = 0; ; ) {
    const facts = await db.snapshot(async (reader) => loadFacts(reader, await artifactIdsAfter(reader, after, batch)))
    for (const each of facts) for (const check of checks) yield* check(each)
    const last = facts.at(-1)
    if (last === undefined) break
    after = last.artifact.id
    checked += facts.length
    tell(checked)
  }
  yield* await db.snapshot(
    async (reader): Promise<Finding[]> => [
      ...(await loadStrays(reader, most)).map((stray) => ({ rule: 'owner' as const, ...stray })),
      ...(await strayIndexRows(reader, most)).map(({ table, id }) =>
        gone(id, 'owner', `does not exist and has rows in ${table}`),
      ),
      ...(await contradictoryUploads(reader, most)).map((each) => ({ rule: 'file' as const, ...each })),
      ...(await vanished(reader, most)).map((id) =>
        gone(id, 'log', 'is gone, and the log does not say that it was deleted'),
      ),
      ...(await uncertainDeletions(reader, most)).map((id) => gone(id, 'log', 'was counted as deleted, and was not')),
      ...(await spentNumbers(reader)).map(({ id, next, highest }) => ({
        rule: 'number' as const,
        noun: 'tracker',
        id,
        detail: `would give the number ${next} next, and has given ${highest} already`,
      })),
    ],
  )
}

const gone = (id: ArtifactId, rule: Finding['rule'], detail: string): Finding => ({
  rule,
  noun: 'artifact',
  id,
  detail,
})
