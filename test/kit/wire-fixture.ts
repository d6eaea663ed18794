import type { FieldTypeName } from '../../src/fields/model/field.ts'
import type { ArtifactId, FieldId, FileId, TrackerId, UserGroupId } from '../../src/kit/values/ids.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { buildFileSearchText } from '../../src/uploads/model/search-text.ts'
import { bumpRevision } from './bump-revision.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from './project-fixture.ts'
import type { TestServer } from './server.ts'
import type { ExampleIds, ExampleProject, FieldExamples, StoredRows } from './wire-field-examples.ts'

/** The label of a field in the API. */
export const getLabel = (name: string): string => `Label of ${name}`

/** A form element, its type, and its differences to the examples. */
export interface FieldElement {
  readonly type: FieldTypeName
  readonly field: FieldExamples
  readonly name?: string
  /** Replaces the settings of the examples. */
  readonly settings?: object
  readonly more?: object
}

/** A tracker for examples, with a field `plain` that every user can set. */
export interface FieldTracker {
  readonly id: TrackerId
  readonly plain: number
  fieldId(name: string): number
  at(name: string): ExampleIds
}

/** A project with everything that examples refer to. */
export interface WireFixture {
  readonly project: ExampleProject
  /** Creates a tracker like project administrators do: with POST /projects/{id}/trackers. */
  createTracker(itemName: string, elements: readonly FieldElement[]): Promise<FieldTracker>
  /** A tracker from an archive, with fields that tracker definitions cannot contain. */
  readonly imported: FieldTracker
  /** Index rows by which a value is searched. */
  storedRows(artifact: number, field: number): Promise<StoredRows>
}

/** Number of completed uploads for examples. */
const uploads = 400

/** Creates the users that all fixtures of a server share. */
export async function createUsers(server: TestServer): Promise<ExampleProject['users']> {
  return {
    alice: await server.createUser('alice', { realName: 'Alice Ash' }),
    bob: await server.createUser('bob', { realName: 'Bob Birch' }),
    boss: await server.createUser('boss', { realName: 'Boss Beech' }),
    gone: await server.createUser('gone'),
    outsider: await server.createUser('outsider'),
  }
}

