import { type History, recordHistory } from '../../artifacts/commands/record-history.ts'
import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadArtifacts } from '../../artifacts/store/artifacts.ts'
import type { Tx } from '../../database/db/db.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { detachRemovedFiles } from '../store/files.ts'
import { attachFiles } from './attach-files.ts'
import type { HistoryImport, ImportedHistory } from './history-import.ts'
import type { OpenValues } from './open-list-value-store.ts'
import { replayHistory } from './replay-history.ts'
import { reserveStepIds } from './reserve-step-ids.ts'

export interface WrittenHistories {
  readonly changesets: number
  readonly comments: number
  readonly links: number
  readonly files: number
}

/** A parsed history and its bare artifact. */
export type ParsedHistory = Omit<ImportedHistory, 'artifact'> & { readonly id: ArtifactId }

/** Writes the histories of existing empty artifacts (docs/api/archive-format.md §3.4). */
export async function writeBatch(
  tx: Tx,
  read: readonly ParsedHistory[],
  context: HistoryImport,
  typed: OpenValues,
): Promise<WrittenHistories> {
  const batch = await loadArtifactsOfBatch(tx, read)
  const { replayed, fileOf, files } = await attachFiles(tx, batch, context)
  await typed.create(tx, replayed, context)
  const takeStepId = await reserveStepIds(tx, replayed)
  const histories: History[] = []
  for (const each of replayed) {
    const fileOfThis = (key: string) => fileOf(each.artifact.id, key)
    histories.push(
      await replayHistory(each, context, { fileOf: fileOfThis, openValueOf: typed.idOf, nextStepId: takeStepId }),
    )
  }
  const after = await recordHistory(tx, histories)
  if (files > 0) {
    await detachRemovedFiles(
      tx,
      context.permit,
      after.map(({ id }) => id),
    )
  }
  return {
    changesets: histories.reduce((sum, history) => sum + history.changesets.length, 0),
    comments: histories
      .flatMap((history) => history.changesets)
      .reduce((sum, { comments }) => sum + comments.length, 0),
    links: after.reduce((sum, artifact, index) => sum + forwardLinksOf(artifact, batch[index]?.tracker), 0),
    files,
  }
}

/** Loads bare artifacts per batch: a hundred thousand of them would fill the memory. */
async function loadArtifactsOfBatch(tx: Tx, read: readonly ParsedHistory[]): Promise<ImportedHistory[]> {
  const artifacts = await loadArtifacts(
    tx,
    read.map(({ id }) => id),
  )
  return read.map(({ id, ...parsed }) => {
    const artifact = artifacts.get(id)
    if (artifact === undefined) throw new Error(`The artifact ${id} was not made`)
    return { ...parsed, artifact }
  })
}

/** Current forward links of an artifact. */
function forwardLinksOf({ values }: Artifact, tracker: Tracker | undefined): number {
  const field = tracker?.fields.find(holdsLinks)
  const links = field === undefined ? undefined : values[field.id]
  return Array.isArray(links) ? links.length : 0
}
