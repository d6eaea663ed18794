import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Database } from '../../database/db/db.ts'
import type { Flag } from '../../database/tables/tables.ts'
import type { Field } from '../../fields/model/field.ts'
import { anonymous, type Caller, type Member } from '../../kit/values/caller.ts'
import type {
  ArtifactId,
  FieldId,
  PermissionSetId,
  ProjectId,
  TrackerId,
  UserGroupId,
  UserId,
} from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { defaultSettings } from '../../site/model/settings.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHeader } from '../model/artifact.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { canSeeArtifact, getTrackerAccess } from '../policy.ts'
import { loadAccessFacts, noAccess } from './access-facts.ts'
import { loadHeaders } from './artifacts.ts'
import { loadIdPage } from './pages.ts'
import { buildVisibilityCondition } from './visibility-condition.ts'

const projectId = 101 as ProjectId
const trackerId = 1 as TrackerId
const otherTrackerId = 2 as TrackerId
const assignedTo = 101 as FieldId
const [developers, testers] = [101, 102] as UserGroupId[]
// 102 administers the project, 103 is a member, 104 restricted and a member, 105 restricted, 106 an outsider.
const people = [102, 103, 104, 105, 106] as UserId[]
const members = [102, 103, 104] as UserId[]
const inGroups: readonly (readonly [UserGroupId | undefined, UserId | undefined])[] = [
  [developers, people[1]],
  [developers, people[4]],
  [testers, people[3]],
]

const project: Project = {
  id: projectId,
  shortName: 'orchard',
  name: 'Orchard',
  description: '',
  icon: '',
  access: 'unrestricted',
  status: 'active',
  isTemplate: false,
  isSynchronized: false,
  banner: null,
  createdOn: 0,
}

type Permissions = Tracker['permissions']
const nobody: Permissions = { admin: [], full: [], submitter: [], assignee: [], submitter_only: [], none: [] }

// The rules read only the bind of a field.
const field = { id: assignedTo, bind: { kind: 'users', sources: [], defaults: [] } } as unknown as Field
const tracker = (permissions: Permissions, of: Partial<Tracker> = {}): Tracker =>
  ({
    id: trackerId,
    projectId,
    deletedOn: null,
    permissions,
    fieldById: new Map([[assignedTo, field]]),
    semantics: { contributor: { field: assignedTo } },
    ...of,
  }) as Tracker

const caller = (id: UserId, of: Partial<Member> = {}): Member => ({
  kind: 'member',
  id,
  login: `person ${id}`,
  isRestricted: id === 104 || id === 105,
  isSiteAdministrator: false,
  permissions: new Set(),
  memberOf: new Set(members.includes(id) ? [projectId] : []),
  administratorOf: new Set(id === 102 ? [projectId] : []),
  groups: new Set(inGroups.flatMap(([group, user]) => (user === id && group !== undefined ? [group] : []))),
  nameStyle: 'real-login',
  textFormat: 'commonmark',
  language: null,
  ...of,
})

const callers: readonly Caller[] = [
  anonymous,
  { kind: 'system', reason: 'test' },
  caller(106 as UserId, { isSiteAdministrator: true }),
  ...people.map((id) => caller(id)),
]

const groups = fc.uniqueArray(fc.constantFrom(...([1, 2, 3, 4, 5, 100, developers, testers] as UserGroupId[])), {
  maxLength: 3,
})
const permissions = fc.record({
  admin: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, groups),
  full: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, groups),
  submitter: groups,
  assignee: groups,
  submitter_only: groups,
  none: groups,
})

describeOnEachDatabase((place) => {
  let db: Database
  let heads: readonly ArtifactHeader[]

  beforeAll(async () => {
    db = await place.open()
    await fill(db)
    const ids = await db.read.selectFrom('artifact').select('id').execute()
    heads = [
      ...(
        await loadHeaders(
          db.read,
          ids.map(({ id }) => id),
        )
      ).values(),
    ]
  })

  const accessOf = (who: Caller, seenTracker: Tracker): AccessibleTracker => ({
    trackerId: seenTracker.id,
    projectId,
    access: getTrackerAccess(who, { tracker: seenTracker, project, settings: defaultSettings }),
  })

  async function byRule(accessible: AccessibleTracker): Promise<ArtifactId[]> {
    const here = heads.filter((head) => head.trackerId === accessible.trackerId)
    const { access } = accessible
    const factsById =
      typeof access === 'string'
        ? new Map()
        : await loadAccessFacts(
            db.read,
            here.map((head) => ({ artifact: head, projectId, access })),
          )
    return here.filter((head) => canSeeArtifact(access, head, factsById.get(head.id) ?? noAccess)).map(({ id }) => id)
  }

  async function bySql(trackers: readonly AccessibleTracker[]): Promise<readonly ArtifactId[]> {
    const { ids, size } = await loadIdPage(db.read, buildVisibilityCondition(trackers), 'asc', {
      limit: 1000,
      offset: 0,
    })
    expect(size).toBe(ids.length)
    return ids
  }

  describe('lists contain exactly the artifacts that the policy lets the caller read', () => {
    it('with any permissions of the tracker', async () => {
      const counts = new Set<number>()
      await fc.assert(
        fc.asyncProperty(permissions, fc.constantFrom(...callers), async (trackerPermissions, who) => {
          const accessible = accessOf(who, tracker(trackerPermissions))
          const ids = await bySql([accessible])
          counts.add(ids.length)
          expect(ids).toEqual((await byRule(accessible)).toSorted((a, b) => a - b))
        }),
        { numRuns: 250 },
      )
      // The generated cases include all, none, and many in between.
      expect(counts.size).toBeGreaterThan(5)
    })

    it('in several trackers at once', async () => {
      await fc.assert(
        fc.asyncProperty(permissions, permissions, fc.constantFrom(...callers), async (one, other, who) => {
          const trackers = [accessOf(who, tracker(one)), accessOf(who, tracker(other, { id: otherTrackerId }))]
          const allowed = (await Promise.all(trackers.map(byRule))).flat().toSorted((a, b) => a - b)
          expect(await bySql(trackers)).toEqual(allowed)
        }),
        { numRuns: 60 },
      )
    })
  })

  it('no caller, not even the system, sees artifacts of a deleted tracker', async () => {
    for (const who of callers) {
      const accessible = accessOf(who, tracker({ ...nobody, full: [1 as UserGroupId] }, { deletedOn: 5 }))
      expect(await bySql([accessible])).toEqual([])
    }
  })

  it.each([
    { right: 'full', who: 106, sees: 'all without permissions of their own, and those that grant their group' },
    { right: 'submitter_only', who: 106, sees: 'their own' },
  ] as const)('$right for registered users grants access to $sees', async ({ right, who }) => {
    const accessible = accessOf(caller(who as UserId), tracker({ ...nobody, [right]: [2 as UserGroupId] }))
    const visibleIds = new Set(await bySql([accessible]))
    for (const head of heads.filter(({ trackerId: at }) => at === trackerId)) {
      const isGranted = head.permissionSetId === null || head.permissionSetId === 2
      expect(visibleIds.has(head.id)).toBe(isGranted && (right === 'full' || head.submittedBy === who))
    }
  })
})

