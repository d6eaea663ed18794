import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

/** A link from another artifact. */
export interface IncomingTypedLink {
  readonly from: ArtifactId
  readonly field: FieldId
  readonly type: string
}

/** A mention in a text of another artifact. */
export interface IncomingMention {
  readonly from: ArtifactId
  readonly keyword: string
}

/** Loads all links and mentions from other artifacts to an artifact. */
export async function loadIncomingReferences(
  db: Reader,
  id: ArtifactId,
): Promise<{ readonly links: readonly IncomingTypedLink[]; readonly mentions: readonly IncomingMention[] }> {
  const links = db.selectFrom('value_link').select(['artifact_id as from', 'field_id as field', 'type'])
  const mentions = db.selectFrom('cross_reference').select(['source_id as from', 'keyword'])
  return {
    links: await links.where('target_id', '=', id).where('artifact_id', '<>', id).orderBy('artifact_id').execute(),
    mentions: await mentions.where('target_id', '=', id).where('source_id', '<>', id).orderBy('source_id').execute(),
  }
}

/** Adds rows of links to an artifact after existing ones. */
export async function addIncomingLinks(
  tx: Tx,
  _permit: Permit<'import', 'site'>,
  target: ArtifactId,
  links: readonly IncomingTypedLink[],
): Promise<void> {
  if (links.length === 0) return
  const rows = await tx
    .selectFrom('value_link')
    .select(['artifact_id', 'field_id', (count) => count.fn.max('position').as('last')])
    .where(
      inList(
        'artifact_id',
        links.map(({ from }) => from),
      ),
    )
    .groupBy(['artifact_id', 'field_id'])
    .execute()
  const last = new Map(rows.map((row) => [`${row.artifact_id} ${row.field_id}`, Number(row.last)]))
  await insertRows(
    tx,
    'value_link',
    links.map(({ from, field, type }) => {
      const position = (last.get(`${from} ${field}`) ?? -1) + 1
      return { artifact_id: from, field_id: field, position, target_id: target, type }
    }),
  )
}
