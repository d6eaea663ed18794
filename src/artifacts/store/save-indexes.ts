import type { Tx } from '../../database/db/db.ts'
import type { Field } from '../../fields/model/field.ts'
import { buildIndexRows, replaceFieldIndexes, replaceIndexes, writeIndexes } from '../../fields/storage/indexes.ts'
import type { Artifact } from '../model/artifact.ts'
import type { ArtifactPermit } from '../model/artifact-permit.ts'
import type { NewChangeset } from '../model/changeset.ts'

/** What was added to an artifact. */
interface IndexedChange {
  readonly permit: ArtifactPermit
  readonly artifact: Artifact
  readonly fields: readonly Field[]
  readonly changesets: readonly Pick<NewChangeset, 'values'>[]
  /** Only the changed fields have to be indexed. */
  readonly isIndexed?: boolean
}

/** Writes the index rows of artifacts; `after`: their new state, in the same order. */
export async function saveIndexes(tx: Tx, batch: readonly IndexedChange[], after: readonly Artifact[]): Promise<void> {
  const [only] = batch
  if (only?.isIndexed && batch.length === 1 && after[0] !== undefined) {
    const isChanged = ({ id }: Field): boolean => only.changesets.some(({ values }) => values[id] !== undefined)
    await replaceFieldIndexes(tx, only.artifact, only.fields.filter(isChanged), after[0].values)
    return
  }
  const rows = after.flatMap((artifact, index) =>
    buildIndexRows(artifact.id, batch[index]?.fields ?? [], artifact.values),
  )
  const existingIds = batch.flatMap(({ artifact }) => (artifact.version === 0 ? [] : [artifact.id]))
  await (existingIds.length === 0
    ? writeIndexes(tx, rows)
    : replaceIndexes(
        tx,
        batch.map(({ artifact }) => artifact.id),
        rows,
      ))
}
