import { type Compilable, type Kysely, sql } from 'kysely'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { getConnection } from '../engine/builders.ts'
import { inList } from '../sql/sql.ts'
import type { Tables } from '../tables/tables.ts'
import type { SeenArtifacts } from './seen-artifacts.ts'

/**
 * Increases the cache versions of the artifacts whose cached representations a transaction has outdated so far.
 */
export async function settleArtifacts(tx: Kysely<Tables>, seenArtifacts: SeenArtifacts): Promise<void> {
  if (seenArtifacts.isEmpty()) return
  const { ids, access, changesets, repositories, hasNewVersion } = await seenArtifacts.take()
  // First: a transaction that links to one of them also increases its cache version, so one of the two waits for the
  // other, and then finds the link.
  if (access.size > 0) await run(tx, increase(tx, [...access]))
  const related = access.size > 0 ? await loadRelated(tx, [...access]) : []
  const commented = changesets.length > 0 ? await loadCommented(tx, changesets) : []
  const referred = repositories.length > 0 ? await loadReferred(tx, repositories) : []
  const others = new Set([...ids, ...related, ...commented, ...referred])
  const outdated = [...others].filter((id) => !access.has(id) && !hasNewVersion(id))
  if (outdated.length > 0) await run(tx, increase(tx, outdated))
}

/** Sends a statement; PostgreSQL answers together with the next one, such as the commit. */
async function run(tx: Kysely<Tables>, statement: Compilable): Promise<void> {
  const connection = getConnection(tx)
  const { sql: text, parameters } = statement.compile()
  if (connection.send === undefined) await connection.execute(text, parameters)
  else void connection.send(text, parameters)
}

/** A concurrent deletion of one of the artifacts is waited for, and its row is not created again. */
const increase = (tx: Kysely<Tables>, ids: readonly number[]): Compilable =>
  tx
    .insertInto('artifact_cache_version')
    .columns(['artifact_id', 'version'])
    .expression((eb) =>
      eb
        .selectFrom('artifact')
        .select(['artifact.id', sql<number>`1`.as('version')])
        .where(inList('artifact.id', ids))
        // In one global order, so that two transactions wait for each other instead of blocking each other.
        .orderBy('artifact.id')
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('artifact_id').doUpdateSet({ version: sql<number>`artifact_cache_version.version + 1` }),
    )

/** Loads artifacts that link to these or mention them, or are linked or mentioned by them. */
async function loadRelated(tx: Kysely<Tables>, ids: readonly number[]): Promise<ArtifactId[]> {
  const links = tx.selectFrom('value_link')
  const mentions = tx.selectFrom('cross_reference')
  const rows = await links
    .select('artifact_id as id')
    .where(inList('target_id', ids))
    .unionAll(links.select('target_id as id').where(inList('artifact_id', ids)))
    .unionAll(mentions.select('source_id as id').where(inList('target_id', ids)))
    .unionAll(mentions.select('target_id as id').where(inList('source_id', ids)))
    .execute()
  return rows.map(({ id }) => id)
}

async function loadCommented(tx: Kysely<Tables>, changesets: readonly number[]): Promise<ArtifactId[]> {
  const rows = await tx.selectFrom('changeset').select('artifact_id').where(inList('id', changesets)).execute()
  return rows.map(({ artifact_id }) => artifact_id)
}

async function loadReferred(tx: Kysely<Tables>, repositories: readonly number[]): Promise<ArtifactId[]> {
  const references = tx.selectFrom('repository_reference').select('artifact_id').distinct()
  const rows = await references.where(inList('repository_id', repositories)).execute()
  return rows.flatMap(({ artifact_id }) => artifact_id ?? [])
}
