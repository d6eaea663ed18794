import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { RichText, StoredValues } from '../../fields/model/field.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { ArtifactId, ChangesetId, FieldId, UserId } from '../../kit/values/ids.ts'

/** Returns the users who commented on each artifact. */
export async function loadCommenters(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, UserId[]>> {
  const rows = await db
    .selectFrom('comment')
    .innerJoin('changeset', 'changeset.id', 'comment.changeset_id')
    .select(['changeset.artifact_id as id', 'comment.submitted_by as user'])
    .distinct()
    .where(inList('changeset.artifact_id', ids))
    .where('comment.submitted_by', 'is not', null)
    .execute()
  return groupByArtifact(rows)
}

/** Returns the watchers of each artifact. */
export async function loadWatchers(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, UserId[]>> {
  const query = db.selectFrom('artifact_watcher').select(['artifact_id as id', 'user_id as user'])
  return groupByArtifact(await query.where(inList('artifact_id', ids)).execute())
}

function groupByArtifact(rows: readonly { id: ArtifactId; user: UserId | null }[]): Map<ArtifactId, UserId[]> {
  const users = new Map<ArtifactId, UserId[]>()
  for (const { id, user } of rows) if (user !== null) users.set(id, [...(users.get(id) ?? []), user])
  return users
}

/** Returns the values that each changeset changed. */
export async function loadChangedValues(
  db: Reader,
  ids: readonly ChangesetId[],
): Promise<Map<ChangesetId, StoredValues>> {
  const rows = await db.selectFrom('changeset').select(['id', 'values']).where(inList('id', ids)).execute()
  // Written only by artifacts/store/add-changesets.ts, from StoredValues.
  return new Map(rows.map(({ id, values }) => [id, JSON.parse(values) as StoredValues]))
}

/** Returns the comments of these changesets that may mention users. */
export const loadCommentsWithMentions = (
  db: Reader,
  ids: readonly ChangesetId[],
): Promise<Map<ChangesetId, RichText>> => loadComments(db, ids, sql<boolean>`body like '%@%'`)

/** Returns the last versions of the comments of these changesets. */
export const loadLatestComments = (db: Reader, ids: readonly ChangesetId[]): Promise<Map<ChangesetId, RichText>> =>
  loadComments(db, ids, sql<boolean>`1 = 1`)

async function loadComments(
  db: Reader,
  ids: readonly ChangesetId[],
  where: RawBuilder<boolean>,
): Promise<Map<ChangesetId, RichText>> {
  if (ids.length === 0) return new Map()
  const query = db.selectFrom('comment').select(['changeset_id', 'format', 'body']).where(inList('changeset_id', ids))
  const rows = await query.where(where).orderBy('id').execute()
  // Written only by artifacts/store, from RichText; later versions replace earlier ones.
  return new Map(rows.map((row) => [row.changeset_id, { format: row.format as RichText['format'], content: row.body }]))
}

/** A value that a changeset set. */
export interface ChangedValueKey {
  readonly artifact: ArtifactId
  readonly changeset: ChangesetId
  readonly field: FieldId
}

const keysAtOnce = 100

/** Returns what each value was before, in the order of the keys; undefined: it had none. */
export async function loadPreviousValues(db: Reader, keys: readonly ChangedValueKey[]): Promise<unknown[]> {
  const values: unknown[] = []
  for (const batch of splitIntoBatches(keys, keysAtOnce)) {
    const parts = batch.map(({ artifact, changeset, field }, index) => {
      // Quotes inside of texts are escaped, so only a member of the document has this form.
      const member = `%"${field}":%`
      return sql`select ${sql.lit(index)} as position, (
        select "values" from changeset where artifact_id = ${artifact} and id < ${changeset} and "values" like ${member}
        order by id desc limit 1
      ) as stored`
    })
    const query = sql<{ position: number; stored: string | null }>`${sql.join(parts, sql` union all `)}`
    const texts = new Map((await query.execute(db)).rows.map((row) => [Number(row.position), row.stored]))
    for (const [index, { field }] of batch.entries()) {
      const text = texts.get(index) ?? null
      values.push(text === null ? undefined : (JSON.parse(text) as StoredValues)[field])
    }
  }
  return values
}