const sets = { 1: [3], 2: [developers], 3: [testers, 4], 4: [] } as Record<number, number[]>

/** Combines each submitter with each set of permissions and each assignee, in two trackers. */
async function fill(db: Database): Promise<void> {
  await db.write(async (tx) => {
    const user = (id: UserId) => ({
      id,
      login: `${id}`,
      login_key: `${id}`,
      real_name: '',
      search_text: '',
      email: '',
      email_key: '',
      created_on: 0,
    })
    await tx
      .insertInto('user')
      .values(people.map((id) => ({ ...user(id), status: id === 104 || id === 105 ? 'R' : 'A' })))
      .execute()
    await tx
      .insertInto('project')
      .values({
        id: projectId,
        short_name: 'orchard',
        short_name_key: 'orchard',
        name: 'Orchard',
        description: '',
        long_description: '',
        icon: '',
        access: 'unrestricted',
        status: 'active',
        is_template: 0,
        is_synchronized: 0,
        created_on: 0,
      })
      .execute()
    const isAdministrator = (id: UserId): Flag => (id === 102 ? 1 : 0)
    await tx
      .insertInto('project_member')
      .values(members.map((id) => ({ project_id: projectId, user_id: id, is_administrator: isAdministrator(id) })))
      .execute()
    const groupRows = [developers, testers].map((id) => ({
      id: id as UserGroupId,
      project_id: projectId,
      name: `g${id}`,
      name_key: `g${id}`,
      description: '',
    }))
    await tx.insertInto('user_group').values(groupRows).execute()
    await tx
      .insertInto('user_group_member')
      .values(
        inGroups.map(([group_id, user_id]) => ({ group_id: group_id as UserGroupId, user_id: user_id as UserId })),
      )
      .execute()
    const trackers = [trackerId, otherTrackerId].map((id) => ({
      id,
      project_id: projectId,
      name: `t${id}`,
      name_key: `t${id}`,
      item_name: `t${id}`,
      description: '',
      color: '',
      options: '{}',
      next_number: 1,
    }))
    await tx.insertInto('tracker').values(trackers).execute()
    const ids = Object.keys(sets).map(Number) as PermissionSetId[]
    await tx
      .insertInto('permission_set')
      .values(ids.map((id) => ({ id, signature: `${sets[id]}` })))
      .execute()
    const grants = ids.flatMap((set_id) =>
      (sets[set_id] ?? []).map((group_id) => ({ set_id, group_id: group_id as UserGroupId })),
    )
    await tx.insertInto('permission_set_group').values(grants).execute()

    const rows = [trackerId, otherTrackerId].flatMap((tracker_id) =>
      [null, ...people].flatMap((submitted_by) =>
        [null, ...ids].flatMap((permission_set_id) =>
          [[], [103], [105, 106], [100]].map((assignees) => ({
            tracker_id,
            submitted_by,
            permission_set_id,
            assignees,
          })),
        ),
      ),
    )
    const artifacts = rows.map(({ assignees: _, ...row }, index) => ({
      ...row,
      id: (index + 1) as ArtifactId,
      number: index + 1,
      rank: index,
      submitted_on: 0,
      version: 1,
      last_changeset_id: 1 as never,
      updated_on: 0,
      values: '{}',
    }))
    await tx.insertInto('artifact').values(artifacts).execute()
    const assigned = rows.flatMap(({ assignees }, index) =>
      assignees.map((value_id) => ({ field_id: assignedTo, value_id, artifact_id: (index + 1) as ArtifactId })),
    )
    await tx.insertInto('value_list').values(assigned).execute()
  })
}
