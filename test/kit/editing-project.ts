import type { ArtifactId, FieldId, TrackerId, UserId } from '../../src/kit/values/ids.ts'
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
import { createStoredFile } from './stored-files.ts'

/** A project whose tracker has a field of every editable type, and a workflow with all kinds of conditions. */
export interface EditingProject {
  readonly fixture: ProjectFixture
  readonly tracker: TrackerId
  /** Id of a field by its name, such as `points`. */
  field(name: string): FieldId
  /** Creates a job with a value in every field; its status is "Waiting". */
  createJob(title: string): Promise<ArtifactId>
}

export async function createEditingProject(
  server: TestServer,
  users: { readonly alice: UserId; readonly bob: UserId },
  name = 'yard',
): Promise<EditingProject> {
  const { alice, bob } = users
  const fixture = await createProjectFixture(server, name, {
    access: 'public',
    members: [alice, bob],
    administrators: [alice],
    groups: { office: [bob] },
    trackers: () => [jobs()],
  })
  const { values } = fixture
  const field = (name: string): FieldId => fixture.fields.get(`job:${name}`) as FieldId
  return {
    fixture,
    tracker: fixture.trackers.get('job') as TrackerId,
    field,
    async createJob(title) {
      const [id] = await fixture.createArtifacts({
        tracker: 'job',
        changes: [
          {
            by: alice,
            on: baseTime - 40 * 86_400,
            values: {
              'job:title': title,
              'job:details': { content: 'The *old* one is soft.', format: 'commonmark' },
              'job:remark': { content: 'plain <b>', format: 'text' },
              'job:status': [values.get('Waiting')],
              'job:assigned_to': [alice],
              'job:lead': [],
              'job:trades': [values.get('Wood')],
              'job:points': 1937,
              'job:effort': 2.5,
              'job:spent': 150,
              'job:due': baseTime + 9 * 86_400,
              'job:lift': baseTime,
            },
          },
        ],
      })
      const artifact = id as ArtifactId
      const file = await createStoredFile(server, { artifact, field: field('files'), by: alice, name: 'plan.txt' })
      await fixture.addChangeset(artifact, {
        by: alice,
        on: baseTime - 30 * 86_400,
        values: { 'job:files': [file.id] },
      })
      const step = (text: string, rank: number) => ({
        description: text,
        description_format: 'text',
        expected_results: `${text} is done`,
        expected_results_format: 'text',
        rank,
      })
      const put = await server.as('alice').put(`/api/artifacts/${artifact}`, {
        values: [
          { field_id: field('steps'), value: [step('Lift the step', 1), step('Cut the template', 2)] },
          { field_id: field('materials'), value: { bind_value_objects: [{ label: 'oak' }, { label: 'epoxy' }] } },
        ],
      })
      if (put.status !== 200) throw new Error(put.text)
      return artifact
    },
  }
}

const everyone = [3]

const jobs = () => ({
  ...createTrackerDefinition(
    'job',
    [
      createFieldDefinition('fieldset', 'job:fs_work', {
        label: 'Work',
        children: [
          createFieldDefinition('string', 'job:title', { label: 'Title', isRequired: true }),
          createFieldDefinition('text', 'job:details', { label: 'Details' }),
          createFieldDefinition('text', 'job:remark', { label: 'Remark' }),
          createFieldDefinition('ttmstepdef', 'job:steps', { label: 'Steps' }),
          createFieldDefinition('sb', 'job:status', {
            label: 'Status',
            bind: createStaticBind(
              ['Waiting', 'chrome-silver'],
              ['At work', 'clockwork-orange'],
              ['Inspected', 'daphne-blue'],
              ['Done', 'army-green'],
            ),
          }),
          createFieldDefinition('msb', 'job:assigned_to', { label: 'Assigned to', bind: projectMembers }),
          createFieldDefinition('sb', 'job:lead', { label: 'Lead', bind: projectMembers }),
          createFieldDefinition('cb', 'job:trades', {
            label: 'Trades',
            bind: createStaticBind(['Wood', 'teddy-brown'], ['Rigging', ''], ['Paint', 'fiesta-red']),
          }),
          createFieldDefinition('tbl', 'job:materials', {
            label: 'Materials',
            bind: createStaticBind(['oak', ''], ['pine', '']),
          }),
          createFieldDefinition('string', 'job:berth', { label: 'Berth', properties: { maxchars: 5 } }),
          createFieldDefinition('string', 'job:invoice', {
            label: 'Invoice',
            rights: { read: [1], submit: [2], update: [4] },
          }),
        ],
      }),
      createFieldDefinition('fieldset', 'job:fs_plan', {
        label: 'Planning',
        children: [
          createFieldDefinition('int', 'job:points', { label: 'Points' }),
          createFieldDefinition('float', 'job:effort', { label: 'Effort' }),
          createFieldDefinition('duration', 'job:spent', { label: 'Time spent' }),
          createFieldDefinition('date', 'job:due', { label: 'Due' }),
          createFieldDefinition('date', 'job:lift', { label: 'Lift', properties: { display_time: 1 } }),
          createFieldDefinition('computed', 'job:total', { label: 'Total' }),
          createFieldDefinition('aid', 'job:number', { label: 'Number' }),
          createFieldDefinition('priority', 'job:rank', { label: 'Rank' }),
        ],
      }),
      createFieldDefinition('fieldset', 'job:fs_secret', {
        label: 'Costs',
        children: [createFieldDefinition('string', 'job:cost', { label: 'Cost' })],
      }),
      createFieldDefinition('fieldset', 'job:fs_around', {
        label: 'Around it',
        children: [
          createFieldDefinition('art_link', 'job:links', { label: 'Links' }),
          createFieldDefinition('file', 'job:files', { label: 'Files' }),
          createFieldDefinition('perm', 'job:seen_by', { label: 'Seen by' }),
          createFieldDefinition('cross', 'job:references', { label: 'References' }),
        ],
      }),
    ],
    {
      title: { field: 'job:title' },
      description: { field: 'job:details' },
      status: { field: 'job:status', openValues: ['Waiting', 'At work', 'Inspected'] },
      contributor: { field: 'job:assigned_to' },
    },
  ),
  workflow: {
    field: 'job:status',
    isUsed: true,
    isAdvanced: false,
    isLegacy: false,
    transitions: [
      transition(null, 'Waiting'),
      transition('Waiting', 'At work', {
        actions: [
          { kind: 'frozen_fields' as const, fields: ['job:points'] },
          { kind: 'hidden_fieldsets' as const, fieldsets: ['job:fs_secret'] },
        ],
      }),
      transition('Waiting', 'Inspected', { notEmptyFields: ['job:berth'], isCommentRequired: true }),
      transition('Waiting', 'Done', { groups: [4] }),
      transition('At work', 'Waiting'),
    ],
  },
})

const transition = (from: string | null, to: string, more: object = {}) => ({
  from,
  to,
  groups: everyone as never,
  notEmptyFields: [] as string[],
  isCommentRequired: false,
  actions: [] as never[],
  ...more,
})
