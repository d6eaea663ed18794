import type { ProjectId, TrackerId, UserId } from '../../src/kit/values/ids.ts'
import { createBlackPng } from './pictures.ts'
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

/** A realistic project for pages: two trackers and sixty bugs, one of which has a value in every field. */
export interface BrowserProject {
  readonly fixture: ProjectFixture
  readonly project: ProjectId
  readonly bugs: TrackerId
  /** Id of the artifact with a value in every field and a history. */
  readonly crash: number
}

const titles = [
  'Map tiles flicker while zooming',
  'Search forgets the last filter',
  'Export as CSV cuts long texts',
  'Dark mode: contrast of links',
  'Time zone is wrong in mails',
  'Upload stops at 99 %',
]

export async function createBrowserProject(
  server: TestServer,
  users: { readonly alice: UserId; readonly bob: UserId },
): Promise<BrowserProject> {
  const { alice, bob } = users
  const project = await createProjectFixture(server, 'lander', {
    access: 'public',
    members: [alice, bob],
    administrators: [alice],
    trackers: () => [bugs(), tasks()],
  })
  const values = project.values
  const change = { by: bob, on: baseTime - 40 * 86_400 }
  const [parent, crash] = await project.createArtifacts(
    { tracker: 'task', changes: [{ ...change, values: { 'task:title': 'Release 2.4' } }] },
    { tracker: 'bug', changes: [{ ...change, values: everything(project, users) }] },
    ...Array.from({ length: 60 }, (_, n) => ({
      tracker: 'bug',
      changes: [
        {
          by: n % 3 === 0 ? alice : bob,
          on: baseTime - n * 86_400,
          values: {
            'bug:title': `${titles[n % titles.length]}${n < titles.length ? '' : ` (${Math.floor(n / titles.length) + 1})`}`,
            'bug:status': [values.get(['Open', 'In progress', 'Done'][n % 3] ?? 'Open')],
            'bug:assigned_to': n % 4 === 0 ? [] : [n % 2 === 0 ? alice : bob],
          },
        },
      ],
    })),
  )
  const location = { artifact: crash, field: project.fields.get('bug:files'), by: alice }
  const files = [
    await createStoredFile(server, {
      ...location,
      name: 'descent.png',
      mediaType: 'image/png',
      bytes: createBlackPng(640, 400),
    }),
    await createStoredFile(server, { ...location, name: 'lander.log', bytes: 'tile is undefined\n'.repeat(400) }),
  ].map(({ id }) => id)
  const links = [
    { id: parent ?? 0, type: '' },
    { id: (crash ?? 0) + 1, type: '_is_child' },
  ]
  await project.addChangeset(crash as never, {
    by: alice,
    on: baseTime - 2 * 86_400,
    values: { 'bug:status': [values.get('In progress')], 'bug:links': links, 'bug:files': files },
    comment: {
      body:
        'Seen on **two** machines, see bug #' +
        ((crash ?? 0) + 1) +
        '.\n\n1. Open the map\n2. Zoom out quickly\n\n```\nTypeError: tile is undefined\n```',
      format: 'commonmark',
    },
  })
  return {
    fixture: project,
    project: project.projectId,
    bugs: project.trackers.get('bug') as TrackerId,
    crash: crash ?? 0,
  }
}

const everything = ({ values }: ProjectFixture, { alice, bob }: { alice: UserId; bob: UserId }) => ({
  'bug:title': 'Lander crashes when the map is zoomed out during descent',
  'bug:details': {
    content:
      '<p>The <b>descent</b> view goes dark. See <a href="https://example.com/log">the log</a>.</p><ul><li>first</li><li>second</li></ul>',
    format: 'html',
  },
  'bug:status': [values.get('Open')],
  'bug:severity': [values.get('Critical')],
  'bug:assigned_to': [alice, bob],
  'bug:points': 5,
  'bug:effort': 2.5,
  'bug:due': baseTime + 9 * 86_400,
  'bug:met': baseTime,
  'bug:remaining': 3,
})

const bugs = () =>
  createTrackerDefinition(
    'bug',
    [
      createFieldDefinition('fieldset', 'bug:fs_what', {
        label: 'What happens',
        children: [
          createFieldDefinition('string', 'bug:title', { label: 'Title' }),
          createFieldDefinition('text', 'bug:details', { label: 'Details' }),
          createFieldDefinition('sb', 'bug:status', {
            label: 'Status',
            bind: createStaticBind(
              ['Open', 'fiesta-red'],
              ['In progress', 'graffiti-yellow'],
              ['Done', 'sherwood-green'],
            ),
          }),
          createFieldDefinition('rb', 'bug:severity', {
            label: 'Severity',
            bind: createStaticBind(['Minor', ''], ['Critical', '#b01040']),
          }),
          createFieldDefinition('msb', 'bug:assigned_to', { label: 'Assigned to', bind: projectMembers }),
        ],
      }),
      createFieldDefinition('fieldset', 'bug:fs_plan', {
        label: 'Planning',
        children: [
          createFieldDefinition('int', 'bug:points', { label: 'Points' }),
          createFieldDefinition('float', 'bug:effort', { label: 'Effort' }),
          createFieldDefinition('date', 'bug:due', { label: 'Due on' }),
          createFieldDefinition('date', 'bug:met', { label: 'Met on', properties: { display_time: 1 } }),
          createFieldDefinition('computed', 'bug:remaining', { label: 'Remaining' }),
          createFieldDefinition('string', 'bug:nothing', { label: 'Customer' }),
        ],
      }),
      createFieldDefinition('fieldset', 'bug:fs_around', {
        label: 'Around it',
        children: [
          createFieldDefinition('art_link', 'bug:links', { label: 'Links' }),
          createFieldDefinition('file', 'bug:files', { label: 'Files' }),
          createFieldDefinition('cross', 'bug:references', { label: 'References' }),
          createFieldDefinition('perm', 'bug:seen_by', { label: 'Seen by' }),
          createFieldDefinition('subby', 'bug:submitted_by', { label: 'Submitted by' }),
          createFieldDefinition('subon', 'bug:submitted_on', { label: 'Submitted on' }),
          createFieldDefinition('aid', 'bug:id', { label: 'Number' }),
        ],
      }),
    ],
    {
      title: { field: 'bug:title' },
      description: { field: 'bug:details' },
      status: { field: 'bug:status', openValues: ['Open', 'In progress'] },
      contributor: { field: 'bug:assigned_to' },
    },
  )

const tasks = () => ({
  ...createTrackerDefinition('task', [createFieldDefinition('string', 'task:title', { label: 'Title' })], {
    title: { field: 'task:title' },
  }),
  color: 'deep-blue',
})
