import { inspect } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { usedPreferences } from '../../src/accounts/model/preferences.ts'
import { findAccount } from '../../src/accounts/store/accounts.ts'
import { readRevisions } from '../../src/database/changes/revisions.ts'
import { type Database, openDatabase } from '../../src/database/db/db.ts'
import type { Tables } from '../../src/database/tables/tables.ts'
import { type WriteEffects, writeEffects } from '../../src/database/tables/write-effects.ts'
import { RevisionCache, type Topic } from '../../src/kit/caches/revision-cache.ts'
import type { AccessKeyId, ProjectId, TrackerId, UserId } from '../../src/kit/values/ids.ts'
import { getCachedProject } from '../../src/projects/store/projects.ts'
import { getCachedAccessKey } from '../../src/sign-in/store/access-keys.ts'
import { loadOfferedProviders } from '../../src/sign-in/store/identity-providers.ts'
import { loadSecondFactors } from '../../src/sign-in/store/second-factors.ts'
import { getSettings } from '../../src/site/store/settings.ts'
import { getRepositoryAdministrators } from '../../src/subversion/store/repository-administrators.ts'
import { getDisabledTypes, getLinkTypes } from '../../src/trackers/store/link-types.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { getTriggers } from '../../src/trackers/store/triggers.ts'
import type { World } from '../../src/world/model/world.ts'
import {
  fieldRow,
  project,
  projectRow,
  type Row,
  repositoryRow,
  tracker,
  trackerRow,
  user,
  userRow,
} from '../kit/database-rows.ts'
import { describeOnEachDatabase } from '../kit/each-database.ts'

type Node = { -readonly [Part in 'db' | 'cache']: World[Part] }
type Operation = 'insert' | 'update' | 'delete'
type Read = (node: Node) => Promise<unknown>

const account: Read = (node) => findAccount(node, user)
const structure: Read = (node) => getCachedTracker(node, tracker)
const factors: Read = (node) => loadSecondFactors(node, user)

/** What depends on a table without a read of its own: caches of whole pages and of the access file. */
const rowsUnder =
  (topic: Topic, table: keyof Tables): Read =>
  ({ db, cache }) =>
    cache.getOrLoad(topic, `rows of ${table}`, () => db.read.selectFrom(table).selectAll().execute())

interface Example {
  readonly row: Row
  /** Another value for some columns. */
  readonly changed?: Row
  /** Columns that identify the row. */
  readonly key: readonly string[]
  /** What shows the row, by the topic under which it is cached. */
  readonly reads: Partial<Record<Topic, Read>>
  /** Writes that invalidate nothing, because no read is cached that they could change. */
  readonly uncached?: readonly `${Operation} ${Topic}`[]
}

const ofTracker = (row: Row, key: readonly string[], changed?: Row): Example => ({
  row,
  key,
  ...(changed && { changed }),
  reads: { trackers: structure },
})

