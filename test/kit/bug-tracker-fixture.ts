import { addGroups } from '../../src/accounts/store/groups.ts'
import { addGroupMembers } from '../../src/accounts/store/members.ts'
import { createEmptyArtifacts } from '../../src/artifacts/commands/create-empty-artifacts.ts'
import { recordHistory } from '../../src/artifacts/commands/record-history.ts'
import type { FieldDefinition } from '../../src/fields/model/definition.ts'
import type { FieldPermission, StoredValues } from '../../src/fields/model/field.ts'
import type {
  ArtifactId,
  BindValueId,
  FieldId,
  ProjectId,
  ReportId,
  TrackerId,
  UserGroupId,
  UserId,
} from '../../src/kit/values/ids.ts'
import { createProject } from '../../src/projects/commands/create-project.ts'
import type { ProjectAccess } from '../../src/projects/model/project.ts'
import { mayCompleteProject, mayCreateProject } from '../../src/projects/policy.ts'
import { createTrackers } from '../../src/trackers/commands/create-trackers.ts'
import { defaultOptions, type TrackerDefinition } from '../../src/trackers/model/definition.ts'
import { loadTrackers } from '../../src/trackers/store/trackers.ts'
import type { World } from '../../src/world/model/world.ts'
import { grantPermit } from './grant-permit.ts'

/**
 * A project with one tracker, Bugs: title, status (open, closed) with a workflow, and links; one report and one group.
 */
export interface BugProject {
  readonly project: ProjectId
  readonly group: UserGroupId
  readonly tracker: TrackerId
  readonly report: ReportId
  readonly title: FieldId
  readonly status: FieldId
  readonly links: FieldId
  readonly open: BindValueId
  readonly closed: BindValueId
  /** Creates a bug with the status open. */
  createBug(title: string, by: UserId, more?: StoredValues): Promise<ArtifactId>
}

interface BugProjectOptions {
  readonly shortName: string
  readonly access: ProjectAccess
  readonly members: readonly UserId[]
  readonly administrators: readonly UserId[]
}

const everybody = 1 as UserGroupId
const registered = 2 as UserGroupId
const members = 3 as UserGroupId

/** Creates the project with the commands that an import uses. */
export async function createBugProject(world: World, options: BugProjectOptions): Promise<BugProject> {
  const created = await world.db.write(async (tx) => {
    const permit = mayCreateProject({ kind: 'system', reason: 'test' }, { project_creation: true })
    const project = await createProject(
      tx,
      permit,
      { ...options, name: options.shortName, description: '', status: 'active', banner: 'Welcome' },
      world.clock.now(),
    )
    const content = mayCompleteProject(permit, project)
    const [group] = await addGroups(tx, content, [{ projectId: project, name: 'testers', description: 'Who tests' }])
    if (group === undefined) throw new Error('The group was not created')
    await addGroupMembers(
      tx,
      content,
      options.members.map((userId) => ({ group, userId })),
    )
    const created = await createTrackers(tx, content, { definitions: [bugs] })
    return { project, group: group.id, ...created }
  })
  const field = (key: string): FieldId => idOf(created.fields, key)
  const tracker = idOf(created.trackers, 'bugs')
  return {
    project: created.project,
    group: created.group,
    tracker,
    report: idOf(created.reports, 'all'),
    title: field('title'),
    status: field('status'),
    links: field('links'),
    open: idOf(created.values, 'open'),
    closed: idOf(created.values, 'closed'),
    async createBug(title, by, more = {}) {
      return world.db.write(async (tx) => {
        const permit = grantPermit('import', 'site')
        const authorship = { submittedBy: by, submittedEmail: null, submittedOn: world.clock.now() }
        const [artifact] = await createEmptyArtifacts(tx, permit, [{ trackerId: tracker, ...authorship }])
        const fields = (await loadTrackers(tx, [tracker])).get(tracker)?.fields
        if (artifact === undefined || fields === undefined) throw new Error('The bug was not created')
        const values = { [field('title')]: title, [field('status')]: [idOf(created.values, 'open')], ...more }
        await recordHistory(tx, [
          { permit, artifact, fields, changesets: [{ ...authorship, values, comments: [] }], log: 'new tracker' },
        ])
        return artifact.id
      })
    },
  }
}

function idOf<Name>(ids: ReadonlyMap<string, Name>, key: string): Name {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`No id was created for ${key}`)
  return id
}

const permissions: readonly { permission: FieldPermission; group: UserGroupId }[] = [
  { permission: 'read', group: everybody },
  { permission: 'submit', group: registered },
  { permission: 'update', group: members },
]

const element = (key: string, rank: number, rest: Partial<FieldDefinition>): FieldDefinition => ({
  key,
  rank,
  name: key,
  label: key,
  description: '',
  type: 'string',
  isUsed: true,
  isRequired: false,
  hasNotifications: false,
  properties: {},
  bind: null,
  permissions,
  children: [],
  ...rest,
})

const value = (key: string) => ({ key, label: key, description: '', isHidden: false, isDefault: false, color: '' })

/** The tracker definition; other definitions are modeled on it. */
export const bugs: TrackerDefinition = {
  key: 'bugs',
  parentKey: null,
  name: 'Bugs',
  itemName: 'bug',
  description: 'What does not work',
  color: 'fiesta-red',
  options: defaultOptions,
  cannedResponses: [],
  fields: [
    element('title', 0, { isRequired: true }),
    element('status', 1, {
      type: 'sb',
      bind: { kind: 'static', isAlphabetical: false, values: [value('open'), value('closed')] },
    }),
    element('links', 2, { type: 'art_link' }),
  ],
  semantics: { title: { field: 'title' }, status: { field: 'status', openValues: ['open'] } },
  rules: { dates: [], lists: [] },
  reports: [
    {
      key: 'all',
      name: 'All bugs',
      description: '',
      isDefault: true,
      isQueryDisplayed: true,
      isInExpertMode: false,
      expertQuery: '',
      criteria: [],
      renderers: [],
    },
  ],
  workflow: {
    field: 'status',
    isUsed: true,
    isAdvanced: true,
    isLegacy: false,
    transitions: [
      { from: null, to: 'open', groups: [members], notEmptyFields: [], isCommentRequired: false, actions: [] },
      { from: 'open', to: 'closed', groups: [members], notEmptyFields: [], isCommentRequired: false, actions: [] },
    ],
  },
  webhooks: [],
  permissions: [{ permission: 'full', group: everybody }],
}
