import type { ArtifactId, FileId } from '../../src/kit/values/ids.ts'
import { buildFileSearchText } from '../../src/uploads/model/search-text.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from './project-fixture.ts'
import type { TestServer } from './server.ts'

/** A tracker with a field of every kind that can be queried, and artifacts that differ in each of them. */
export interface SearchFixture {
  readonly fixture: ProjectFixture
  readonly tracker: number
  /** By title; `task` is in another tracker, `secret` in one that members cannot see. */
  readonly ids: Readonly<Record<string, ArtifactId>>
  /** Id of a field of the tracker. */
  field(name: string): number
  /** Id of a value of a list. */
  value(label: string): number
  /** Id of a value that was typed into the open list. */
  openValue(label: string): number
}

/** Day and minute in Paris, the time zone of test servers. */
const day = (text: string): number => Date.parse(`${text}T00:00:00+01:00`) / 1000
const minute = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00+01:00`) / 1000

/** alice and bob are members, boss is an administrator, outsider is neither. */
export async function createSearchFixture(server: TestServer, shortName: string): Promise<SearchFixture> {
  const alice = await server.createUser('alice')
  const bob = await server.createUser('bob')
  const boss = await server.createUser('boss')
  await server.createUser('outsider')
  const project = await createProjectFixture(server, shortName, {
    members: [alice, bob],
    administrators: [boss],
    groups: { painters: [alice] },
    trackers: () => [
      createTrackerDefinition(
        'bug',
        [
          createFieldDefinition('string', 'title'),
          createFieldDefinition('text', 'text'),
          createFieldDefinition('int', 'count'),
          createFieldDefinition('float', 'ratio'),
          createFieldDefinition('date', 'due'),
          createFieldDefinition('date', 'at', { properties: { display_time: 1 } }),
          createFieldDefinition('sb', 'status', { bind: createStaticBind(['Open', ''], ['Closed', ''], ['Élan', '']) }),
          createFieldDefinition('msb', 'colours', { bind: createStaticBind(['Red', ''], ['Green', ''], ['Blue', '']) }),
          createFieldDefinition('msb', 'people', { bind: projectMembers }),
          createFieldDefinition('tbl', 'tags', { bind: createStaticBind(['bound', '']) }),
          createFieldDefinition('file', 'files'),
          createFieldDefinition('art_link', 'links'),
          createFieldDefinition('cross', 'mentions'),
          createFieldDefinition('aid', 'id'),
          createFieldDefinition('atid', 'number'),
          createFieldDefinition('priority', 'rank'),
          createFieldDefinition('subby', 'by'),
          createFieldDefinition('luby', 'last_by'),
          createFieldDefinition('subon', 'on'),
          createFieldDefinition('lud', 'changed'),
          createFieldDefinition('perm', 'access'),
          createFieldDefinition('computed', 'sum'),
          createFieldDefinition('string', 'hidden', { rights: { read: [4] } }),
          createFieldDefinition('string', 'unused', { isUsed: false }),
        ],
        {
          title: { field: 'title' },
          description: { field: 'text' },
          status: { field: 'status', openValues: ['Open', null] },
          contributor: { field: 'people' },
        },
      ),
      createTrackerDefinition(
        'task',
        [createFieldDefinition('string', 'task:title'), createFieldDefinition('art_link', 'task:links')],
        {
          title: { field: 'task:title' },
        },
      ),
      createTrackerDefinition(
        'secret',
        [createFieldDefinition('string', 'secret:title'), createFieldDefinition('art_link', 'secret:links')],
        { title: { field: 'secret:title' } },
        { permissions: { full: [4] } },
      ),
    ],
  })
  const value = (label: string): number => Number(project.values.get(label))
  const list = (...labels: readonly string[]) => labels.map(value)
  const fileIds = await addFiles(server, project, [
    ['Crème brûlée.PNG', 'A dessert'],
    ['notes.txt', 'Ça va'],
  ])
  const seed = (tracker: string, by: typeof alice, on: number, values: object, comment?: object) => ({
    tracker,
    changes: [
      { by, on: baseTime + on, values: values as never },
      ...(comment === undefined ? [] : [{ by, on: baseTime + on + 60, comment: comment as never }]),
    ],
  })
  const painters = project.groups.get('painters') as never
  const openValues = await addOpenValues(server, project, ['typed', 'Other'])
  const artifacts = await project.createArtifacts(
    seed(
      'bug',
      alice,
      0,
      {
        title: 'Alpha Über',
        text: { format: 'html', content: '<p>First <b>line</b></p>' },
        ...{ count: 3, ratio: 0.5, due: day('2026-02-01'), at: minute('2026-02-01 10:30') },
        ...{ status: list('Open'), colours: list('Red', 'Blue'), people: [alice, bob] },
        ...{ tags: [`b${value('bound')}`, `o${openValues[0]}`], files: [fileIds[0]] },
      },
      { body: 'Said in public' },
    ),
    seed(
      'bug',
      bob,
      86_400,
      {
        title: 'beta 100%_!',
        text: { format: 'text', content: 'Second\nline' },
        ...{ count: -7, ratio: 1.25, due: day('2026-02-02'), at: minute('2026-02-01 23:59') },
        ...{ status: list('Closed'), colours: list('Green'), people: [bob] },
        ...{ tags: [`o${openValues[1]}`], files: [fileIds[1]] },
      },
      { body: 'Said among painters', groups: [painters] },
    ),
    seed('bug', alice, 2 * 86_400, { title: 'gamma', count: 40, due: day('2026-03-29'), status: list('Élan') }),
    seed('bug', boss, 3 * 86_400, { title: 'delta', at: minute('2026-02-02 00:00'), hidden: 'treasure' }),
    {
      tracker: 'bug',
      changes: [{ email: 'visitor@example.com', on: baseTime + 4 * 86_400, values: { title: 'epsilon' } }],
    },
    seed('bug', boss, 5 * 86_400, { title: 'zeta (closed off)', access: [4], count: 3 }),
    seed('task', alice, 0, { 'task:title': 'task' }),
    seed('secret', boss, 0, { 'secret:title': 'secret' }),
  )
  const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'task', 'secret']
  const ids = Object.fromEntries(names.map((name, index) => [name, artifacts[index] as ArtifactId]))
  const link = (from: string, field: string, ...to: readonly (readonly [string, string])[]) =>
    project.addChangeset(ids[from] as ArtifactId, {
      by: alice,
      on: baseTime + 6 * 86_400,
      values: { [field]: to.map(([target, type]) => ({ id: ids[target], type })) },
    })
  await link('alpha', 'links', ['beta', '_is_child'], ['task', ''], ['secret', ''])
  await link('gamma', 'links', ['secret', '_is_child'])
  await link('task', 'task:links', ['beta', ''], ['gamma', '_covered_by'])
  await link('secret', 'secret:links', ['delta', '_is_child'])
  await link('zeta', 'links', ['epsilon', '_is_child'])
  await project.addChangeset(ids['alpha'] as ArtifactId, {
    by: alice,
    on: baseTime + 6 * 86_400,
    comment: { body: `As in bug #${ids['beta']}` },
  })
  return {
    fixture: project,
    tracker: Number(project.trackers.get('bug')),
    ids: ids as SearchFixture['ids'],
    field: (name) => Number(project.fields.get(name)),
    value,
    openValue: (label) => openValues[['typed', 'Other'].indexOf(label)] ?? 0,
  }
}

async function addFiles(server: TestServer, project: ProjectFixture, files: readonly (readonly [string, string])[]) {
  const ids = files.map((_, index) => (900_000 + Number(project.projectId) * 10 + index) as FileId)
  const rows = files.map(([name, description], index) => ({
    ...{ id: ids[index] as FileId, name, description, size: 5, media_type: 'text/plain', blob: 'none' },
    ...{ submitted_by: server.idOf('alice'), created_on: baseTime, field_id: project.fields.get('files') ?? null },
    ...{ artifact_id: null, status: 'attached', search_text: buildFileSearchText({ name, description }) },
  }))
  await server.world.db.write((tx) => tx.insertInto('file').values(rows).execute())
  return ids
}

async function addOpenValues(
  server: TestServer,
  project: ProjectFixture,
  labels: readonly string[],
): Promise<number[]> {
  const rows = labels.map((label, index) => ({
    ...{ id: 900_000 + Number(project.projectId) * 10 + index, field_id: project.fields.get('tags') as never },
    ...{ label, label_key: label.toLowerCase() },
  }))
  await server.world.db.write((tx) => tx.insertInto('open_value').values(rows).execute())
  return rows.map(({ id }) => id)
}