/** An example of each table whose rows are cached, with the reads of the product that show it. */
const examples: Partial<Record<keyof Tables, Example>> = {
  setting: {
    row: { name: 'password_min_length', value: '11' },
    changed: { value: '12' },
    key: ['name'],
    reads: { settings: getSettings },
  },
  identity_provider: {
    row: {
      id: 1,
      label: 'Idp',
      issuer: 'https://id.example',
      client_id: 'c',
      client_secret: null,
      login_claim: 'name',
      creates_accounts: 0,
      links_by_email: 0,
      email_domains: '[]',
      is_enabled: 1,
      created_on: 5,
    },
    changed: { label: 'Other' },
    key: ['id'],
    reads: { settings: loadOfferedProviders },
  },
  user: {
    row: userRow(121),
    changed: { real_name: 'Other' },
    key: ['id'],
    reads: { users: (node) => findAccount(node, 121 as UserId) },
  },
  user_preference: {
    row: { user_id: user, name: 'language', value: 'fr_FR' },
    changed: { value: 'en_US' },
    key: ['user_id', 'name'],
    reads: { users: account },
  },
  access_key: {
    row: {
      id: 1,
      user_id: user,
      verifier_hash: 'h',
      description: '',
      created_on: 5,
      expires_on: null,
      last_used_on: null,
      last_used_from: null,
    },
    key: ['id'],
    reads: { users: (node) => getCachedAccessKey(node, 1 as AccessKeyId).catch(() => 'revoked') },
    uncached: ['insert users'],
  },
  totp: {
    row: { user_id: user, secret: 's', enabled_on: 5, last_step: 0, failures: 0, failed_on: null },
    changed: { enabled_on: null },
    key: ['user_id'],
    reads: { users: factors },
  },
  passkey: {
    row: {
      id: 1,
      user_id: user,
      credential_id: 'c',
      public_key: 'k',
      counter: 0,
      transports: '[]',
      rp_id: 'r',
      label: 'l',
      created_on: 5,
      last_used_on: null,
    },
    key: ['id'],
    reads: { users: factors },
  },
  site_permission: {
    row: { permission: 'read_only_administration', user_id: user, group_id: null },
    changed: { user_id: 100 },
    key: ['permission'],
    reads: { users: account },
  },
  user_group: {
    row: { id: 301, project_id: project, name: 'Group', name_key: 'group', description: '' },
    changed: { name: 'Other' },
    key: ['id'],
    reads: {
      users: rowsUnder('users', 'user_group'),
      projects: rowsUnder('projects', 'user_group'),
      trackers: rowsUnder('trackers', 'user_group'),
    },
    uncached: ['insert trackers'],
  },
  user_group_member: {
    row: { group_id: 300, user_id: user },
    changed: { user_id: 100 },
    key: ['group_id'],
    reads: { users: account, projects: rowsUnder('projects', 'user_group_member') },
  },
  project_member: {
    row: { project_id: project, user_id: user, is_administrator: 0 },
    changed: { is_administrator: 1 },
    key: ['project_id', 'user_id'],
    reads: { users: account, projects: rowsUnder('projects', 'project_member') },
  },
  project: {
    row: projectRow(131),
    changed: { name: 'Other' },
    key: ['id'],
    reads: { projects: async (node) => (await getCachedProject(node, 131 as ProjectId)) ?? 'none' },
    uncached: ['insert projects'],
  },
  link_type: {
    row: { short_name: 'near', forward_label: 'Near', reverse_label: 'Near', is_system: 0, is_used: 0 },
    changed: { forward_label: 'Close' },
    key: ['short_name'],
    reads: { trackers: getLinkTypes },
  },
  disabled_link_type: {
    row: { project_id: project, short_name: '_is_child' },
    changed: { short_name: '_covered_by' },
    key: ['project_id'],
    reads: { trackers: (node) => getDisabledTypes(node, project) },
  },
  tracker: {
    row: trackerRow(141),
    changed: { name: 'Other' },
    key: ['id'],
    reads: { trackers: (node) => getCachedTracker(node, 141 as TrackerId) },
    uncached: ['insert trackers'],
  },
  tracker_permission: ofTracker(
    { tracker_id: tracker, permission: 'admin', group_id: 2 },
    ['tracker_id', 'permission'],
    { group_id: 3 },
  ),
  field: ofTracker(fieldRow(151), ['id'], { label: 'Other' }),
  field_permission: ofTracker({ field_id: 150, permission: 'read', group_id: 2 }, ['field_id'], { group_id: 3 }),
  bind_value: ofTracker(bindValueRow(162), ['id'], { label: 'Other' }),
  semantic: ofTracker({ tracker_id: tracker, kind: 'title', definition: '{"field":150}' }, ['tracker_id'], {
    definition: '{"field":149}',
  }),
  date_rule: ofTracker(
    { tracker_id: tracker, source_field_id: 150, comparator: '<', target_field_id: 149 },
    ['tracker_id'],
    { comparator: '>' },
  ),
  list_rule: ofTracker(
    { tracker_id: tracker, source_field_id: 150, source_value_id: 160, target_field_id: 149, target_value_id: 161 },
    ['tracker_id'],
    { target_value_id: 160 },
  ),
  workflow: ofTracker(
    { tracker_id: tracker, field_id: 150, is_used: 1, is_advanced: 1, is_legacy: 0 },
    ['tracker_id'],
    {
      is_used: 0,
    },
  ),
  transition: ofTracker(transitionRow(171), ['id'], { is_comment_required: 1 }),
  transition_group: ofTracker({ transition_id: 170, group_id: 2 }, ['transition_id'], { group_id: 3 }),
  transition_field: ofTracker({ transition_id: 170, field_id: 150 }, ['transition_id'], { field_id: 149 }),
  post_action: ofTracker(
    { id: 1, transition_id: 170, rank: 0, kind: 'build', definition: '{"url":"https://b.example"}' },
    ['id'],
    { definition: '{"url":"https://c.example"}' },
  ),
  trigger_rule: {
    row: { target_tracker_id: tracker, definition: '{"a":1}' },
    changed: { definition: '{"a":2}' },
    key: ['target_tracker_id'],
    reads: { trackers: (node) => getTriggers(node.db.read, node, project) },
  },
  repository: {
    row: repositoryRow(180),
    changed: { access_file_version: 7 },
    key: ['id'],
    reads: { projects: rowsUnder('projects', 'repository') },
    uncached: ['insert projects', 'delete projects'],
  },
  repository_administrator: {
    row: { project_id: project, group_id: 300 },
    changed: { group_id: 3 },
    key: ['project_id'],
    reads: { projects: (node) => getRepositoryAdministrators(node, project) },
  },
}

