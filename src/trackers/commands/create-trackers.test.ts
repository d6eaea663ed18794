import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { readRevisions } from '../../database/changes/revisions.ts'
import type { Database } from '../../database/db/db.ts'
import type { FieldDefinition } from '../../fields/model/definition.ts'
import {
  DEFAULT_TEMPLATE,
  type ProjectId,
  type TrackerId,
  type UserGroupId,
  type UserId,
} from '../../kit/values/ids.ts'
import { mayCompleteProject, mayCreateProject } from '../../projects/policy.ts'
import { addProject } from '../../projects/store/projects.ts'
import { defaultOptions, type TrackerDefinition, type TriggerRuleDefinition } from '../model/definition.ts'
import { loadTrackerBundle } from '../reads/load-tracker-bundle.ts'
import { toTrackerDefinitions } from '../reads/tracker-definition.ts'
import { loadTrackers } from '../store/trackers.ts'
import { builtInTemplates, getTemplateTrackers } from '../templates/built-in-templates.ts'
import { copyTrackers } from './copy-trackers.ts'
import { type CreatedTrackers, createTrackers } from './create-trackers.ts'

const system = { kind: 'system', reason: 'test' } as const
const groups = (...ids: number[]): UserGroupId[] => ids as UserGroupId[]

const field = (key: string, type: FieldDefinition['type'], parts: Partial<FieldDefinition> = {}): FieldDefinition => ({
  key,
  type,
  name: key.toLowerCase(),
  label: key,
  description: `about ${key}`,
  rank: 0,
  isUsed: true,
  isRequired: false,
  hasNotifications: false,
  properties: {},
  bind: null,
  permissions: [{ permission: 'read', group: 1 as UserGroupId }],
  children: [],
  ...parts,
})
const value = (key: string) => ({ key, label: key, description: '', isHidden: false, isDefault: false, color: '' })

