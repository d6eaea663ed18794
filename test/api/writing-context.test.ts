import { beforeAll, describe, expect, it } from 'vitest'
import { loadWritingContext, type WritingContext } from '../../src/artifacts/reads/load-write-context.ts'
import { lockArtifact } from '../../src/artifacts/store/artifacts.ts'
import { joinTransaction, type Tx } from '../../src/database/db/db.ts'
import { createEmptyWriteNeeds, type WriteNeeds } from '../../src/fields/contexts/write-context.ts'
import type { ArtifactId, FieldId, FileId, TrackerId, UserGroupId, UserId } from '../../src/kit/values/ids.ts'
import type { Project } from '../../src/projects/model/project.ts'
import { getCachedProject } from '../../src/projects/store/projects.ts'
import type { Tracker } from '../../src/trackers/model/tracker.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { createMember } from '../kit/create-member.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let secret: ProjectFixture
  const users: Record<string, UserId> = {}
  const userId = (name: string) => users[name] as UserId

  const groupsField = (name: string, ...groups: readonly (UserGroupId | undefined)[]) =>
    createFieldDefinition('sb', name, {
      bind: {
        kind: 'users',
        sources: groups.map((each) => ({ kind: 'group' as const, group: each as UserGroupId })),
        defaultUsers: [],
      },
    })
  const usersField = (name: string, kind: 'members' | 'administrators' | 'submitters' | 'modifiers') =>
    createFieldDefinition('sb', name, { bind: { kind: 'users', sources: [{ kind }], defaultUsers: [] } })

  beforeAll(async () => {
    for (const name of ['alice', 'boss', 'friend', 'stranger']) users[name] = await server.createUser(name)
    users['guest'] = await server.createUser('guest', { status: 'R' })
    users['sender'] = await server.createUser('sender')
    users['editor'] = await server.createUser('editor')
    project = await createProjectFixture(server, 'grove', {
      members: [userId('alice'), userId('boss')],
      administrators: [userId('boss')],
      groups: { Friends: [userId('friend')] },
      trackers: (groups) => [
        createTrackerDefinition('bug', [
          createFieldDefinition('string', 'title'),
          usersField('members', 'members'),
          usersField('administrators', 'administrators'),
          usersField('submitters', 'submitters'),
          usersField('modifiers', 'modifiers'),
          groupsField('friends', groups.get('Friends')),
          groupsField('registered', 2 as UserGroupId),
          createFieldDefinition('tbl', 'tags', { bind: { kind: 'static', isAlphabetical: false, values: [] } }),
          createFieldDefinition('tbl', 'others', { bind: { kind: 'static', isAlphabetical: false, values: [] } }),
          createFieldDefinition('tbl', 'people', {
            bind: { kind: 'users', sources: [{ kind: 'members' }], defaultUsers: [] },
          }),
          createFieldDefinition('tbl', 'teams', { bind: { kind: 'ugroups', values: [] } as never }),
          createFieldDefinition('art_link', 'links'),
        ]),
        createTrackerDefinition('note', [createFieldDefinition('string', 'text')]),
      ],
    })
    secret = await createProjectFixture(server, 'secret', {
      access: 'private',
      trackers: () => [createTrackerDefinition('plot', [createFieldDefinition('art_link', 'plot links')])],
    })
    const one = { by: userId('sender'), values: { title: 'One' } }
    await project.createArtifacts({
      tracker: 'bug',
      changes: [one, { by: userId('editor'), on: baseTime + 5, values: { title: 'Two' } }],
    })
  })

  const fieldOf = (name: string): FieldId => project.fields.get(name) as FieldId
  const loadTracker = async (): Promise<{ tracker: Tracker; project: Project }> => {
    const tracker = (await getCachedTracker(server.world, project.trackers.get('bug') as TrackerId)) as Tracker
    return { tracker, project: (await getCachedProject(server.world, project.projectId)) as Project }
  }
  const createNeeds = (change: (needs: WriteNeeds) => void): WriteNeeds => {
    const needs = createEmptyWriteNeeds()
    change(needs)
    return needs
  }
  const alice = () => createMember({ id: userId('alice'), login: 'alice', memberOf: new Set([project.projectId]) })
  async function withContext<T>(
    needs: WriteNeeds,
    read: (context: WritingContext, tracker: Tracker) => T,
    artifactId: ArtifactId | null = null,
  ): Promise<T> {
    const location = await loadTracker()
    return server.world.db.write(async (tx, db) => {
      const artifact = artifactId === null ? null : ((await lockArtifact(tx, artifactId)) ?? null)
      const request = {
        permit: grantPermit('import', 'site'),
        ...location,
        caller: alice(),
        artifact,
        needs,
        timezone: 'Europe/Paris',
        now: baseTime,
      }
      return read(await loadWritingContext(tx, { ...server.world, db }, request), location.tracker)
    })
  }
  const accepting = (context: WritingContext, tracker: Tracker, name = 'tags') => {
    const field = tracker.fieldById.get(fieldOf(name))
    if (field === undefined) throw new Error(name)
    return context.accepting(field)
  }

  describe('the context of a write', () => {
    it('needs no statement when the write refers to nothing', async () => {
      const location = await loadTracker()
      const untouchable = new Proxy({}, { get: () => expect.unreachable('the database was queried') }) as Tx
      const request = {
        permit: grantPermit('import', 'site'),
        ...location,
        caller: alice(),
        artifact: null,
        needs: createEmptyWriteNeeds(),
        timezone: 'Europe/Paris',
        now: baseTime,
      }
      const world = { ...server.world, db: joinTransaction(server.world.db, untouchable) }
      const context = await loadWritingContext(untouchable, world, request)
      expect([context.problems, context.reverseLinkChanges]).toEqual([[], []])
    })

    it.each([
      { field: 'members', offered: ['alice', 'boss'] },
      { field: 'administrators', offered: ['boss'] },
      { field: 'submitters', offered: ['sender'] },
      { field: 'modifiers', offered: ['sender', 'editor'] },
      { field: 'friends', offered: ['friend'] },
      { field: 'registered', offered: ['alice', 'boss', 'friend', 'stranger', 'sender', 'editor'] },
    ])('offers for the list $field the users $offered', async ({ field, offered }) => {
      const all = new Set(Object.values(users))
      const needs = createNeeds((each) => {
        for (const user of all) each.users.add(user)
        each.offered.set(fieldOf(field), all)
      })
      const results = await withContext(needs, (context, tracker) => {
        const request = accepting(context, tracker, field)
        const list = tracker.fieldById.get(fieldOf(field))
        return Object.keys(users).filter((name) => list !== undefined && request.isOffered(list, userId(name)))
      })
      expect(new Set(results)).toEqual(new Set(offered))
    })

    it('finds a user by login or email address in any case, but only the requested ones', async () => {
      const needs = createNeeds((each) => {
        each.logins.add('alice').add('no-such-user')
        each.emails.add('boss@example.com')
      })
      const results = await withContext(needs, (context, tracker) => {
        const { userByLogin, userByEmail } = accepting(context, tracker)
        return [userByLogin('Alice')?.id, userByLogin('no-such-user')?.id, userByEmail('Boss@example.com')?.login]
      })
      expect(results).toEqual([userId('alice'), undefined, 'boss'])
    })

    it('finds or creates an open value: one for all cases and writers, but separate for each field', async () => {
      const labels = (name: string, ...texts: string[]) =>
        createNeeds((each) => each.openLabels.set(fieldOf(name), new Set(texts)))
      const getOrCreateValues = (name: string, ...texts: string[]) =>
        withContext(labels(name, ...texts), (context, tracker) =>
          texts.map((text) => accepting(context, tracker, name).getOrCreateOpenValue(fieldOf(name), text)),
        )
      const [teal, same, other] = await getOrCreateValues('tags', 'Teal', 'teal', 'one, two')
      expect([same?.id, same?.label, other?.label]).toEqual([teal?.id, 'Teal', 'one, two'])
      expect(other?.id).not.toBe(teal?.id)
      expect(await getOrCreateValues('tags', 'TEAL')).toEqual([teal])
      expect((await getOrCreateValues('others', 'teal'))[0]?.id).not.toBe(teal?.id)

      const id = teal?.id as number
      const byId = await withContext(
        createNeeds((each) => each.openValues.add(id).add(999_999)),
        (context, tracker) => {
          const { openValue } = accepting(context, tracker)
          return [
            openValue(fieldOf('tags'), id)?.label,
            openValue(fieldOf('others'), id),
            openValue(fieldOf('tags'), 999_999),
          ]
        },
      )
      expect(byId).toEqual(['Teal', undefined, undefined])
    })

    it('creates no value for a text that is the email address of a user', async () => {
      const { email } = (await server.world.db.read
        .selectFrom('user')
        .select('email')
        .where('login', '=', 'alice')
        .executeTakeFirst()) as { email: string }
      const before = await server.rowCounts()
      const needs = createNeeds((each) => {
        each.emails.add(email.toLowerCase())
        each.openLabels.set(fieldOf('people'), new Set([email]))
      })
      const user = await withContext(needs, (context, tracker) =>
        accepting(context, tracker, 'people').userByEmail(email),
      )
      expect(user?.login).toBe('alice')
      expect(await server.rowCounts()).toEqual(before)
    })

    it('finds a group of the project by its name', async () => {
      const friends = project.groups.get('Friends') as UserGroupId
      const needs = createNeeds((each) => {
        each.groups = true
        each.openGroups.set(fieldOf('teams'), new Set([friends, 3 as UserGroupId]))
      })
      const results = await withContext(needs, (context, tracker) => {
        const { groups, getOrCreateOpenValue: openValueOf } = accepting(context, tracker, 'teams')
        const field = fieldOf('teams')
        return [
          groups.get(friends)?.name,
          openValueOf(field, 'Friends').label,
          openValueOf(field, 'Project members').label,
        ]
      })
      expect(results).toEqual(['Friends', 'Friends', 'Project members'])
    })

    it('loads artifacts with their link field and visibility, including those linked now', async () => {
      const [visible, plain] = await project.createArtifacts(
        { tracker: 'bug', changes: [{ values: { title: 'Seen' } }] },
        { tracker: 'note', changes: [{ values: { text: 'Plain' } }] },
      )
      const [hidden] = await secret.createArtifacts({ tracker: 'plot', changes: [{}] })
      const links = [{ id: hidden, type: '' }]
      const [linking] = await project.createArtifacts({
        tracker: 'bug',
        changes: [{ values: { title: 'Linking', links } }],
      })
      const needs = createNeeds((each) => {
        each.artifacts
          .add(visible as ArtifactId)
          .add(plain as ArtifactId)
          .add(999_999 as ArtifactId)
        each.currentLinks.add(fieldOf('links'))
      })
      const results = await withContext(
        needs,
        (context, tracker) => {
          const { artifactOf, currentValue } = accepting(context, tracker, 'links')
          return {
            before: currentValue,
            targets: [visible, plain, 999_999, hidden].map((id) => artifactOf(id as ArtifactId)),
          }
        },
        linking as ArtifactId,
      )
      const activeState = { isTrackerDeleted: false, isProjectActive: true }
      expect(results).toEqual({
        before: links,
        targets: [
          { id: visible, ...activeState, isVisible: true, hasLinkField: true },
          { id: plain, ...activeState, isVisible: true, hasLinkField: false },
          undefined,
          { id: hidden, ...activeState, isVisible: false, hasLinkField: true },
        ],
      })
    })

    it('returns the state of a link type in the project', async () => {
      const { db } = server.world
      await db.write(async (tx) => {
        const type = { forward_label: 'f', reverse_label: 'r', is_system: 0 as const }
        await tx
          .insertInto('link_type')
          .values([
            { ...type, short_name: 'fixes' },
            { ...type, short_name: 'old' },
          ])
          .execute()
        await tx.insertInto('disabled_link_type').values({ project_id: project.projectId, short_name: 'old' }).execute()
      })
      const names = ['', '_is_child', 'fixes', 'old', '_covered_by', 'nope']
      const needs = createNeeds((each) => {
        for (const name of names) each.linkTypes.add(name)
      })
      const results = await withContext(needs, (context, tracker) =>
        names.map((name) => accepting(context, tracker).linkType(name)),
      )
      expect(results).toEqual(['usable', 'usable', 'usable', 'disabled', 'reserved', undefined])
    })

    it('returns the state of a file', async () => {
      const file = {
        ...{ name: 'a', size: 1, media_type: 'text/plain', description: '', created_on: baseTime, blob: null },
        ...{ field_id: fieldOf('title'), artifact_id: null, submitted_by: userId('alice'), status: 'complete' },
      }
      const id = 7001 as FileId
      await server.world.db.write((tx) =>
        tx
          .insertInto('file')
          .values({ ...file, id })
          .execute(),
      )
      const needs = createNeeds((each) => each.files.add(id).add(7002 as FileId))
      const results = await withContext(needs, (context, tracker) => {
        const { fileOf } = accepting(context, tracker)
        return [fileOf(id), fileOf(7002 as FileId)]
      })
      const expectedFile = {
        id,
        fieldId: fieldOf('title'),
        artifactId: null,
        submittedBy: userId('alice'),
        status: 'complete',
        expiresOn: null,
        isVisible: false,
      }
      expect(results).toEqual([expectedFile, undefined])
    })

    it('allocates exactly the requested number of step ids', async () => {
      const ids = await withContext(
        createNeeds((each) => {
          each.stepCount = 2
        }),
        (context, tracker) => {
          const { nextStepId: takeStepId } = accepting(context, tracker)
          return [takeStepId(), takeStepId(), expect(takeStepId).toThrow()]
        },
      )
      expect(new Set(ids.slice(0, 2)).size).toBe(2)
    })

    it('creates an open value once for concurrent writers', async () => {
      const texts = ['north', 'east', 'south', 'west']
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, turn) => {
          const order = texts.map((_, at) => texts[(at + turn) % 4] as string)
          const needs = createNeeds((each) => each.openLabels.set(fieldOf('tags'), new Set(order)))
          return withContext(needs, (context, tracker) =>
            texts.map((text) => accepting(context, tracker).getOrCreateOpenValue(fieldOf('tags'), text).id),
          )
        }),
      )
      expect(new Set(all.map((ids) => ids.join())).size).toBe(1)
    })
  })
})