/** `importedElements`: elements that tracker definitions cannot contain. */
export async function createWireFixture(
  server: TestServer,
  users: ExampleProject['users'],
  shortName: string,
  importedElements: readonly FieldElement[] = [],
): Promise<WireFixture> {
  const { world } = server
  const [alice, bob, boss, gone] = [users.alice, users.bob, users.boss, users.gone] as never[]
  const projectFixture = await createProjectFixture(server, shortName, {
    members: [alice as never, bob as never, gone as never],
    administrators: [boss as never],
    groups: { painters: [alice as never] },
    trackers: () => [
      createTrackerDefinition('target', [
        createFieldDefinition('art_link', 'target:links'),
        createFieldDefinition('file', 'target:files'),
      ]),
      createTrackerDefinition('bare', [createFieldDefinition('string', 'bare:title')]),
      createTrackerDefinition('lost', [createFieldDefinition('string', 'lost:title')]),
      createTrackerDefinition('lent', [
        createFieldDefinition('string', 'plain'),
        ...importedElements.map(({ type, field }) =>
          createFieldDefinition(type, field.name, { label: getLabel(field.name), rights: { read: [1] } }),
        ),
      ]),
    ],
  })
  const { projectId: project, groups } = projectFixture
  const painters = groups.get('painters') as UserGroupId
  const fixture: ExampleProject = { project, users, painters }

  const seed = (tracker: string) => ({ tracker, changes: [{ by: alice as never }] })
  const artifacts = await projectFixture.createArtifacts(...['target', 'target', 'target', 'bare', 'lost'].map(seed))
  const [first = 0, second = 0, third = 0, withoutLinks = 0, inDeletedTracker = 0] = artifacts
  const unseen = await createArtifactInOtherProject(server, `${shortName}-hidden`, { access: 'private' })
  const inSuspendedProject = await createArtifactInOtherProject(server, `${shortName}-still`, { status: 'suspended' })
  const { fileIds, others } = await createFiles(server, projectFixture, users, first as ArtifactId)
  await world.db.write(async (tx) => {
    await tx
      .updateTable('user')
      .set({ status: 'S' })
      .where('id', '=', users.gone as never)
      .execute()
    await tx
      .updateTable('tracker')
      .set({ deleted_on: world.clock.now() })
      .where('id', '=', projectFixture.trackers.get('lost') as TrackerId)
      .execute()
    const word = { forward_label: 'to', reverse_label: 'from' }
    await tx
      .insertInto('link_type')
      .values([
        { short_name: 'switched_off', ...word, is_system: 0 },
        { short_name: '_reserved', ...word, is_system: 1 },
      ])
      .onConflict((on) => on.doNothing())
      .execute()
    await tx.insertInto('disabled_link_type').values({ project_id: project, short_name: 'switched_off' }).execute()
    await bumpRevision(tx, 'users')
    await bumpRevision(tx, 'trackers')
    await bumpRevision(tx, 'projects')
    await bumpRevision(tx, 'settings')
  })
  await world.cache.refresh()
  const { body: target } = await server.as('boss').get(`trackers/${projectFixture.trackers.get('target')}`)
  const { id, uri, label, color_name: color, project: home } = target
  const targetTracker = {
    ...{ id, uri, label, color },
    project: { id: home.id, uri: home.uri, label: home.label, icon: '' },
  }
  let nextFile = 0

  const trackerOfExamples = async (tracker: TrackerId): Promise<FieldTracker> => {
    const { fields = [] } = (await getCachedTracker(world, tracker)) ?? {}
    const fieldNamed = (name: string) => {
      const field = fields.find((each) => each.name === name)
      if (field === undefined) throw new Error(`Field ${name} not found`)
      return field
    }
    const tags = fields.find((each) => each.name === 'tags')
    if (tags?.isUsed) {
      await server.as('bob').post('artifacts', {
        tracker: { id: tracker },
        values: [{ field_id: tags.id, bind_value_ids: ['known'] }],
      })
    }
    const openValues = await world.db.read
      .selectFrom('open_value')
      .selectAll()
      .where('field_id', '=', (tags?.id ?? 0) as FieldId)
      .execute()
    return {
      id: tracker,
      plain: fieldNamed('plain').id,
      fieldId: (name) => fieldNamed(name).id,
      at(name) {
        const { id: field, bind } = fieldNamed(name)
        const fileByName = new Map<string, number>()
        return {
          ...fixture,
          origin: 'http://localhost',
          field,
          artifact: undefined,
          number: 0,
          rank: 0,
          others: { ...others, unseen, withoutLinks, inDeletedTracker, inSuspendedProject, targetTracker },
          target: (n) => [first, second, third][n - 1] ?? 0,
          openValue: (text) => openValues.find((each) => each.label === text)?.id ?? 0,
          value(text) {
            if (bind?.kind === 'static') return bind.values.find((each) => each.label === text)?.id ?? 0
            const groupId = text === 'painters' ? painters : 3
            return bind?.kind === 'ugroups' ? (bind.values.find((each) => each.groupId === groupId)?.id ?? 0) : 0
          },
          file(which) {
            const fileId = fileByName.get(which) ?? fileIds[nextFile++]
            if (fileId === undefined) throw new Error('All uploads are used')
            fileByName.set(which, fileId)
            return fileId
          },
        }
      },
    }
  }

  return {
    project: fixture,
    async createTracker(itemName, elements) {
      const fields = elements.map(({ type, field, name = field.name, settings, more }, index) => ({
        ...{ field_id: index + 2, type, name, label: getLabel(name) },
        ...(settings ?? field.element?.(fixture)),
        ...more,
      }))
      const definition = {
        label: itemName,
        item_name: itemName,
        fields: [{ field_id: 1, type: 'string', name: 'plain', label: 'Plain' }, ...fields],
      }
      const response = await server.as('boss').post(`projects/${project}/trackers`, { definition })
      if (response.status !== 201) throw new Error(`The tracker ${itemName} was not created: ${response.text}`)
      return trackerOfExamples(response.body.id)
    },
    imported: await trackerOfExamples(projectFixture.trackers.get('lent') as TrackerId),
    storedRows: (artifact, field) => loadStoredRows(server, artifact as ArtifactId, field as FieldId),
  }
}

