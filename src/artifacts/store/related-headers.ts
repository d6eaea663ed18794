import type { Reader } from '../../database/db/db.ts'
import { batchLoads } from '../../database/statements/batch-loads.ts'
import { prepareStatement } from '../../database/statements/prepared-statements.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { ArtifactHeader } from '../model/artifact.ts'
import { type HeaderRow, headerColumns, toHeader } from './artifacts.ts'

/** Artifacts whose links in both directions, and whose mentions in both directions, are shown. */
interface Ends {
  readonly linked: readonly ArtifactId[]
  readonly mentioned: readonly ArtifactId[]
}

/**
 * Loads the artifacts at the other end of the links and of the mentions of some artifacts, in both directions, without
 * knowing those links and mentions: so it need not wait for them. There may be others, of concurrent requests for one
 * artifact each, which share a query.
 */
export async function loadRelatedHeaders(db: Reader, ends: Ends): Promise<ReadonlyMap<ArtifactId, ArtifactHeader>> {
  const { linked, mentioned } = ends
  if (linked.length === 0 && mentioned.length === 0) return new Map()
  if (linked.length > 1 || mentioned.length > 1) return loadTogether(db, ends)
  return (await loadOfOne(db, ends)) ?? new Map()
}

const loadOfOne = batchLoads(async (db: Reader, all: readonly Ends[]) => {
  const linked = all.flatMap((ends) => ends.linked)
  const mentioned = all.flatMap((ends) => ends.mentioned)
  const headers = await loadTogether(db, { linked, mentioned })
  return new Map(all.map((ends) => [ends, headers]))
})

async function loadTogether(db: Reader, { linked, mentioned }: Ends): Promise<ReadonlyMap<ArtifactId, ArtifactHeader>> {
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
