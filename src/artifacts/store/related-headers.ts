import type { Reader } from '../../database/db/db.ts'
import { prepareStatement } from '../../database/statements/prepared-statements.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { ArtifactHeader } from '../model/artifact.ts'
import { type HeaderRow, headerColumns, toHeader } from './artifacts.ts'

/**
 * Loads the artifacts at the other end of the links and of the mentions of some artifacts, in both directions, without
 * knowing those links and mentions: so it need not wait for them.
 */
export async function loadRelatedHeaders(
  db: Reader,
  { linked, mentioned }: { readonly linked: readonly ArtifactId[]; readonly mentioned: readonly ArtifactId[] },
): Promise<Map<ArtifactId, ArtifactHeader>> {
  if (linked.length === 0 && mentioned.length === 0) return new Map()
  const rows = await relatedHeaders(db, { linked, mentioned })
  return new Map(rows.map((row) => [row.id, toHeader(row)]))
}

const relatedHeaders = prepareStatement<{ linked: readonly ArtifactId[]; mentioned: readonly ArtifactId[] }, HeaderRow>(
  (db, { inList }) => {
    const links = db.selectFrom('value_link')
    const mentions = db.selectFrom('cross_reference')
    const ends = links
      .select('target_id as id')
      .where(inList('artifact_id', 'linked'))
      .unionAll(links.select('artifact_id as id').where(inList('target_id', 'linked')))
      .unionAll(mentions.select('target_id as id').where(inList('source_id', 'mentioned')))
      .unionAll(mentions.select('source_id as id').where(inList('target_id', 'mentioned')))
    return db.selectFrom('artifact').select(headerColumns).where('id', 'in', ends)
  },
)