/** Creates an artifact in a private or suspended project. */
async function createArtifactInOtherProject(
  server: TestServer,
  shortName: string,
  options: { readonly access?: 'private'; readonly status?: 'suspended' },
): Promise<number> {
  const other = await createProjectFixture(server, shortName, {
    access: options.access ?? 'public',
    trackers: () => [createTrackerDefinition('far', [createFieldDefinition('art_link', 'far:links')])],
  })
  const [id = 0] = await other.createArtifacts({ tracker: 'far', changes: [{}] })
  if (options.status !== undefined) {
    await server.world.db.write(async (tx) => {
      await tx.updateTable('project').set({ status: 'suspended' }).where('id', '=', other.projectId).execute()
      await bumpRevision(tx, 'projects')
    })
  }
  return id
}

/** Inserts completed uploads of alice, and some that she cannot attach. */
async function createFiles(
  server: TestServer,
  project: ProjectFixture,
  users: ExampleProject['users'],
  target: ArtifactId,
) {
  const { world } = server
  const { name: blob } = await world.files.store(
    (async function* () {
      yield Buffer.from('crane')
    })(),
  )
  const start = 100_000 + Number(project.projectId) * 1000
  const otherField = project.fields.get('target:files') as FieldId
  const common = {
    ...{ name: 'crane 1.png', size: 5, media_type: 'image/png', description: 'night shot', blob },
    ...{ submitted_by: users.alice as never, created_on: world.clock.now() },
    search_text: buildFileSearchText({ name: 'crane 1.png', description: 'night shot' }),
    ...{ field_id: null as FieldId | null, artifact_id: null as ArtifactId | null, status: 'complete' },
  }
  const fileIds = Array.from({ length: uploads }, (_, n) => start + n)
  const after = start + uploads
  const others = { fileOfBob: after, halfFile: after + 1, attachedFile: after + 2, fileOfAnotherField: after + 3 }
  const rows = [
    ...fileIds.map((id) => ({ ...common, id: id as FileId })),
    { ...common, id: others.fileOfBob as FileId, submitted_by: users.bob as never },
    { ...common, id: others.halfFile as FileId, status: 'pending' },
    { ...common, id: others.attachedFile as FileId, status: 'attached', artifact_id: target, field_id: otherField },
    { ...common, id: others.fileOfAnotherField as FileId, field_id: otherField },
  ]
  await world.db.write((tx) => tx.insertInto('file').values(rows).execute())
  await project.addChangeset(target, { by: users.alice as never, values: { 'target:files': [others.attachedFile] } })
  return { fileIds, others }
}

async function loadStoredRows({ world }: TestServer, artifact: ArtifactId, field: FieldId): Promise<StoredRows> {
  const { read } = world.db
  const [list, open, number, date, file, link] = await Promise.all([
    read
      .selectFrom('value_list')
      .select('value_id as value')
      .where('artifact_id', '=', artifact)
      .where('field_id', '=', field)
      .execute(),
    read
      .selectFrom('value_open')
      .select('open_value_id as value')
      .where('artifact_id', '=', artifact)
      .where('field_id', '=', field)
      .execute(),
    read
      .selectFrom('value_number')
      .select('value')
      .where('artifact_id', '=', artifact)
      .where('field_id', '=', field)
      .execute(),
    read
      .selectFrom('value_date')
      .select('value')
      .where('artifact_id', '=', artifact)
      .where('field_id', '=', field)
      .execute(),
    read
      .selectFrom('value_file')
      .select('file_id as value')
      .where('artifact_id', '=', artifact)
      .where('field_id', '=', field)
      .execute(),
    read
      .selectFrom('value_link')
      .select(['target_id', 'type'])
      .where('artifact_id', '=', artifact)
      .where('field_id', '=', field)
      .orderBy('position')
      .execute(),
  ])
  const rows = {
    ...{ list: valuesOf(list), open: valuesOf(open), number: valuesOf(number), date: valuesOf(date) },
    ...{ link: link.map(({ target_id, type }) => [target_id, type] as const), file: valuesOf(file) },
  }
  return Object.fromEntries(Object.entries(rows).filter(([, rows]) => rows.length > 0))
}

const valuesOf = (rows: readonly { readonly value: unknown }[]): number[] =>
  rows.map(({ value }) => Number(value)).sort((a, b) => a - b)
