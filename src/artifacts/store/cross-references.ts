import type { Reader, Tx } from '../../database/db/db.ts'
import { prepareStatement, type Slots } from '../../database/statements/prepared-statements.ts'
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
  const [out, into] = await Promise.all([referencesFrom(db, { ids }), referencesTo(db, { ids })])
  const own = new Set(ids)
  return [...out, ...into.filter(({ source }) => !own.has(source))]
}

type Ids = { readonly ids: readonly ArtifactId[] }
const selectReferences = (db: Reader) =>
  db.selectFrom('cross_reference').select(['source_id as source', 'keyword', 'target_id as target'])
const referencesFrom = prepareStatement((db: Reader, { inList }: Slots<Ids>) =>
  selectReferences(db).where(inList('source_id', 'ids')).orderBy('target_id').orderBy('keyword'),
)
const referencesTo = prepareStatement((db: Reader, { inList }: Slots<Ids>) =>
  selectReferences(db).where(inList('target_id', 'ids')).orderBy('source_id').orderBy('keyword'),
)

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