/** A tracker that uses everything a tracker can have. */
const rich: TrackerDefinition = {
  key: 'T1',
  parentKey: 'T2',
  name: 'Éclairs',
  itemName: 'eclair',
  description: 'all of it',
  color: 'deep-blue',
  options: { ...defaultOptions, isCopiedWithProject: true, notificationsLevel: 1, submitInstructions: 'be kind' },
  cannedResponses: [{ title: 'Thanks', body: 'Thank you' }],
  fields: [
    field('F1', 'fieldset', {
      permissions: [],
      children: [
        field('F2', 'string', { isRequired: true, properties: { maxchars: 12 }, rank: 0 }),
        field('F3', 'sb', {
          rank: 1,
          bind: {
            kind: 'static',
            isAlphabetical: false,
            values: [
              { ...value('V1'), color: 'neon-green', isDefault: true },
              { ...value('V2'), isHidden: true, description: 'hidden' },
            ],
          },
        }),
      ],
    }),
    field('F4', 'msb', {
      rank: 1,
      hasNotifications: true,
      bind: {
        kind: 'users',
        sources: [{ kind: 'members' }, { kind: 'group', group: 105 as UserGroupId }],
        defaultUsers: [102 as UserId],
      },
    }),
    field('F5', 'cb', {
      rank: 2,
      isUsed: false,
      bind: { kind: 'ugroups', values: [{ key: 'V3', group: 3 as UserGroupId, isHidden: false, isDefault: true }] },
    }),
    field('F6', 'date', { rank: 3 }),
    field('F7', 'date', { rank: 4 }),
    field('F8', 'float', { rank: 5 }),
  ],
  semantics: {
    title: { field: 'F2' },
    status: { field: 'F3', openValues: ['V1', null] },
    done: { values: ['V2'] },
    contributor: { field: 'F4' },
    tooltip: { fields: ['F2', 'F3'] },
    timeframe: { impliedFrom: 'T2' },
    progress: { linkType: '_is_child' },
    plugin_cardwall_card_fields: { fields: ['F2'], backgroundColor: 'F3' },
  },
  rules: {
    dates: [{ source: 'F6', comparator: '<', target: 'F7' }],
    lists: [
      { source: 'F3', sourceValue: null, target: 'F4', targetValue: null },
      { source: 'F3', sourceValue: 'V1', target: 'F4', targetValue: 'user:102' },
    ],
  },
  reports: [
    {
      key: 'REPORT_1',
      name: 'Mine',
      description: 'of all',
      isDefault: true,
      isQueryDisplayed: false,
      isInExpertMode: true,
      expertQuery: "f2 = 'x'",
      criteria: [{ field: 'F3', rank: 0, isAdvanced: true, values: ['V1', null], text: undefined }],
      renderers: [
        {
          key: 'R1',
          kind: 'table',
          name: 'Table',
          description: '',
          rank: 0,
          raw: undefined,
          table: {
            chunkSize: 15,
            isMultisort: true,
            columns: [{ field: 'F2' }, { field: 'F3' }],
            sort: [{ field: 'F2', isDescending: true }],
          },
        },
        {
          key: 'R2',
          kind: 'plugin_cardwall',
          name: 'Wall',
          description: '',
          rank: 1,
          raw: '<renderer/>',
          table: undefined,
        },
      ],
    },
  ],
  workflow: {
    field: 'F3',
    isUsed: true,
    isAdvanced: true,
    isLegacy: false,
    transitions: [
      {
        from: null,
        to: 'V1',
        groups: groups(2, 3),
        notEmptyFields: ['F2'],
        isCommentRequired: false,
        actions: [
          { kind: 'set_date', field: 'F6', value: 'current' },
          { kind: 'set_float', field: 'F8', value: 1.5 },
          { kind: 'run_job', jobUrl: 'https://ci.example/job' },
        ],
      },
      {
        from: 'V1',
        to: 'V2',
        groups: groups(3),
        notEmptyFields: [],
        isCommentRequired: true,
        actions: [
          { kind: 'frozen_fields', fields: ['F2'] },
          { kind: 'hidden_fieldsets', fieldsets: ['F1'] },
          { kind: 'other', name: 'add_to_top_backlog' },
        ],
      },
    ],
  },
  webhooks: ['https://hook.example/'],
  permissions: [
    { permission: 'admin', group: 105 as UserGroupId },
    { permission: 'full', group: 1 as UserGroupId },
  ],
}
const plain: TrackerDefinition = {
  ...rich,
  key: 'T2',
  parentKey: null,
  name: 'Parents',
  itemName: 'parent',
  cannedResponses: [],
  fields: [
    field('F21', 'rb', { bind: { kind: 'static', isAlphabetical: true, values: [value('V22'), value('V21')] } }),
  ],
  semantics: {},
  rules: { dates: [], lists: [] },
  reports: [],
  workflow: null,
  webhooks: [],
}
const trigger: TriggerRuleDefinition = {
  condition: 'all_of',
  triggers: [{ field: 'F3', value: 'V2' }],
  target: { field: 'F21', value: 'V21' },
}

const permit = mayCreateProject(system, { project_creation: false })