function bindValueRow(id: number): Row {
  const flags = { is_hidden: 0, is_default: 0 }
  return { id, field_id: 150, label: `V${id}`, description: '', rank: id, ...flags, color: '', group_id: null }
}

function transitionRow(id: number): Row {
  return { id, tracker_id: tracker, from_value_id: id === 170 ? null : 160, to_value_id: 161, is_comment_required: 0 }
}

/** Rows that the examples belong to. */
const existing: readonly (readonly [keyof Tables, Row])[] = [
  ['user', userRow(100)],
  ['user', userRow(user)],
  ['project', projectRow(project)],
  ['user_group', { id: 300, project_id: project, name: 'G', name_key: 'g', description: '' }],
  ['tracker', trackerRow(tracker)],
  ['field', fieldRow(149)],
  ['field', fieldRow(150)],
  ['bind_value', bindValueRow(160)],
  ['bind_value', bindValueRow(161)],
]
/** Parents of some examples only: a tracker has one workflow. */
const parents: Partial<Record<keyof Tables, readonly (readonly [keyof Tables, Row])[]>> = (() => {
  const workflow = [
    'workflow',
    { tracker_id: tracker, field_id: 150, is_used: 1, is_advanced: 1, is_legacy: 0 },
  ] as const
  const transition = ['transition', transitionRow(170)] as const
  return {
    transition: [workflow],
    transition_group: [workflow, transition],
    transition_field: [workflow, transition],
    post_action: [workflow, transition],
  }
})()

/** `where`: identifies the row of an update or a deletion. */
async function execute(db: Database, operation: Operation, table: keyof Tables, row: Row, where: Row = {}) {
  // One table stands for all, because a union of tables has no columns in common.
  const [name, values] = [table as 'setting', row as never]
  const conditions = Object.entries(where) as ['name', string][]
  await db.write(async (tx) => {
    if (operation === 'insert') await tx.insertInto(name).values(values).execute()
    else if (operation === 'update') {
      let query = tx.updateTable(name).set(values)
      for (const [column, value] of conditions) query = query.where(column, '=', value)
      await query.execute()
    } else {
      let query = tx.deleteFrom(name)
      for (const [column, value] of conditions) query = query.where(column, '=', value)
      await query.execute()
    }
  })
}

/** Returns which writes a node learned of: those after which a cached read is another one, with its topic. */
async function findSeen(db: Database, table: keyof Tables): Promise<string[]> {
  const { row, changed, key, reads } = getExample(table)
  const where = Object.fromEntries(key.map((column) => [column, row[column] ?? null]))
  const node: Node = { db, cache: new RevisionCache(() => readRevisions(db.read)) }
  const seen: string[] = []
  const run = async (operation: Operation, written: Row): Promise<void> => {
    const showAll = async () => {
      await node.cache.refresh()
      const shown = new Map<string, string>()
      for (const [topic, read] of Object.entries(reads)) shown.set(topic, show(await read(node)))
      return shown
    }
    const before = await showAll()
    await execute(db, operation, table, written, where)
    for (const [topic, text] of await showAll()) if (text !== before.get(topic)) seen.push(`${operation} ${topic}`)
    // Later writes are seen by themselves.
    node.cache = new RevisionCache(() => readRevisions(db.read))
  }
  for (const [name, parent] of parents[table] ?? []) await execute(db, 'insert', name, parent)
  await run('insert', row)
  await run('delete', row)
  await execute(db, 'insert', table, row)
  if (changed !== undefined) await run('update', changed)
  await execute(db, 'delete', table, row, { [key[0] ?? '']: row[key[0] ?? ''] ?? null })
  for (const [name, parent] of [...(parents[table] ?? [])].reverse()) {
    const [column = ''] = Object.keys(parent)
    await execute(db, 'delete', name, parent, { [column]: parent[column] ?? null })
  }
  return seen
}

