import type { ArtifactId } from '../../../src/kit/ids.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  staticBind,
  trackerDefinition,
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
      trackerDefinition(
        'task',
        [
          fieldDefinition('string', 'title', { isRequired: true, properties: { maxchars: 20 } }),
          fieldDefinition('text', 'details'),
          fieldDefinition('int', 'count', { properties: { default_value: 3 } }),
          fieldDefinition('float', 'effort'),
          fieldDefinition('date', 'due'),
          fieldDefinition('sb', 'status', { bind: staticBind(['New', ''], ['Done', '']) }),
          fieldDefinition('string', 'secret', { rights: forBosses, properties: { default_value: 'hush' } }),
          fieldDefinition('string', 'shown', { rights: { read: [1], submit: [4], update: [4] } }),
          fieldDefinition('art_link', 'links'),
          fieldDefinition('string', 'retired', { isUsed: false }),
          fieldDefinition('fieldset', 'box'),
          fieldDefinition('aid', 'number', { rights: readOnly }),
          fieldDefinition('subon', 'born', { rights: readOnly }),
        ],
        { title: { field: 'title' }, status: { field: 'status', openValues: ['New'] } },
      ),
      trackerDefinition('note', [fieldDefinition('text', 'note:title')], { title: { field: 'note:title' } }),
      trackerDefinition('plain', [fieldDefinition('string', 'plain:word')]),
      trackerDefinition('closed', [fieldDefinition('string', 'closed:word', { rights: readOnly })]),
      trackerDefinition('strict', [
        fieldDefinition('string', 'strict:word'),
        fieldDefinition('string', 'strict:boss', { rights: forBosses, isRequired: true }),
      ]),
      trackerDefinition('later', [
        fieldDefinition('string', 'later:word'),
        fieldDefinition('string', 'later:outcome', { rights: { read: [1], update: [3] }, isRequired: true }),
      ]),
      trackerDefinition('letterbox', [
        fieldDefinition('string', 'letterbox:letter', { rights: { read: [4], submit: [3], update: [2] } }),
      ]),
      trackerDefinition('hidden', [fieldDefinition('string', 'hidden:word')], {}, { permissions: { full: [4] } }),
    ],
  })
  const cellar = await createProjectFixture(server, 'cellar', {
    ...roles,
    access: 'private',
    trackers: () => [trackerDefinition('jar', [fieldDefinition('string', 'jar:word')])],
  })
  const attic = await createProjectFixture(server, 'attic', {
    ...roles,
    trackers: () => [trackerDefinition('box', [fieldDefinition('string', 'box:word')])],
  })
  const [box] = await attic.createArtifacts({ tracker: 'box', changes: [{ values: { 'box:word': 'dusty' } }] })
  await server.as('admin').patch(`projects/${attic.projectId}`, { status: 'suspended' })
  return { shop, cellar, attic, box: box as ArtifactId }
}

export type WriteFixture = Awaited<ReturnType<typeof createWriteFixture>>
export const fieldOf = ({ fields }: ProjectFixture, key: string): number => Number(fields.get(key))
export const trackerOf = ({ trackers }: ProjectFixture, key: string) => ({ id: Number(trackers.get(key)) })
