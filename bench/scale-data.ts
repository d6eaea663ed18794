import { type RawBuilder, sql } from 'kysely'
import { createUser } from '../src/accounts/commands/create-user.ts'
import { addGroups } from '../src/accounts/store/groups.ts'
import { addGroupMembers } from '../src/accounts/store/members.ts'
import { prepareFirstStart } from '../src/app/start/first-start.ts'
import { openWorld } from '../src/app/start/open-world.ts'
import { createEmptyArtifacts } from '../src/artifacts/commands/create-empty-artifacts.ts'
import { recordHistory } from '../src/artifacts/commands/record-history.ts'
import type { Tx } from '../src/database/db/db.ts'
import { getConnection } from '../src/database/engine/builders.ts'
import { findPostgresIndexes } from '../src/database/move/target-indexes.ts'
import { setSequence } from '../src/database/sql/sql.ts'
import type { FieldDefinition } from '../src/fields/model/definition.ts'
import type { StoredValues } from '../src/fields/model/field.ts'
import { readConfig } from '../src/kit/system/config.ts'
import type { ArtifactId, FieldId, ProjectId, TrackerId, UserGroupId, UserId } from '../src/kit/values/ids.ts'
import type { Permit } from '../src/kit/values/permit.ts'
import { createProject } from '../src/projects/commands/create-project.ts'
import { mayCompleteProject, mayCreateProject } from '../src/projects/policy.ts'
import { createAccessKey } from '../src/sign-in/commands/create-access-key.ts'
import { createTrackers } from '../src/trackers/commands/create-trackers.ts'
import { defaultOptions, type TrackerDefinition } from '../src/trackers/model/definition.ts'
import { loadTrackers } from '../src/trackers/store/trackers.ts'
import type { World } from '../src/world/model/world.ts'
import { generateWords, mixBits } from './generate-words.ts'

/** The data for queries. */
export interface ScaleData {
  readonly tracker: TrackerId
  /** By name, of that tracker. */
  readonly fields: Readonly<Record<string, FieldId>>
  /** By label, of that tracker. */
  readonly values: Readonly<Record<string, number>>
  /** Access keys: `lead` sees everything, `reader` is in three of the fifty groups of closed artifacts. */
  readonly keys: { readonly lead: string; readonly reader: string }
}

interface ScaleOptions {
  readonly artifacts: number
  readonly trackers: number
  /** How many values the largest list offers; the artifacts use 400 of them. */
  readonly batches?: number
}

const system = { kind: 'system', reason: 'bench' } as const
const start = Date.UTC(2024, 0, 1) / 1000
const groupCount = 50
const atOnce = 500
const perTransaction = 10_000
/** This number is written by commands; the database copies them for larger sizes. */
const maxWritten = 50_000
const pick = (n: number, salt: number, size: number): number => mixBits(n * 7919 + salt) % size

/** Fills an empty database with commands; the same numbers give the same content. */
export async function fillScale(directory: string, options: ScaleOptions): Promise<ScaleData> {
  const config = readConfig({
    ...process.env,
    TULIPWOOD_DATA: directory,
    TULIPWOOD_ADMIN_PASSWORD: 'correct horse battery',
    TULIPWOOD_LOG: 'warn',
    // Copies and indexes of millions of rows take minutes.
    TULIPWOOD_STATEMENT_TIMEOUT: '0',
  })
  const world = await openWorld(config)
  try {
    await prepareFirstStart(world)
    return await fill(world, options)
  } finally {
    await world.db.close()
  }
}

/**
 * Copies the first `copied` of all `existing` artifacts with new ids, numbers and dates; links keep their targets. Each
 * call reads its tables once, so that doubling costs as much as the rows it adds.
 */
