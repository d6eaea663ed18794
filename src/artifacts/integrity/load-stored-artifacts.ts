import type { Reader } from '../../database/db/db.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { loadExistingIds } from '../store/integrity-artifacts.ts'
import { loadFileRows } from '../store/integrity-files.ts'
import { emptyHistory, loadReplayedHistories } from '../store/integrity-histories.ts'
import { loadIndexRows } from '../store/integrity-indexes.ts'
import { loadDeletedIds, loadLogs } from '../store/integrity-log.ts'
import { loadModifierRows } from '../store/integrity-modifiers.ts'
import { loadGrantedSets } from '../store/integrity-permissions.ts'
import { describeIndexRow } from './check-indexes.ts'
import { collectLinkedIds } from './check-links.ts'
import type { StoredArtifact } from './stored-artifact.ts'

/** Loads all stored data of these artifacts, with a fixed number of statements. */
export async function loadStoredArtifacts(db: Reader, ids: readonly ArtifactId[]): Promise<StoredArtifact[]> {
  const artifacts = [...(await loadArtifacts(db, ids)).values()].sort((a, b) => a.id - b.id)
  const trackers = await loadTrackers(db, [...new Set(artifacts.map(({ trackerId }) => trackerId))])
  const [histories, rows, modifiers, files, logs, sets] = await Promise.all([
    loadReplayedHistories(db, ids),
    loadIndexRows(db, ids),
    loadModifierRows(db, ids),
    loadFileRows(db, ids),
    loadLogs(db, ids),
    loadGrantedSets(db, [...new Set(artifacts.flatMap(({ permissionSetId }) => permissionSetId ?? []))]),
  ])
  const fieldsOf = (trackerId: (typeof artifacts)[number]['trackerId']) => trackers.get(trackerId)?.fields ?? []
  const targets = artifacts.flatMap((artifact) => {
    const fields = fieldsOf(artifact.trackerId)
    const history = histories.get(artifact.id) ?? emptyHistory
    return [...collectLinkedIds({ artifact, fields }), ...collectLinkedIds({ artifact: history, fields })]
  })
  const targetIds = [...new Set(targets)]
  const [existing, deleted] = [await loadExistingIds(db, targetIds), await loadDeletedIds(db, targetIds)]
  const rowsOf = Map.groupBy(rows, ({ artifactId }) => artifactId)
  const filesOf = Map.groupBy(files, ({ artifactId }) => artifactId)
  return artifacts.map((artifact) => ({
    artifact,
    fields: fieldsOf(artifact.trackerId),
    history: histories.get(artifact.id) ?? emptyHistory,
    rows: new Set((rowsOf.get(artifact.id) ?? []).map(describeIndexRow)),
    modifiers: modifiers.get(artifact.id) ?? [],
    files: filesOf.get(artifact.id) ?? [],
    granted: artifact.permissionSetId === null ? undefined : sets.get(artifact.permissionSetId),
    log: logs.get(artifact.id) ?? [],
    exists: (id) => existing.has(id),
    wasNeverDeleted: (id) => existing.has(id) && !deleted.has(id),
  }))
}