describeOnEachDatabase((place) => {
  let db: Database
  const projects: Record<string, ProjectId> = {}
  const projectOf = (name: string): ProjectId => projects[name] as ProjectId

  beforeAll(async () => {
    db = await place.open()
    const words = { description: '', longDescription: '', icon: '', banner: null, createdFrom: null }
    const state = { access: 'public', status: 'active', isTemplate: false, isSynchronized: false } as const
    await db.write(async (tx) => {
      for (const shortName of ['origin', 'copy', 'refused', 'scrum', 'template', 'second', 'bugs']) {
        const id = shortName === 'template' ? { id: DEFAULT_TEMPLATE } : {}
        projects[shortName] = await addProject(tx, permit, { ...words, ...state, ...id, name: shortName, shortName }, 0)
      }
      const places = [
        [105, 'origin'],
        [106, 'copy'],
      ] as const
      for (const [id, shortName] of places) {
        const group = { id: id as UserGroupId, project_id: projectOf(shortName), description: '' }
        await tx
          .insertInto('user_group')
          .values({ ...group, name: shortName, name_key: shortName })
          .execute()
      }
    })
  })

  const rowsOf = async (table: 'tracker' | 'field' | 'bind_value') =>
    (await db.read.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id as number)

  describe('trackers that are created together', () => {
    let created: CreatedTrackers
    let before: { trackers: number }

    beforeAll(async () => {
      before = await readRevisions(db.read)
      created = await db.write((tx) =>
        createTrackers(tx, mayCompleteProject(permit, projectOf('origin')), {
          definitions: [rich, plain],
          triggers: [trigger],
        }),
      )
    })

    it('get ids in document order', () => {
      expect(Object.fromEntries(created.trackers)).toEqual({ T1: 1, T2: 2 })
      expect([...created.fields]).toEqual(
        ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F21'].map((key, index) => [key, 101 + index]),
      )
      expect([...created.values]).toEqual([
        ['V1', 101],
        ['V2', 102],
        ['V3', 1_000_000_001],
        ['V22', 103],
        ['V21', 104],
      ])
      expect([...created.reports]).toEqual([['REPORT_1', 101]])
    })

    it('are loaded as they were defined', async () => {
      const originals = await loadTrackerBundle(db.read, projectOf('origin'), [1, 2] as TrackerId[])
      const { definitions, triggers } = toTrackerDefinitions(originals, (id) => id)
      const renamed = JSON.parse(
        JSON.stringify({ definitions, triggers }, (_, value) =>
          typeof value === 'string' ? (keyBefore(created).get(value) ?? value) : value,
        ),
      )
      const sorted = {
        ...plain,
        fields: [
          field('F21', 'rb', { bind: { kind: 'static', isAlphabetical: true, values: [value('V21'), value('V22')] } }),
        ],
      }
      expect(renamed).toEqual(JSON.parse(JSON.stringify({ definitions: [rich, sorted], triggers: [trigger] })))
    })

    it('invalidate the tracker cache of every node', async () => {
      expect((await readRevisions(db.read)).trackers).toBeGreaterThan(before.trackers)
    })

    it('are copied repeatedly to another project with its groups', async () => {
      const from = { kind: 'project', project: projectOf('origin') } as const
      const copies = new Map([[105, 106]] as [UserGroupId, UserGroupId][])
      await db.write((tx) =>
        copyTrackers(tx, {
          permit: mayCompleteProject(permit, projectOf('copy')),
          from,
          to: projectOf('copy'),
          groups: copies,
          caller: system,
        }),
      )
      const ids = (
        await db.read.selectFrom('tracker').select('id').where('project_id', '=', projectOf('copy')).execute()
      ).map(({ id }) => id)
      const [first] = (await loadTrackers(db.read, ids)).values()
      expect(first?.permissions).toMatchObject({ admin: [106], full: [1] })
      const mapped = (id: UserGroupId) => (id === 105 ? (106 as UserGroupId) : id)
      const again = toTrackerDefinitions(await loadTrackerBundle(db.read, projectOf('copy'), ids), (id) => id)
      const expected = toTrackerDefinitions(
        await loadTrackerBundle(db.read, projectOf('origin'), [1, 2] as TrackerId[]),
        mapped,
      )
      const definitions = expected.definitions.map((each) => ({ ...each, webhooks: [] }))
      expect(withoutIds(again)).toEqual(withoutIds({ ...expected, definitions }))
    })

    it('omit trackers that are not copied with the project', async () => {
      await db.write(async (tx) => {
        const keptDefinition = { ...plain, options: { ...plain.options, isCopiedWithProject: false } }
        const child = { ...rich, key: 'T5', fields: rich.fields, itemName: 'child' }
        await createTrackers(tx, mayCompleteProject(permit, projectOf('second')), {
          definitions: [keptDefinition, { ...child, parentKey: 'T2' }],
          triggers: [trigger],
        })
        const from = { kind: 'project', project: projectOf('second') } as const
        await copyTrackers(tx, {
          permit: mayCompleteProject(permit, projectOf('bugs')),
          from,
          to: projectOf('bugs'),
          groups: new Map(),
          caller: system,
        })
      })
      const ids = (
        await db.read.selectFrom('tracker').select('id').where('project_id', '=', projectOf('bugs')).execute()
      ).map(({ id }) => id)
      const trackers = [...(await loadTrackers(db.read, ids)).values()]
      expect(
        trackers.map(({ itemName, parentId, semantics }) => ({ itemName, parentId, timeframe: semantics.timeframe })),
      ).toEqual([{ itemName: 'child', parentId: null, timeframe: undefined }])
      // The group 105 has no counterpart: its permissions are removed.
      expect(trackers[0]?.permissions.admin).toEqual([])
    })
  })

  describe('inconsistent definitions', () => {
    it.each([
      ['F99', { ...plain, semantics: { title: { field: 'F99' } } }],
      ['V99', { ...plain, semantics: { status: { field: 'F21', openValues: ['V99'] } } }],
      ['T99', { ...plain, parentKey: 'T99' }],
      ['F21', { ...plain, fields: [...plain.fields, ...plain.fields] }],
    ])('are refused with the key %s, and nothing is written', async (key, definition) => {
      const before = await Promise.all([rowsOf('tracker'), rowsOf('field'), rowsOf('bind_value')])
      const making = db.write((tx) =>
        createTrackers(tx, mayCompleteProject(permit, projectOf('refused')), { definitions: [definition] }),
      )
      await expect(making).rejects.toThrow(key)
      expect(await Promise.all([rowsOf('tracker'), rowsOf('field'), rowsOf('bind_value')])).toEqual(before)
    })
  })

  describe('built-in trackers', () => {
    it.each(builtInTemplates.names().filter((name) => name !== 'empty'))('creates and loads %s', async (name) => {
      const definitions = getTemplateTrackers(name)
      const { trackers } = await db.write((tx) =>
        createTrackers(tx, mayCompleteProject(permit, projectOf('scrum')), { definitions }),
      )
      const loaded = await loadTrackers(db.read, [...trackers.values()])
      expect([...loaded.values()].map((each) => each.itemName).sort()).toEqual(
        definitions.map(({ itemName }) => itemName).sort(),
      )
      for (const each of loaded.values()) expect(each.semantics.title).toBeDefined()
    })

    it('of the default template have reserved ids, and copies have ordinary ones', async () => {
      const nextBefore = Math.max(...(await rowsOf('tracker'))) + 1
      const content = { kind: 'built-in', name: 'issues' } as const
      await db.write((tx) =>
        copyTrackers(tx, {
          permit: mayCompleteProject(permit, DEFAULT_TEMPLATE),
          from: content,
          to: DEFAULT_TEMPLATE,
          groups: new Map(),
          caller: system,
        }),
      )
      expect(Math.max(...(await rowsOf('tracker')))).toBe(2_000_000_001)
      const from = { kind: 'project', project: DEFAULT_TEMPLATE } as const
      await db.write((tx) =>
        copyTrackers(tx, {
          permit: mayCompleteProject(permit, projectOf('refused')),
          from,
          to: projectOf('refused'),
          groups: new Map(),
          caller: system,
        }),
      )
      const copies = await db.read
        .selectFrom('tracker')
        .select('id')
        .where('project_id', '=', projectOf('refused'))
        .execute()
      expect(copies).toHaveLength(1)
      expect(copies[0]?.id).toBeLessThan(1_000_000)
      expect(copies[0]?.id).toBeGreaterThanOrEqual(nextBefore)
    })
  })
})

/** Keys of the parsed definitions, and the original keys. */
function keyBefore(created: CreatedTrackers): Map<string, string> {
  const renamed = (prefix: string, keys: ReadonlyMap<string, number>) =>
    [...keys].map(([key, id]) => [`${prefix}${id}`, key] as const)
  return new Map([
    ...renamed('T', created.trackers),
    ...renamed('F', created.fields),
    ...renamed('V', created.values),
    ...renamed('REPORT_', created.reports),
    ['R101', 'R1'],
    ['R102', 'R2'],
  ])
}

/** Keys in the order they first appear, so that two copies of the same compare equal. */
function withoutIds(value: unknown): unknown {
  const replacements = new Map<string, string>()
  return JSON.parse(
    JSON.stringify(value, (_, each) => {
      if (typeof each !== 'string' || !/^(T|F|V|R|REPORT_)\d+$/.test(each)) return each
      if (!replacements.has(each)) replacements.set(each, `${each.replace(/\d+/, '')}#${replacements.size}`)
      return replacements.get(each)
    }),
  )
}
