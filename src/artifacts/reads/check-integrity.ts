import type { Database } from '../../database/db/db.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { findInconsistentUploads } from '../../uploads/store/integrity.ts'
import { checkFiles } from '../integrity/check-files.ts'
import { checkHistory } from '../integrity/check-history.ts'
import { checkIndexes } from '../integrity/check-indexes.ts'
import { checkLinks } from '../integrity/check-links.ts'
import { checkLog } from '../integrity/check-log.ts'
import { checkModifiers } from '../integrity/check-modifiers.ts'
import { checkPermissions } from '../integrity/check-permissions.ts'
import { loadStoredArtifacts } from '../integrity/load-stored-artifacts.ts'
import type { IntegrityProblem } from '../model/integrity-problem.ts'
import { countArtifacts, findReusedNumbers, loadArtifactIdsAfter } from '../store/integrity-artifacts.ts'
import { findOrphanedIndexRows } from '../store/integrity-indexes.ts'
import { findContradictoryDeletions, findUnloggedDeletions } from '../store/integrity-log.ts'
import { findOrphanedRows } from '../store/integrity-orphans.ts'

const batchSize = 200
/** Maximum number of problems of one kind of orphaned rows. */
const maxProblems = 100

const checks = [checkHistory, checkIndexes, checkModifiers, checkLinks, checkPermissions, checkFiles, checkLog]

/**
 * Checks every consistency rule between the tables of artifacts. Each batch is read in one snapshot, so it can run
 * alongside a server that writes; memory stays flat however many artifacts there are.
 */
export async function* checkArtifactIntegrity(
  db: Pick<Database, 'snapshot'>,
  onProgress: (checked: number, total: number) => void = () => {},
): AsyncGenerator<IntegrityProblem> {
  const total = await db.snapshot(countArtifacts)
  let after = 0 as ArtifactId
  for (let checked = 0; ; ) {
    const artifacts = await db.snapshot(async (reader) =>
      loadStoredArtifacts(reader, await loadArtifactIdsAfter(reader, after, batchSize)),
    )
    for (const each of artifacts) for (const check of checks) yield* check(each)
    const last = artifacts.at(-1)
    if (last === undefined) break
    after = last.artifact.id
    checked += artifacts.length
    onProgress(checked, Math.max(checked, total))
  }
  yield* await db.snapshot(
    async (reader): Promise<IntegrityProblem[]> => [
      ...(await findOrphanedRows(reader, maxProblems)).map((stray) => ({ rule: 'owner' as const, ...stray })),
      ...(await findOrphanedIndexRows(reader, maxProblems)).map(({ table, id }) =>
        artifactProblem(id, 'owner', `does not exist and has rows in ${table}`),
      ),
      ...(await findInconsistentUploads(reader, maxProblems)).map((each) => ({ rule: 'file' as const, ...each })),
      ...(await findUnloggedDeletions(reader, maxProblems)).map((id) =>
        artifactProblem(id, 'log', 'does not exist, and the log has no deletion'),
      ),
      ...(await findContradictoryDeletions(reader, maxProblems)).map((id) =>
        artifactProblem(id, 'log', 'was counted as deleted, but was not deleted'),
      ),
      ...(await findReusedNumbers(reader)).map(({ id, next, highest }) => ({
        rule: 'number' as const,
        noun: 'tracker',
        id,
        detail: `would assign number ${next} next, but has already assigned ${highest}`,
      })),
    ],
  )
}

const artifactProblem = (id: ArtifactId, rule: IntegrityProblem['rule'], detail: string): IntegrityProblem => ({
  rule,
  noun: 'artifact',
  id,
  detail,
})
