import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { artifactsThere } from '../store/integrity-artifacts.ts'
import { loadFileFacts } from '../store/integrity-files.ts'
import { loadPasts, noPast } from '../store/integrity-histories.ts'
import { loadIndexRows } from '../store/integrity-indexes.ts'
import { loadLogs, onceDeleted } from '../store/integrity-log.ts'
import { loadGrantedSets } from '../store/integrity-permissions.ts'
import { wordsOf } from './check-indexes.ts'
import { linkedBy } from './check-links.ts'
import type { Facts } from './facts.ts'

/** Everything about these artifacts, in as many statements as for one. */
export async function loadFacts(db: Reader, ids: readonly ArtifactId[]): Promise<Facts[]> {
  const artifacts = [...(await loadArtifacts(db, ids)).values()].sort((a, b) => a.id - b.id)
  const trackers = await loadTrackers(db, [...new Set(artifacts.map(({ trackerId }) => trackerId))])
  const [pasts, rows, files, logs, sets] = await Promise.all([
    loadPasts(db, ids),
    loadIndexRows(db, ids),
    loadFileFacts(db, ids),
    loadLogs(db, ids),
    loadGrantedSets(db, [...new Set(artifacts.flatMap(({ permissionSetId }) => permissionSetId ?? []))]),
  ])
  const fieldsOf = (trackerId: (typeof artifacts)[number]['trackerId']) => trackers.get(trackerId)?.fields ?? []
  const targets = artifacts.flatMap((artifact) => {
    const fields = fieldsOf(artifact.trackerId)
    const past = pasts.get(artifact.id) ?? noPast
    return [...linkedBy({ artifact, fields }), ...linkedBy({ artifact: past, fields })]
  })
  const known = [...new Set(targets)]
  const [there, deleted] = [await artifactsThere(db, known), await onceDeleted(db, known)]
  const rowsOf = Map.groupBy(rows, ({ artifactId }) => artifactId)
  const filesOf = Map.groupBy(files, ({ artifactId }) => artifactId)
  return artifacts.map((artifact) => ({
    artifact,
    fields: fieldsOf(artifact.trackerId),
    past: pasts.get(artifact.id) ?? noPast,
    rows: new Set((rowsOf.get(artifact.id) ?? []).map(wordsOf)),
    files: filesOf.get(artifact.id) ?? [],
    granted: artifact.permissionSetId === null ? undefined : sets.get(artifact.permissionSetId),
    log: logs.get(artifact.id) ?? [],
    isThere: (id) => there.has(id),
    staysLinked: (id) => there.has(id) && !deleted.has(id),
  }))
}
