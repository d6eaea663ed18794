import type { ArtifactId } from '../../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../../kit/project-fixture.ts'
import type { TestServer } from '../../kit/server.ts'

const forBosses = { read: [4], submit: [4], update: [4] }
const readOnly = { read: [1] }

/** A public project with a tracker of tasks and other trackers around it, and users with different roles. */
export async function createWriteFixture(server: TestServer) {
  for (const login of ['alice', 'boss', 'olga', 'auditor']) await server.createUser(login)
  await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
  await server.createUser('rita', { status: 'R' })
  await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
  await server
    .as('admin')
    .post('site_permissions', { permission: 'read_only_administration', user_id: server.idOf('auditor') })
  const [alice, boss] = [server.idOf('alice'), server.idOf('boss')]
  const roles = { members: [alice], administrators: [boss] }
  const shop = await createProjectFixture(server, 'workshop', {
    ...roles,
    trackers: () => [
      createTrackerDefinition(
        'task',
        [
          createFieldDefinition('string', 'title', { isRequired: true, properties: { maxchars: 20 } }),
          createFieldDefinition('text', 'details'),
          createFieldDefinition('int', 'count', { properties: { default_value: 3 } }),
          createFieldDefinition('float', 'effort'),
          createFieldDefinition('date', 'due'),
          createFieldDefinition('sb', 'status', { bind: createStaticBind(['New', ''], ['Done', '']) }),
          createFieldDefinition('string', 'secret', { rights: forBosses, properties: { default_value: 'hush' } }),
          createFieldDefinition('string', 'shown', { rights: { read: [1], submit: [4], update: [4] } }),
          createFieldDefinition('art_link', 'links'),
          createFieldDefinition('string', 'retired', { isUsed: false }),
          createFieldDefinition('fieldset', 'box'),
          createFieldDefinition('aid', 'number', { rights: readOnly }),
          createFieldDefinition('subon', 'born', { rights: readOnly }),
        ],
        { title: { field: 'title' }, status: { field: 'status', openValues: ['New'] } },
      ),
      createTrackerDefinition('note', [createFieldDefinition('text', 'note:title')], {
        title: { field: 'note:title' },
      }),
      createTrackerDefinition('plain', [createFieldDefinition('string', 'plain:word')]),
      createTrackerDefinition('closed', [createFieldDefinition('string', 'closed:word', { rights: readOnly })]),
      createTrackerDefinition('strict', [
        createFieldDefinition('string', 'strict:word'),
        createFieldDefinition('string', 'strict:boss', { rights: forBosses, isRequired: true }),
      ]),
      createTrackerDefinition('later', [
        createFieldDefinition('string', 'later:word'),
        createFieldDefinition('string', 'later:outcome', { rights: { read: [1], update: [3] }, isRequired: true }),
      ]),
      createTrackerDefinition('letterbox', [
        createFieldDefinition('string', 'letterbox:letter', { rights: { read: [4], submit: [3], update: [2] } }),
      ]),
      createTrackerDefinition(
        'hidden',
        [createFieldDefinition('string', 'hidden:word')],
        {},
        { permissions: { full: [4] } },
      ),
    ],
  })
  const cellar = await createProjectFixture(server, 'cellar', {
    ...roles,
    access: 'private',
    trackers: () => [createTrackerDefinition('jar', [createFieldDefinition('string', 'jar:word')])],
  })
  const attic = await createProjectFixture(server, 'attic', {
    ...roles,
    trackers: () => [createTrackerDefinition('box', [createFieldDefinition('string', 'box:word')])],
  })
  const [box] = await attic.createArtifacts({ tracker: 'box', changes: [{ values: { 'box:word': 'dusty' } }] })
  await server.as('admin').patch(`projects/${attic.projectId}`, { status: 'suspended' })
  return { shop, cellar, attic, box: box as ArtifactId }
}

export type WriteFixture = Awaited<ReturnType<typeof createWriteFixture>>
export const getField = ({ fields }: ProjectFixture, key: string): number => Number(fields.get(key))
export const getTracker = ({ trackers }: ProjectFixture, key: string) => ({ id: Number(trackers.get(key)) })
