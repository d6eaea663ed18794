import type { ProjectId, TrackerId, UserId } from '../../src/kit/ids.ts'
import { aField, anOrchard, aTracker, choices, noon, type Orchard, projectMembers } from './orchard.ts'
import { blackPng } from './pictures.ts'
import type { TestServer } from './server.ts'
import { aStoredFile } from './stored-files.ts'

/** A project as people know them, to be looked at: two trackers, sixty bugs, one with something in every field. */
export interface ShownProject {
  readonly orchard: Orchard
  readonly project: ProjectId
  readonly bugs: TrackerId
  /** Has something in every field, and a history. */
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

export async function aShownProject(
  server: TestServer,
  people: { readonly alice: UserId; readonly bob: UserId },
): Promise<ShownProject> {
  const { alice, bob } = people
  const orchard = await anOrchard(server, 'lander', {
    access: 'public',
    members: [alice, bob],
    administrators: [alice],
    trackers: () => [bugs(), tasks()],
  })
  const values = orchard.values
  const change = { by: bob, on: noon - 40 * 86_400 }
  const [parent, crash] = await orchard.plant(
    { tracker: 'task', changes: [{ ...change, values: { 'task:title': 'Release 2.4' } }] },
    { tracker: 'bug', changes: [{ ...change, values: everything(orchard, people) }] },
    ...Array.from({ length: 60 }, (_, n) => ({
      tracker: 'bug',
      changes: [
        {
          by: n % 3 === 0 ? alice : bob,
          on: noon - n * 86_400,
          values: {
            'bug:title': `${titles[n % titles.length]}${n < titles.length ? '' : ` (${Math.floor(n / titles.length) + 1})`}`,
            'bug:status': [values.get(['Open', 'In progress', 'Done'][n % 3] ?? 'Open')],
            'bug:assigned_to': n % 4 === 0 ? [] : [n % 2 === 0 ? alice : bob],
          },
        },
      ],
    })),
  )
  const place = { artifact: crash, field: orchard.fields.get('bug:files'), by: alice }
  const files = [
    await aStoredFile(server, { ...place, name: 'descent.png', mediaType: 'image/png', bytes: blackPng(640, 400) }),
    await aStoredFile(server, { ...place, name: 'lander.log', bytes: 'tile is undefined\n'.repeat(400) }),
  ].map(({ id }) => id)
  const links = [
    { id: parent ?? 0, type: '' },
    { id: (crash ?? 0) + 1, type: '_is_child' },
  ]
  await orchard.grow(crash as never, {
    by: alice,
    on: noon - 2 * 86_400,
    values: { 'bug:status': [values.get('In progress')], 'bug:links': links, 'bug:files': files },
    comment: {
      body:
        'Seen on **two** machines, see bug #' +
        ((crash ?? 0) + 1) +
        '.\n\n1. Open the map\n2. Zoom out quickly\n\n```\nTypeError: tile is undefined\n```',
      format: 'commonmark',
    },
  })
  return { orchard, project: orchard.projectId, bugs: orchard.trackers.get('bug') as TrackerId, crash: crash ?? 0 }
}

const everything = ({ values }: Orchard, { alice, bob }: { alice: UserId; bob: UserId }) => ({
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
  'bug:due': noon + 9 * 86_400,
  'bug:met': noon,
  'bug:remaining': 3,
})

const bugs = () =>
  aTracker(
    'bug',
    [
      aField('fieldset', 'bug:fs_what', {
        label: 'What happens',
        children: [
          aField('string', 'bug:title', { label: 'Title' }),
          aField('text', 'bug:details', { label: 'Details' }),
          aField('sb', 'bug:status', {
            label: 'Status',
            bind: choices(['Open', 'fiesta-red'], ['In progress', 'graffiti-yellow'], ['Done', 'sherwood-green']),
          }),
          aField('rb', 'bug:severity', {
            label: 'Severity',
            bind: choices(['Minor', ''], ['Critical', '#b01040']),
          }),
          aField('msb', 'bug:assigned_to', { label: 'Assigned to', bind: projectMembers }),
        ],
      }),
      aField('fieldset', 'bug:fs_plan', {
        label: 'Planning',
        children: [
          aField('int', 'bug:points', { label: 'Points' }),
          aField('float', 'bug:effort', { label: 'Effort' }),
          aField('date', 'bug:due', { label: 'Due on' }),
          aField('date', 'bug:met', { label: 'Met on', properties: { display_time: 1 } }),
          aField('computed', 'bug:remaining', { label: 'Remaining' }),
          aField('string', 'bug:nothing', { label: 'Customer' }),
        ],
      }),
      aField('fieldset', 'bug:fs_around', {
        label: 'Around it',
        children: [
          aField('art_link', 'bug:links', { label: 'Links' }),
          aField('file', 'bug:files', { label: 'Files' }),
          aField('cross', 'bug:references', { label: 'References' }),
          aField('perm', 'bug:seen_by', { label: 'Seen by' }),
          aField('subby', 'bug:submitted_by', { label: 'Submitted by' }),
          aField('subon', 'bug:submitted_on', { label: 'Submitted on' }),
          aField('aid', 'bug:id', { label: 'Number' }),
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
  ...aTracker('task', [aField('string', 'task:title', { label: 'Title' })], { title: { field: 'task:title' } }),
  color: 'deep-blue',
})
