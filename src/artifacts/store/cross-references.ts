import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { ReferencePermit } from '../model/artifact-permit.ts'

/** A text of one artifact mentions another: `bug #12`. */
export interface Reference {
  readonly source: ArtifactId
  /** as it is written, in lower case */
  readonly keyword: string
  readonly target: ArtifactId
}

export interface NewReference extends Reference {
  readonly permit: ReferencePermit
}

/** Loads references from and to these artifacts. */
export async function loadReferences(db: Reader, ids: readonly ArtifactId[]): Promise<Reference[]> {
  if (ids.length === 0) return []
  const rows = db.selectFrom('cross_reference').select(['source_id as source', 'keyword', 'target_id as target'])
  const [out, into] = await Promise.all([
    rows.where(inList('source_id', ids)).orderBy('target_id').orderBy('keyword').execute(),
    rows.where(inList('target_id', ids)).orderBy('source_id').orderBy('keyword').execute(),
  ])
  const own = new Set(ids)
  return [...out, ...into.filter(({ source }) => !own.has(source))]
}

/** Adds references; existing ones stay. */
export async function addReferences(tx: Tx, references: readonly NewReference[]): Promise<void> {
  for (const rows of splitIntoBatches(references, 1000)) {
    await tx
      .insertInto('cross_reference')
      .values(rows.map(({ source, keyword, target }) => ({ source_id: source, keyword, target_id: target })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
