import { addGroups } from '../../src/accounts/store/groups.ts'
import { addGroupMembers } from '../../src/accounts/store/members.ts'
import { createEmptyArtifacts } from '../../src/artifacts/commands/create-empty-artifacts.ts'
import { recordHistory } from '../../src/artifacts/commands/record-history.ts'
import type { NewChangeset } from '../../src/artifacts/model/changeset.ts'
import { findArtifact } from '../../src/artifacts/store/artifacts.ts'
import type { FieldDefinition } from '../../src/fields/model/definition.ts'
import type { FieldPermission, FieldTypeName, StoredValues } from '../../src/fields/model/field.ts'
import type { ArtifactId, FieldId, ProjectId, TrackerId, UserGroupId, UserId } from '../../src/kit/values/ids.ts'
import { createProject } from '../../src/projects/commands/create-project.ts'
import type { ProjectAccess } from '../../src/projects/model/project.ts'
import { mayCompleteProject, mayCreateProject } from '../../src/projects/policy.ts'
import { createTrackers } from '../../src/trackers/commands/create-trackers.ts'
import {
  defaultOptions,
  type SemanticDefinitions,
  type TrackerDefinition,
  type TrackerPermission,
} from '../../src/trackers/model/definition.ts'
import { loadTrackers } from '../../src/trackers/store/trackers.ts'
import type { World } from '../../src/world/model/world.ts'
import { grantPermit } from './grant-permit.ts'
import type { TestServer } from './server.ts'

/** 2026-03-13T15:32:25+01:00, the time at which histories of tests begin. */
export const baseTime = Date.UTC(2026, 2, 13, 14, 32, 25) / 1000

const group = (n: number): UserGroupId => n as UserGroupId
type Rights = Partial<Record<FieldPermission, readonly number[]>>

let rank = 0

/** A field that everyone can read, unless `rights` are given. */
export const createFieldDefinition = (
  type: FieldTypeName,
  name: string,
  more: Partial<FieldDefinition> & { readonly rights?: Rights } = {},
): FieldDefinition => {
  const { rights = { read: [1], submit: [2], update: [3] }, ...rest } = more
  rank += 1
  return {
    key: name,
    type,
    name: name.replace(/^.*:/, ''),
    label: name.replace(/^.*:/, ''),
    description: '',
    rank,
    isUsed: true,
    isRequired: false,
    hasNotifications: false,
    properties: {},
    bind: null,
    children: [],
    permissions: (Object.entries(rights) as [FieldPermission, readonly number[]][]).flatMap(([permission, groups]) =>
      groups.map((each) => ({ permission, group: group(each) })),
    ),
    ...rest,
  }
}

export const createStaticBind = (...values: readonly (readonly [string, string])[]): FieldDefinition['bind'] => ({
  kind: 'static',
  isAlphabetical: false,
  values: values.map(([label, color]) => ({
    key: label,
    label,
    description: '',
    isHidden: false,
    isDefault: false,
    color,
  })),
})

export const projectMembers: FieldDefinition['bind'] = {
  kind: 'users',
  sources: [{ kind: 'members' }],
  defaultUsers: [],
}

export function createTrackerDefinition(
  itemName: string,
  fields: readonly FieldDefinition[],
  semantics: SemanticDefinitions = {},
  more: { readonly parent?: string; readonly permissions?: Partial<Record<TrackerPermission, readonly number[]>> } = {},
): TrackerDefinition {
  const permissions = Object.entries(more.permissions ?? { full: [1] }) as [TrackerPermission, readonly number[]][]
  return {
    key: itemName,
    parentKey: more.parent ?? null,
    name: `${itemName}s`,
    itemName,
    description: '',
    color: 'fiesta-red',
    options: defaultOptions,
    cannedResponses: [],
    fields,
    semantics,
    rules: { dates: [], lists: [] },
    reports: [],
    workflow: null,
    webhooks: [],
    permissions: permissions.flatMap(([permission, groups]) =>
      groups.map((each) => ({ permission, group: group(each) })),
    ),
  }
}

export interface ProjectFixture {
  readonly projectId: ProjectId
  readonly trackers: ReadonlyMap<string, TrackerId>
  readonly fields: ReadonlyMap<string, FieldId>
  readonly values: ReadonlyMap<string, number>
  readonly groups: ReadonlyMap<string, UserGroupId>
  /** Adds artifacts with their histories in one transaction; returns their ids in order. */
  createArtifacts(...seeds: readonly ArtifactSeed[]): Promise<ArtifactId[]>
  /** Adds a changeset to an existing artifact. */
  addChangeset(id: ArtifactId, change: Change): Promise<void>
}

