import type { ArtifactId } from '../../../src/kit/ids.ts'
import { aField, anOrchard, aTracker, choices, type Orchard } from '../../kit/orchard.ts'
import type { TestServer } from '../../kit/server.ts'

const forBosses = { read: [4], submit: [4], update: [4] }
const readOnly = { read: [1] }

/** A public project with a tracker of tasks and some around it; people of each kind. */
export async function aWorkshop(server: TestServer) {
  for (const login of ['alice', 'boss', 'olga', 'auditor']) await server.person(login)
  await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
  await server.person('rita', { status: 'R' })
  await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
  await server
    .as('admin')
    .post('site_permissions', { permission: 'read_only_administration', user_id: server.idOf('auditor') })
  const [alice, boss] = [server.idOf('alice'), server.idOf('boss')]
  const people = { members: [alice], administrators: [boss] }
  const shop = await anOrchard(server, 'workshop', {
    ...people,
    trackers: () => [
      aTracker(
        'task',
        [
          aField('string', 'title', { isRequired: true, properties: { maxchars: 20 } }),
          aField('text', 'details'),
          aField('int', 'count', { properties: { default_value: 3 } }),
          aField('float', 'effort'),
          aField('date', 'due'),
          aField('sb', 'status', { bind: choices(['New', ''], ['Done', '']) }),
          aField('string', 'secret', { rights: forBosses, properties: { default_value: 'hush' } }),
          aField('string', 'shown', { rights: { read: [1], submit: [4], update: [4] } }),
          aField('art_link', 'links'),
          aField('string', 'retired', { isUsed: false }),
          aField('fieldset', 'box'),
          aField('aid', 'number', { rights: readOnly }),
          aField('subon', 'born', { rights: readOnly }),
        ],
        { title: { field: 'title' }, status: { field: 'status', openValues: ['New'] } },
      ),
      aTracker('note', [aField('text', 'note:title')], { title: { field: 'note:title' } }),
      aTracker('plain', [aField('string', 'plain:word')]),
      aTracker('closed', [aField('string', 'closed:word', { rights: readOnly })]),
      aTracker('strict', [
        aField('string', 'strict:word'),
        aField('string', 'strict:boss', { rights: forBosses, isRequired: true }),
      ]),
      aTracker('later', [
        aField('string', 'later:word'),
        aField('string', 'later:outcome', { rights: { read: [1], update: [3] }, isRequired: true }),
      ]),
      aTracker('letterbox', [
        aField('string', 'letterbox:letter', { rights: { read: [4], submit: [3], update: [2] } }),
      ]),
      aTracker('hidden', [aField('string', 'hidden:word')], {}, { permissions: { full: [4] } }),
    ],
  })
  const cellar = await anOrchard(server, 'cellar', {
    ...people,
    access: 'private',
    trackers: () => [aTracker('jar', [aField('string', 'jar:word')])],
  })
  const attic = await anOrchard(server, 'attic', {
    ...people,
    trackers: () => [aTracker('box', [aField('string', 'box:word')])],
  })
  const [box] = await attic.plant({ tracker: 'box', changes: [{ values: { 'box:word': 'dusty' } }] })
  await server.as('admin').patch(`projects/${attic.projectId}`, { status: 'suspended' })
  return { shop, cellar, attic, box: box as ArtifactId }
}

export type Workshop = Awaited<ReturnType<typeof aWorkshop>>
export const fieldOf = ({ fields }: Orchard, key: string): number => Number(fields.get(key))
export const trackerOf = ({ trackers }: Orchard, key: string) => ({ id: Number(trackers.get(key)) })
