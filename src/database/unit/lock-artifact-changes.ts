import { sql } from 'kysely'
import { getConnection, getDialect } from '../engine/builders.ts'
import { prepareStatement, type Slots } from '../statements/prepared-statements.ts'
import type { AffectedArtifacts } from '../tables/affected-artifacts.ts'
import type { Tx } from '../tables/transaction.ts'
import { TransactionConflict } from './transaction-conflict.ts'
import { sendStatement } from './unawaited.ts'

/**
 * Runs the work of a change with the locks of the projects of all artifacts that it may lock, in ascending order.
 * PostgreSQL runs the statements of the work once the locks are acquired; they are sent without waiting for that. If a
 * link that was added meanwhile leads to another project, the transaction runs again.
 */
export async function withArtifactLocks<Result>(
  tx: Tx,
  affected: AffectedArtifacts | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  // SQLite has one writer.
  if (affected === undefined || getDialect(tx) === 'sqlite') return work()
  const { changed, linked = [], projects = [], replacesReverseLinks = false } = affected
  const parameters = { changed, linked, projects, replaces: replacesReverseLinks ? 1 : 0 }
  const awaitLocked = await sendStatement(tx, (sender) => lockKeys(sender, parameters))
  const awaitNeeded = await sendStatement(tx, (sender) => loadKeys(sender, parameters))
  const checked = assertAllLocked(awaitLocked(), awaitNeeded())
  // Before the next statement of the work: without the lock it could deadlock.
  checked.catch((cause) => getConnection(tx).fail?.(cause))
  const result = await work()
  await checked
  return result
}

async function assertAllLocked(locked: Promise<readonly Key[]>, needed: Promise<readonly Key[]>): Promise<void> {
  const lockedKeys = new Set((await locked).map(({ key }) => key))
  if ((await needed).some(({ key }) => !lockedKeys.has(key)))
    throw new TransactionConflict('Another project is affected since the locks were requested')
}

interface Key {
  readonly key: number
}

type LockParameters = {
  readonly changed: readonly number[]
  readonly linked: readonly number[]
  readonly projects: readonly number[]
  readonly replaces: number
}

/** Any number that never changes; database/sql/sql.ts has others, which are a space of their own. */
const lockClass = sql.lit(7_310_424)

/** A change cannot fill the lock table of the server with more. Up to as many projects do not wait for each other. */
const maxKeys = sql.lit(1024)

/** Type of the links from parents to their children, which triggers follow (migrations/0001-baseline.ts). */
const childType = sql.lit('_is_child')

/** Against chains of any length, which a client can create. Further ancestors are locked without, and rarely. */
const maxGenerations = sql.lit(8)

/**
 * Rows that a change may lock: the changed artifacts, and their parents, which follow them by triggers; and, because
 * their cached representations become invalid, the artifacts at the other ends of links and mentions. PostgreSQL cannot
 * estimate how few they are: `lateral` with `offset 0` makes it use the indexes instead of reading whole tables. The
 * parameters are in subqueries, so that it plans the statement once (engine/builders.ts).
 */
const selectKeys = ({ value, inList }: Slots<LockParameters>) => {
  const list = (name: 'changed' | 'linked' | 'projects') => sql`(select ${value(name)}::bigint[])::bigint[]`
  return sql<Key>`
  with recursive origin(id) as (
    select unnest(${list('changed')})
    union select artifact_id from value_link
      where ${inList('target_id', 'changed')} and (select ${value('replaces')}::int) = 1
  ), changing(id, generation) as (
    select id, 0 from origin
    union select parent.id, generation + 1 from changing cross join lateral (
      select artifact_id as id from value_link where target_id = changing.id and type = ${childType} offset 0
    ) as parent where generation < ${maxGenerations}
  ), affected(id) as (
    select id from changing
    union select unnest(${list('linked')})
    union select target.id from origin cross join lateral (
      select target_id as id from value_link where artifact_id = origin.id offset 0
    ) as target
    union select artifact_id from value_link where ${inList('target_id', 'changed')}
    union select target_id from cross_reference where ${inList('source_id', 'changed')}
    union select source_id from cross_reference where ${inList('target_id', 'changed')}
  ), home(tracker_id) as (
    select distinct artifact.tracker_id from affected cross join lateral (
      select tracker_id from artifact where id = affected.id offset 0
    ) as artifact
  ), project(id) as (
    select project_id from tracker where id in (select tracker_id from home)
    union select unnest(${list('projects')})
  )
  select distinct (id % ${maxKeys})::int as key from project order by key`
}

const loadKeys = prepareStatement<LockParameters, Key>((_db, slots) => selectKeys(slots))

// The inner select is sorted before the outer one locks row by row.
const lockKeys = prepareStatement<LockParameters, Key>(
  (_db, slots) =>
    sql<Key>`
      select key, pg_advisory_xact_lock(${lockClass}, key) from (${selectKeys(slots)} offset 0) as keys`,
)
