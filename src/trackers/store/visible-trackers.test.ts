import { beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '../../../test/kit/create-member.ts'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { createFieldDefinition, createTrackerDefinition } from '../../../test/kit/project-fixture.ts'
import { isStaticGroup } from '../../accounts/model/groups.ts'
import type { Database } from '../../database/db/db.ts'
import { anonymous, type Caller } from '../../kit/values/caller.ts'
import type { ProjectId, TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import { mayCompleteProject, mayCreateProject } from '../../projects/policy.ts'
import { addProject } from '../../projects/store/projects.ts'
import { createTrackers } from '../commands/create-trackers.ts'
import type { TrackerPermission } from '../model/definition.ts'
import type { Tracker } from '../model/tracker.ts'
import { administersTrackersOf, canSeeTrackerInProject, isTrackerAdministrator } from '../policy.ts'
import { loadTrackerIdsOfProject, loadTrackers } from './trackers.ts'
import { loadTrackerPage } from './visible-trackers.ts'

const permissions: readonly TrackerPermission[] = ['admin', 'full', 'submitter', 'assignee', 'submitter_only', 'none']
const groups = [1, 2, 3, 4, 5, 105, 106] as UserGroupId[]

describeOnEachDatabase((place) => {
  let db: Database
  let home: ProjectId
  let trackers: Tracker[]

  beforeAll(async () => {
    db = await place.open()
    await db.write(async (tx) => {
      const permit = mayCreateProject({ kind: 'system', reason: 'test' }, { project_creation: false })
      const words = { name: 'Garden', description: '', longDescription: '', icon: '', banner: null, createdFrom: null }
      const state = { access: 'public', status: 'active', isTemplate: false, isSynchronized: false } as const
      home = await addProject(tx, permit, { ...words, ...state, shortName: 'garden' }, 0)
      for (const id of groups.filter(isStaticGroup)) {
        const group = { id, project_id: home, name: `g${id}`, name_key: `g${id}`, description: '' }
        await tx.insertInto('user_group').values(group).execute()
      }
      const matrix = permissions.flatMap((permission) => groups.map((group) => ({ permission, group })))
      const definitions = matrix.map((permissionSet, index) => ({
        ...plain(`t${index}`),
        // Names backwards, so that an order by id would be noticed.
        name: `Tracker ${String(matrix.length - index).padStart(2, '0')}`,
        permissions: [permissionSet],
      }))
      await createTrackers(tx, mayCompleteProject(permit, home), {
        definitions: [
          ...definitions,
          { ...plain('gone'), permissions: [{ permission: 'full', group: groups[0] as UserGroupId }] },
        ],
      })
      await tx.updateTable('tracker').set({ deleted_on: 1 }).where('item_name', '=', 'gone').execute()
    })
    const ids = (await db.read.selectFrom('tracker').select('id').execute()).map(({ id }) => id)
    trackers = [...(await loadTrackers(db.read, ids)).values()].toSorted((a, b) => a.name.localeCompare(b.name))
  })

  const plain = (itemName: string) => {
    const title = createFieldDefinition('string', `${itemName}:title`)
    return createTrackerDefinition(itemName, [title], { title: { field: title.key } })
  }

  const callers: [string, () => Caller][] = [
    ['a visitor', () => anonymous],
    ['the product', () => ({ kind: 'system', reason: 'test' })],
    ['a site administrator', () => createMember({ isSiteAdministrator: true })],
    ['a stranger', () => createMember()],
    [
      'an administrator of all trackers',
      () => createMember({ permissions: new Set(['tracker_administration'] as const) }),
    ],
    ['a restricted stranger', () => createMember({ isRestricted: true })],
    ['a member', () => createMember({ memberOf: new Set([home]) })],
    ['a restricted member', () => createMember({ isRestricted: true, memberOf: new Set([home]) })],
    ['a member of a group', () => createMember({ groups: new Set([105 as UserGroupId]) })],
    ['an administrator', () => createMember({ memberOf: new Set([home]), administratorOf: new Set([home]) })],
  ]

  describe('the trackers in lists are those that the policy allows', () => {
    it.each(callers)('%s', async (_, createCaller) => {
      const caller = createCaller()
      const query = { caller, projectId: home, isAdministrator: administersTrackersOf(caller, home) }
      const visibleIds = trackers.filter((each) => canSeeTrackerInProject(caller, each)).map(({ id }) => id)
      const all = await loadTrackerPage(db.read, { ...query, onlyAdministered: false }, { limit: 100, offset: 0 })
      expect(all).toEqual({ ids: visibleIds, size: visibleIds.length })

      const administered = visibleIds.filter((id) =>
        isTrackerAdministrator(caller, trackers.find((t) => t.id === id) as Tracker),
      )
      const own = await loadTrackerPage(db.read, { ...query, onlyAdministered: true }, { limit: 100, offset: 0 })
      expect(own).toEqual({ ids: administered, size: administered.length })
    })

    it('are paged with the total count', async () => {
      const query = { caller: createMember(), projectId: home, isAdministrator: false, onlyAdministered: false }
      const all = await loadTrackerPage(db.read, query, { limit: 100, offset: 0 })
      const middle = await loadTrackerPage(db.read, query, { limit: 3, offset: 2 })
      expect(middle).toEqual({ ids: all.ids.slice(2, 5), size: all.size })
      expect(await loadTrackerPage(db.read, query, { limit: 0, offset: 0 })).toEqual({ ids: [], size: all.size })
    })
  })

  it('ids of a project are sorted by name, without deleted trackers', async () => {
    const there = trackers.filter(({ deletedOn }) => deletedOn === null).map(({ id }): TrackerId => id)
    expect(there).toHaveLength(permissions.length * groups.length)
    expect(await loadTrackerIdsOfProject(db.read, home)).toEqual(there)
  })
})