interface Change {
  readonly by?: UserId | null
  readonly email?: string
  readonly on?: number
  /** By field key. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly comment?: {
    readonly body: string
    readonly format?: 'text' | 'html' | 'commonmark'
    readonly groups?: readonly UserGroupId[]
  }
}

export interface ArtifactSeed {
  readonly tracker: string
  readonly changes: readonly Change[]
}

interface ProjectOptions {
  readonly access?: ProjectAccess
  readonly members?: readonly UserId[]
  readonly administrators?: readonly UserId[]
  readonly groups?: Readonly<Record<string, readonly UserId[]>>
  readonly trackers: (groups: ReadonlyMap<string, UserGroupId>) => readonly TrackerDefinition[]
}

/** Creates a project with trackers, to which tests add artifacts. */
export async function createProjectFixture(
  server: Pick<TestServer, 'world'>,
  shortName: string,
  options: ProjectOptions,
): Promise<ProjectFixture> {
  const { world } = server
  const created = await world.db.write(async (tx) => {
    const permit = mayCreateProject({ kind: 'system', reason: 'test' }, { project_creation: true })
    const { access = 'public', members = [], administrators = [] } = options
    const parts = {
      shortName,
      name: shortName,
      description: '',
      access,
      status: 'active' as const,
      members,
      administrators,
    }
    const projectId = await createProject(tx, permit, parts, baseTime)
    const names = Object.keys(options.groups ?? {})
    const content = mayCompleteProject(permit, projectId)
    const added = await addGroups(
      tx,
      content,
      names.map((name) => ({ projectId, name, description: '' })),
    )
    const groups = new Map(added.map(({ name, id }) => [name, id]))
    await addGroupMembers(
      tx,
      content,
      added.flatMap((group) => (options.groups?.[group.name] ?? []).map((userId) => ({ group, userId }))),
    )
    const { trackers, fields, values } = await createTrackers(tx, content, { definitions: options.trackers(groups) })
    return { projectId, trackers, fields, values, groups }
  })
  await world.cache.refresh()
  return {
    ...created,
    createArtifacts: (...seeds) => createArtifacts(world, created, seeds),
    addChangeset: (id, change) => addChangeset(world, created, id, change),
  }
}

type CreatedProject = Omit<ProjectFixture, 'createArtifacts' | 'addChangeset'>

async function createArtifacts(
  world: World,
  project: CreatedProject,
  seeds: readonly ArtifactSeed[],
): Promise<ArtifactId[]> {
  return world.db.write(async (tx) => {
    const trackers = await loadTrackers(tx, [...project.trackers.values()])
    const permit = grantPermit('import', 'site')
    const bare = await createEmptyArtifacts(
      tx,
      permit,
      seeds.map(({ tracker, changes }) => {
        const { submittedBy, submittedEmail, submittedOn } = changesetOf(project, changes[0] ?? {})
        return { trackerId: project.trackers.get(tracker) as TrackerId, submittedBy, submittedEmail, submittedOn }
      }),
    )
    const histories = bare.map((artifact, index) => ({
      permit,
      artifact,
      fields: trackers.get(artifact.trackerId)?.fields ?? [],
      changesets: (seeds[index]?.changes ?? []).map((change) => changesetOf(project, change)),
      log: 'new tracker' as const,
    }))
    await recordHistory(tx, histories)
    return bare.map(({ id }) => id)
  })
}

async function addChangeset(world: World, project: CreatedProject, id: ArtifactId, change: Change): Promise<void> {
  await world.db.write(async (tx) => {
    const artifact = await findArtifact(tx, id)
    if (artifact === undefined) throw new Error(`Artifact ${id} not found`)
    const tracker = (await loadTrackers(tx, [artifact.trackerId])).get(artifact.trackerId)
    const changesets = [changesetOf(project, change)]
    await recordHistory(tx, [
      {
        permit: grantPermit('import', 'site'),
        artifact,
        fields: tracker?.fields ?? [],
        changesets,
        log: 'new tracker',
      },
    ])
  })
}

function changesetOf(project: CreatedProject, change: Change): NewChangeset {
  const by = {
    submittedBy: change.by ?? null,
    submittedEmail: change.email ?? null,
    submittedOn: change.on ?? baseTime,
  }
  const { comment } = change
  return {
    ...by,
    values: valuesOf(project, change.values ?? {}),
    comments:
      comment === undefined
        ? []
        : [{ ...by, format: comment.format ?? 'text', body: comment.body, groups: comment.groups ?? null }],
  }
}

function valuesOf(project: CreatedProject, values: Readonly<Record<string, unknown>>): StoredValues {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const id = project.fields.get(key)
      if (id === undefined) throw new Error(`Field ${key} not found`)
      return [id, value]
    }),
  )
}