function getExample(table: keyof Tables): Example {
  const example = examples[table]
  if (example === undefined) throw new Error(`There is no example of ${table}`)
  return example
}

const show = (found: unknown): string => inspect(found, { depth: 20, maxArrayLength: 500, sorted: true })

const tableNames = Object.keys(writeEffects) as (keyof Tables)[]
const exampleTables = tableNames.filter((table) => examples[table] !== undefined)
const topicsOf = (table: keyof Tables): Topic[] =>
  [...new Set([...writeEffects[table].insert, ...writeEffects[table].update, ...writeEffects[table].delete])].sort()

const withoutTopic = (table: keyof Tables, topic: Topic): WriteEffects => {
  const without = (all: readonly Topic[]) => all.filter((each) => each !== topic)
  const { insert, update, delete: remove, ...rest } = writeEffects[table]
  const effect = { ...rest, insert: without(insert), update: without(update), delete: without(remove) }
  return { ...writeEffects, [table]: effect }
}

describe('what writes invalidate', () => {
  it('has an example of each table with a topic, and of its topics', () => {
    const declared = tableNames.filter((table) => topicsOf(table).length > 0)
    expect(exampleTables).toEqual(declared)
    for (const table of exampleTables)
      expect([table, Object.keys(examples[table]?.reads ?? {}).sort()]).toEqual([table, topicsOf(table)])
  })

  describeOnEachDatabase((place) => {
    beforeAll(async () => {
      const db = await place.open()
      for (const [table, row] of existing) await execute(db, 'insert', table, row)
    })

    const openWith = async (effects: WriteEffects, use: (db: Database) => Promise<void>) => {
      const db = await openDatabase({ ...place.options(), effects })
      try {
        await use(db)
      } finally {
        await db.close()
      }
    }

    it.each(exampleTables)('reads what was written to %s', (table) =>
      openWith(writeEffects, async (db) => {
        const { uncached = [], changed, reads } = getExample(table)
        const seen = await findSeen(db, table)
        const operations = (['insert', 'delete', 'update'] as const).filter(
          (each) => each !== 'update' || changed !== undefined,
        )
        const all = operations.flatMap((each) => Object.keys(reads).map((topic) => `${each} ${topic}`))
        const expected = all.filter((each) => !uncached.some((one) => one === each))
        expect(seen).toEqual(expect.arrayContaining(expected))
      }),
    )

    it.each(exampleTables.flatMap((table) => topicsOf(table).map((topic) => [table, topic] as const)))(
      'does not read what was written to %s once it no longer invalidates %s',
      (table, topic) =>
        openWith(withoutTopic(table, topic), async (db) => {
          const { uncached = [] } = getExample(table)
          const seen = (await findSeen(db, table)).filter((each) => each.endsWith(` ${topic}`))
          expect(seen.filter((each) => !uncached.some((one) => one === each))).toEqual([])
        }),
    )

    it('keeps the caches for preferences that the server does not use, and for sign-ins', async () => {
      const db = await place.open()
      const users = async () => (await readRevisions(db.read)).users
      const before = await users()
      for (const name of ['sidebar', ...usedPreferences])
        await execute(db, 'insert', 'user_preference', { user_id: 100, name, value: 'x' })
      expect(await users()).toBe(before + usedPreferences.length)
      await db.write((tx) => tx.updateTable('user').set({ last_signed_in_on: 9 }).where('id', '=', user).execute())
      await db.write((tx) => tx.deleteFrom('user_preference').where('name', '=', 'sidebar').execute())
      expect(await users()).toBe(before + usedPreferences.length)
      await db.write((tx) =>
        tx
          .deleteFrom('user_preference')
          .where('user_id', '=', 100 as UserId)
          .execute(),
      )
      expect(await users()).toBe(before + usedPreferences.length + 1)
    })
  })
})