async function copyFirst({ db }: World, tx: Tx, copied: number, existing: number): Promise<void> {
  // The checks of foreign keys would take most of the time; copies refer to what their originals refer to.
  if (db.dialect === 'postgres') await sql`set local session_replication_role = replica`.execute(tx)
  const count = async (table: 'changeset' | 'comment'): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select max(id) as n from ${sql.table(table)}`.execute(tx)
    return Number(rows[0]?.n ?? 0)
  }
  const [changesets, comments] = [await count('changeset'), await count('comment')]
  // The ids follow each other in the order of the artifacts, and every copy has as many as the original.
  const share = (n: number) => Math.round((n * copied) / existing)
  const by = (n: number) => sql.lit(n)
  const later = by(existing * 60)
  const isFirst = sql`artifact_id <= ${sql.lit(copied)}`
  // The database layer cannot determine which artifacts show rows that are copied from others.
  const run = (query: RawBuilder<unknown>) => getConnection(tx).execute(query.compile(tx).sql, [])
  await run(sql`insert into artifact (id, tracker_id, number, rank, submitted_by, submitted_email, submitted_on, version,
      last_changeset_id, updated_by, updated_email, updated_on, permission_set_id, "values")
    select id + ${by(existing)}, tracker_id, number + ${by(existing)}, rank + ${by(existing)}, submitted_by, submitted_email, submitted_on + ${later}, version,
      last_changeset_id + ${by(changesets)}, updated_by, updated_email, updated_on + ${later}, permission_set_id, "values"
    from artifact where id <= ${sql.lit(copied)}`)
  await run(sql`insert into changeset (id, artifact_id, submitted_by, submitted_email, submitted_on, "values")
    select id + ${by(changesets)}, artifact_id + ${by(existing)}, submitted_by, submitted_email, submitted_on + ${later}, "values"
    from changeset where ${isFirst}`)
  await run(sql`insert into comment (id, changeset_id, submitted_by, submitted_email, submitted_on, format, body, groups)
    select id + ${by(comments)}, changeset_id + ${by(changesets)}, submitted_by, submitted_email, submitted_on + ${later},
      format, body, groups
    from comment where id <= ${sql.lit(share(comments))}`)
  await run(sql`insert into comment_text (artifact_id, changeset_id, text, groups, words)
    select artifact_id + ${by(existing)}, changeset_id + ${by(changesets)}, text, groups, words from comment_text where ${isFirst}`)
  await run(sql`insert into artifact_modifier (tracker_id, user_id, artifact_id)
    select tracker_id, user_id, artifact_id + ${by(existing)} from artifact_modifier where ${isFirst}`)
  await run(sql`insert into change (at, kind, artifact_id, tracker_id, project_id, changeset_id, user_id)
    select at + ${later}, kind, artifact_id + ${by(existing)}, tracker_id, project_id, changeset_id + ${by(changesets)}, user_id
    from change where ${isFirst}`)
  await run(sql`insert into value_link (artifact_id, field_id, position, target_id, type)
    select artifact_id + ${by(existing)}, field_id, position, target_id, type from value_link where ${isFirst}`)
  await run(sql`insert into value_text (artifact_id, field_id, text, words)
    select artifact_id + ${by(existing)}, field_id, text, words from value_text where ${isFirst}`)
  for (const [table, column] of [
    ['value_list', 'value_id'],
    ['value_number', 'value'],
    ['value_date', 'value'],
  ] as const)
    await run(sql`insert into ${sql.table(table)} (field_id, ${sql.ref(column)}, artifact_id)
      select field_id, ${sql.ref(column)}, artifact_id + ${by(existing)} from ${sql.table(table)} where ${isFirst}`)
  await run(sql`update tracker set next_number = 1 + coalesce((
    select max(number) from artifact where artifact.tracker_id = tracker.id), 0)`)
  await setSequence(tx, 'artifact', existing + copied + 1)
  await setSequence(tx, 'changeset', changesets + share(changesets) + 1)
  await setSequence(tx, 'comment', comments + share(comments) + 1)
}

/**
 * On PostgreSQL, creates foreign keys, and the indexes that are not unique, after the rows: the indexes of texts alone
 * would take most of the time. The server of the tests does not collect statistics by itself.
 */
async function withoutIndexes({ db }: World, addRows: () => Promise<void>): Promise<void> {
  if (db.dialect !== 'postgres') return addRows()
  const indexes = await db.write(async (tx) => {
    const postponed = await findPostgresIndexes(tx)
    for (const { drop } of postponed) await sql.raw(drop).execute(tx)
    return postponed
  })
  await addRows()
  for (const { create } of indexes) {
    process.stderr.write(`${create}\n`)
    await db.write(async (tx) => {
      await sql`set local maintenance_work_mem = '2GB'`.execute(tx)
      await sql.raw(create).execute(tx)
    })
  }
  await db.write((tx) => sql`analyze`.execute(tx))
}

interface ScaleFixture {
  readonly permit: Permit<'complete', { readonly id: ProjectId }>
  readonly project: ProjectId
  readonly trackers: readonly TrackerId[]
  readonly fields: ReadonlyMap<string, FieldId>
  readonly values: ReadonlyMap<string, number>
  readonly groups: readonly UserGroupId[]
  readonly people: readonly UserId[]
}

async function fill(world: World, { artifacts, trackers, batches = lists.batch }: ScaleOptions): Promise<ScaleData> {
  const createUserByLogin = (login: string) =>
    createUser(world, system, {
      login,
      realName: login,
      email: `${login}@example.org`,
      ldapId: null,
      status: 'A',
      password: null,
    })
  const users: UserId[] = []
  for (const login of ['lead', 'reader', 'kemal', 'lotte', 'marta', 'niko', 'oskar', 'petra'])
    users.push(await createUserByLogin(login))
  const fixture = await createFixture(world, users, { trackers, batches })
  const writtenCount = Math.min(artifacts, maxWritten)
  for (let done = 0; done < writtenCount; done += perTransaction) {
    const until = Math.min(writtenCount, done + perTransaction)
    await world.db.write(async (tx) => {
      const loaded = await loadTrackers(tx, [...fixture.trackers])
      for (let first = done + 1; first <= until; first += atOnce) {
        const numbers = Array.from({ length: Math.min(atOnce, until - first + 1) }, (_, i) => first + i)
        const wantedRows = numbers.map((n) => ({
          trackerId: fixture.trackers[pick(n, 12, trackers)] as TrackerId,
          ...authorOf(fixture, n),
        }))
        const bare = await createEmptyArtifacts(tx, fixture.permit, wantedRows)
        const histories = bare.map((artifact, i) => {
          const n = numbers[i] as number
          const author = authorOf(fixture, n)
          const comments =
            n % 5 === 0 ? [{ ...author, format: 'text' as const, body: generateWords(n + 7, 12), groups: null }] : []
          const at = fixture.trackers.indexOf(artifact.trackerId)
          const changeset = { ...author, values: valuesOf(fixture, at, n, artifact.id), comments }
          const log = { projectId: fixture.project, audience: 'none' as const }
          const fields = loaded.get(artifact.trackerId)?.fields ?? []
          return { permit: fixture.permit, artifact, fields, changesets: [changeset], log }
        })
        await recordHistory(tx, histories)
      }
    })
    process.stderr.write(`\r${until.toLocaleString('en')} artifacts`)
  }
  await withoutIndexes(world, async () => {
    for (let existing = writtenCount; existing < artifacts; ) {
      const copied = Math.min(existing, artifacts - existing)
      await world.db.write((tx) => copyFirst(world, tx, copied, existing))
      existing += copied
      process.stderr.write(`\r${existing.toLocaleString('en')} artifacts`)
    }
    process.stderr.write('\n')
  })
  const key = async (user: UserId | undefined) =>
    (
      await createAccessKey(world, system, {
        user: user as UserId,
        description: 'bench',
        scopes: ['write:rest'],
        expiresOn: null,
      })
    ).identifier
  const ofFirst = <Id>(ids: ReadonlyMap<string, Id>): Record<string, Id> =>
    Object.fromEntries([...ids].flatMap(([name, id]) => (name.startsWith('0:') ? [[name.slice(2), id]] : [])))
  return {
    tracker: fixture.trackers[0] as TrackerId,
    fields: ofFirst(fixture.fields),
    values: ofFirst(fixture.values),
    keys: { lead: await key(users[0]), reader: await key(users[1]) },
  }
}

async function createFixture(
  world: World,
  users: readonly UserId[],
  { trackers, batches }: Required<Omit<ScaleOptions, 'artifacts'>>,
): Promise<ScaleFixture> {
  return world.db.write(async (tx) => {
    const permit = mayCreateProject(system, { project_creation: true })
    const project = await createProject(
      tx,
      permit,
      {
        shortName: 'scale',
        name: 'Scale',
        description: '',
        access: 'private',
        status: 'active',
        members: users,
        administrators: [users[0] as UserId],
      },
      start,
    )
    const content = mayCompleteProject(permit, project)
    const groups = await addGroups(
      tx,
      content,
      Array.from({ length: groupCount }, (_, i) => ({ projectId: project, name: `group_${i}`, description: '' })),
    )
    await addGroupMembers(
      tx,
      content,
      groups.slice(0, 3).map((group) => ({ group, userId: users[1] as UserId })),
    )
    const definitions = Array.from({ length: trackers }, (_, i) => definitionOf(i, batches))
    const created = await createTrackers(tx, content, { definitions })
    const ids = definitions.map(({ key }) => created.trackers.get(key) as TrackerId)
    return {
      permit: content,
      project,
      trackers: ids,
      fields: created.fields,
      values: created.values,
      groups: groups.map(({ id }) => id),
      people: users,
    }
  })
}

const lists = { status: 6, severity: 15, component: 40, batch: 400 } as const

/** Half of all artifacts have the status `status 0`, 6.6 % have the same severity, 0.25 % the same batch. */
function definitionOf(i: number, batches: number): TrackerDefinition {
  let rank = 0
  const field = (
    type: FieldDefinition['type'],
    name: string,
    bind: FieldDefinition['bind'] = null,
  ): FieldDefinition => ({
    key: `${i}:${name}`,
    type,
    name,
    label: name,
    description: '',
    rank: rank++,
    isUsed: true,
    isRequired: false,
    hasNotifications: false,
    properties: {},
    bind,
    children: [],
    permissions: (['read', 'submit', 'update'] as const).map((permission) => ({ permission, group: 3 as UserGroupId })),
  })
  const list = (name: keyof typeof lists): FieldDefinition =>
    field('sb', name, {
      kind: 'static',
      isAlphabetical: false,
      values: Array.from({ length: name === 'batch' ? batches : lists[name] }, (_, n) => {
        const label = `${name} ${n}`
        return { key: `${i}:${label}`, label, description: '', isHidden: false, isDefault: false, color: '' }
      }),
    })
  return {
    key: `tracker ${i}`,
    parentKey: null,
    name: `Tracker ${i}`,
    itemName: `item_${i}`,
    description: '',
    color: 'deep-blue',
    options: defaultOptions,
    cannedResponses: [],
    fields: [
      field('string', 'title'),
      field('text', 'details'),
      list('status'),
      list('severity'),
      list('component'),
      list('batch'),
      field('msb', 'assigned', { kind: 'users', sources: [{ kind: 'members' }], defaultUsers: [] }),
      field('int', 'points'),
      field('float', 'effort'),
      field('date', 'due'),
      field('perm', 'access'),
      field('art_link', 'links'),
    ],
    semantics: {
      title: { field: `${i}:title` },
      description: { field: `${i}:details` },
      status: { field: `${i}:status`, openValues: [`${i}:status 0`, `${i}:status 1`] },
      contributor: { field: `${i}:assigned` },
    },
    rules: { dates: [], lists: [] },
    reports: [],
    workflow: null,
    webhooks: [],
    permissions: [{ permission: 'full', group: 3 as UserGroupId }],
  }
}

const authorOf = ({ people: users }: ScaleFixture, n: number) => ({
  submittedBy: users[pick(n, 1, users.length)] as UserId,
  submittedEmail: null,
  submittedOn: start + n * 60,
})

function valuesOf(
  { fields, values, groups, people: users }: ScaleFixture,
  tracker: number,
  n: number,
  id: ArtifactId,
): StoredValues {
  const result: Record<number, unknown> = {}
  const put = (name: string, value: unknown): void => {
    result[fields.get(`${tracker}:${name}`) as number] = value
  }
  const choose = (name: keyof typeof lists, at: number): void => put(name, [values.get(`${tracker}:${name} ${at}`)])
  put('title', `${generateWords(n, 5)} ${n}`)
  put('details', { format: 'text', content: generateWords(n + 3, 32) })
  choose('status', pick(n, 2, 2) === 0 ? 0 : pick(n, 3, lists.status))
  choose('severity', pick(n, 4, lists.severity))
  choose('component', pick(n, 5, lists.component))
  choose('batch', pick(n, 6, lists.batch))
  put('assigned', [users[pick(n, 7, users.length)]])
  put('points', pick(n, 8, 100))
  put('effort', pick(n, 9, 1000) / 10)
  put('due', start + pick(n, 10, 1000) * 86_400)
  // A fifth is restricted to two of the fifty groups.
  if (pick(n, 11, 5) === 0) {
    const first = pick(n, 13, groups.length)
    const second = (first + 1 + pick(n, 14, groups.length - 1)) % groups.length
    put(
      'access',
      [groups[first], groups[second]].sort((a, b) => (a as number) - (b as number)),
    )
  }
  if (n > 10) put('links', [{ id: id - 1 - pick(n, 15, 9), type: '' }])
  return result
}
