import { beforeAll, describe, expect, it } from 'vitest'
import { loadWritingContext, type WritingContext } from '../../src/artifacts/reads/writing-context.ts'
import { lockArtifact } from '../../src/artifacts/store/artifacts.ts'
import { emptyWriteNeeds, type WriteNeeds } from '../../src/fields/write-context.ts'
import type { Tx } from '../../src/kit/db/db.ts'
import type { ArtifactId, FieldId, FileId, TrackerId, UserGroupId, UserId } from '../../src/kit/ids.ts'
import type { Project } from '../../src/projects/model/project.ts'
import { getCachedProject } from '../../src/projects/store/projects.ts'
import type { Tracker } from '../../src/trackers/model/tracker.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { createMember } from '../kit/create-member.ts'
import {
  baseTime,
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let grove: ProjectFixture
  let secret: ProjectFixture
  const people: Record<string, UserId> = {}
  const who = (name: string) => people[name] as UserId

  const groupsNamed = (name: string, ...groups: readonly (UserGroupId | undefined)[]) =>
    fieldDefinition('sb', name, {
      bind: {
        kind: 'users',
        sources: groups.map((each) => ({ kind: 'group' as const, group: each as UserGroupId })),
        defaultUsers: [],
      },
    })
  const sourced = (name: string, kind: 'members' | 'administrators' | 'submitters' | 'modifiers') =>
    fieldDefinition('sb', name, { bind: { kind: 'users', sources: [{ kind }], defaultUsers: [] } })

  beforeAll(async () => {
    for (const name of ['alice', 'boss', 'friend', 'stranger']) people[name] = await server.createUser(name)
    people['guest'] = await server.createUser('guest', { status: 'R' })
    people['sender'] = await server.createUser('sender')
    people['editor'] = await server.createUser('editor')
    grove = await createProjectFixture(server, 'grove', {
      members: [who('alice'), who('boss')],
      administrators: [who('boss')],
      groups: { Friends: [who('friend')] },
      trackers: (groups) => [
        trackerDefinition('bug', [
          fieldDefinition('string', 'title'),
          sourced('members', 'members'),
          sourced('administrators', 'administrators'),
          sourced('submitters', 'submitters'),
          sourced('modifiers', 'modifiers'),
          groupsNamed('friends', groups.get('Friends')),
          groupsNamed('registered', 2 as UserGroupId),
          fieldDefinition('tbl', 'tags', { bind: { kind: 'static', isAlphabetical: false, values: [] } }),
          fieldDefinition('tbl', 'others', { bind: { kind: 'static', isAlphabetical: false, values: [] } }),
          fieldDefinition('tbl', 'people', {
            bind: { kind: 'users', sources: [{ kind: 'members' }], defaultUsers: [] },
          }),
          fieldDefinition('tbl', 'teams', { bind: { kind: 'ugroups', values: [] } as never }),
          fieldDefinition('art_link', 'links'),
        ]),
        trackerDefinition('note', [fieldDefinition('string', 'text')]),
      ],
    })
    secret = await createProjectFixture(server, 'secret', {
      access: 'private',
      trackers: () => [trackerDefinition('plot', [fieldDefinition('art_link', 'plot links')])],
    })
    const one = { by: who('sender'), values: { title: 'One' } }
    await grove.createArtifacts({
      tracker: 'bug',
      changes: [one, { by: who('editor'), on: baseTime + 5, values: { title: 'Two' } }],
    })
  })

  const fieldOf = (name: string): FieldId => grove.fields.get(name) as FieldId
  const home = async (): Promise<{ tracker: Tracker; project: Project }> => {
    const tracker = (await getCachedTracker(server.world, grove.trackers.get('bug') as TrackerId)) as Tracker
    return { tracker, project: (await getCachedProject(server.world, grove.projectId)) as Project }
  }
  const needing = (change: (needs: WriteNeeds) => void): WriteNeeds => {
    const needs = emptyWriteNeeds()
    change(needs)
    return needs
  }
  const alice = () => createMember({ id: who('alice'), login: 'alice', memberOf: new Set([grove.projectId]) })
  async function within<T>(
    needs: WriteNeeds,
    ask: (context: WritingContext, tracker: Tracker) => T,
    artifactId: ArtifactId | null = null,
  ): Promise<T> {
    const place = await home()
    return server.world.db.write(async (tx) => {
      const artifact = artifactId === null ? null : ((await lockArtifact(tx, artifactId)) ?? null)
      const asked = { ...place, caller: alice(), artifact, needs, timezone: 'Europe/Paris', now: baseTime }
      return ask(await loadWritingContext(tx, server.world, asked), place.tracker)
    })
  }
  const accepting = (context: WritingContext, tracker: Tracker, name = 'tags') => {
    const field = tracker.fieldById.get(fieldOf(name))
    if (field === undefined) throw new Error(name)
    return context.accepting(field)
  }

  describe('what a write refers to', () => {
    it('costs nothing when it refers to nothing', async () => {
      const place = await home()
      const untouchable = new Proxy({}, { get: () => expect.unreachable('the database was asked') }) as Tx
      const asked = {
        ...place,
        caller: alice(),
        artifact: null,
        needs: emptyWriteNeeds(),
        timezone: 'Europe/Paris',
        now: baseTime,
      }
      const context = await loadWritingContext(untouchable, server.world, asked)
      expect([context.problems, context.reverseLinkChanges]).toEqual([[], []])
    })

    it.each([
      { field: 'members', offered: ['alice', 'boss'] },
      { field: 'administrators', offered: ['boss'] },
      { field: 'submitters', offered: ['sender'] },
      { field: 'modifiers', offered: ['editor'] },
      { field: 'friends', offered: ['friend'] },
      { field: 'registered', offered: ['alice', 'boss', 'friend', 'stranger', 'sender', 'editor'] },
    ])('is somebody whom the list $field offers: $offered', async ({ field, offered }) => {
      const all = new Set(Object.values(people))
      const needs = needing((each) => {
        for (const user of all) each.users.add(user)
        each.offered.set(fieldOf(field), all)
      })
      const differences = await within(needs, (context, tracker) => {
        const asked = accepting(context, tracker, field)
        const list = tracker.fieldById.get(fieldOf(field))
        return Object.keys(people).filter((name) => list !== undefined && asked.isOffered(list, who(name)))
      })
      expect(new Set(differences)).toEqual(new Set(offered))
    })

    it('is a person by login or address in any case, nobody by another', async () => {
      const needs = needing((each) => {
        each.logins.add('alice').add('nobody-here')
        each.emails.add('boss@example.com')
      })
      const found = await within(needs, (context, tracker) => {
        const { userByLogin, userByEmail } = accepting(context, tracker)
        return [userByLogin('Alice')?.id, userByLogin('nobody-here')?.id, userByEmail('Boss@example.com')?.login]
      })
      expect(found.slice(0, 2)).toEqual([who('alice'), undefined])
    })

    it('is a value that somebody typed: the same in every case and with every writer, another in another field', async () => {
      const labels = (name: string, ...texts: string[]) =>
        needing((each) => each.openLabels.set(fieldOf(name), new Set(texts)))
      const typed = (name: string, ...texts: string[]) =>
        within(labels(name, ...texts), (context, tracker) =>
          texts.map((text) => accepting(context, tracker, name).getOrCreateOpenValue(fieldOf(name), text)),
        )
      const [teal, same, other] = await typed('tags', 'Teal', 'teal', 'one, two')
      expect([same?.id, same?.label, other?.label]).toEqual([teal?.id, 'Teal', 'one, two'])
      expect(other?.id).not.toBe(teal?.id)
      expect(await typed('tags', 'TEAL')).toEqual([teal])
      expect((await typed('others', 'teal'))[0]?.id).not.toBe(teal?.id)

      const id = teal?.id as number
      const byId = await within(
        needing((each) => each.openValues.add(id).add(999_999)),
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

    it('makes no value of what turns out to be a person', async () => {
      const { email } = (await server.world.db.read
        .selectFrom('user')
        .select('email')
        .where('login', '=', 'alice')
        .executeTakeFirst()) as { email: string }
      const before = await server.rowCounts()
      const needs = needing((each) => {
        each.emails.add(email.toLowerCase())
        each.openLabels.set(fieldOf('people'), new Set([email]))
      })
      const user = await within(needs, (context, tracker) => accepting(context, tracker, 'people').userByEmail(email))
      expect(user?.login).toBe('alice')
      expect(await server.rowCounts()).toEqual(before)
    })

    it('is a group of the project, by the name it has', async () => {
      const friends = grove.groups.get('Friends') as UserGroupId
      const needs = needing((each) => {
        each.groups = true
        each.openGroups.set(fieldOf('teams'), new Set([friends, 3 as UserGroupId]))
      })
      const found = await within(needs, (context, tracker) => {
        const { groups, getOrCreateOpenValue: openValueOf } = accepting(context, tracker, 'teams')
        const field = fieldOf('teams')
        return [
          groups.get(friends)?.name,
          openValueOf(field, 'Friends').label,
          openValueOf(field, 'Project members').label,
        ]
      })
      expect(found).toEqual(['Friends', 'Friends', 'Project members'])
    })

    it('is an artifact with what matters of it, those linked now among them', async () => {
      const [seen, plain] = await grove.createArtifacts(
        { tracker: 'bug', changes: [{ values: { title: 'Seen' } }] },
        { tracker: 'note', changes: [{ values: { text: 'Plain' } }] },
      )
      const [hidden] = await secret.createArtifacts({ tracker: 'plot', changes: [{}] })
      const links = [{ id: hidden, type: '' }]
      const [linking] = await grove.createArtifacts({
        tracker: 'bug',
        changes: [{ values: { title: 'Linking', links } }],
      })
      const needs = needing((each) => {
        each.artifacts
          .add(seen as ArtifactId)
          .add(plain as ArtifactId)
          .add(999_999 as ArtifactId)
        each.currentLinks.add(fieldOf('links'))
      })
      const found = await within(
        needs,
        (context, tracker) => {
          const { artifactOf, currentValue } = accepting(context, tracker, 'links')
          return {
            before: currentValue,
            targets: [seen, plain, 999_999, hidden].map((id) => artifactOf(id as ArtifactId)),
          }
        },
        linking as ArtifactId,
      )
      const fine = { isTrackerDeleted: false, isProjectActive: true }
      expect(found).toEqual({
        before: links,
        targets: [
          { id: seen, ...fine, isVisible: true, hasLinkField: true },
          { id: plain, ...fine, isVisible: true, hasLinkField: false },
          undefined,
          { id: hidden, ...fine, isVisible: false, hasLinkField: true },
        ],
      })
    })

    it('is a type of link as it stands in the project', async () => {
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
        await tx.insertInto('disabled_link_type').values({ project_id: grove.projectId, short_name: 'old' }).execute()
      })
      const names = ['', '_is_child', 'fixes', 'old', '_covered_by', 'nope']
      const needs = needing((each) => {
        for (const name of names) each.linkTypes.add(name)
      })
      const found = await within(needs, (context, tracker) =>
        names.map((name) => accepting(context, tracker).linkType(name)),
      )
      expect(found).toEqual(['usable', 'usable', 'usable', 'disabled', 'reserved', undefined])
    })

    it('is a file as it stands', async () => {
      const file = {
        ...{ name: 'a', size: 1, media_type: 'text/plain', description: '', created_on: baseTime, blob: null },
        ...{ field_id: fieldOf('title'), artifact_id: null, submitted_by: who('alice'), state: 'complete' },
      }
      const id = 7001 as FileId
      await server.world.db.write((tx) =>
        tx
          .insertInto('file')
          .values({ ...file, id })
          .execute(),
      )
      const needs = needing((each) => each.files.add(id).add(7002 as FileId))
      const found = await within(needs, (context, tracker) => {
        const { fileOf } = accepting(context, tracker)
        return [fileOf(id), fileOf(7002 as FileId)]
      })
      const known = {
        id,
        fieldId: fieldOf('title'),
        artifactId: null,
        submittedBy: who('alice'),
        state: 'complete',
        expiresOn: null,
      }
      expect(found).toEqual([known, undefined])
    })

    it('gives as many ids of steps as were noted', async () => {
      const taken = await within(
        needing((each) => {
          each.stepCount = 2
        }),
        (context, tracker) => {
          const { nextStepId: takeStepId } = accepting(context, tracker)
          return [takeStepId(), takeStepId(), expect(takeStepId).toThrow()]
        },
      )
      expect(new Set(taken.slice(0, 2)).size).toBe(2)
    })

    it('is made once when many type it at the same moment', async () => {
      const texts = ['north', 'east', 'south', 'west']
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, turn) => {
          const mine = texts.map((_, at) => texts[(at + turn) % 4] as string)
          const needs = needing((each) => each.openLabels.set(fieldOf('tags'), new Set(mine)))
          return within(needs, (context, tracker) =>
            texts.map((text) => accepting(context, tracker).getOrCreateOpenValue(fieldOf('tags'), text).id),
          )
        }),
      )
      expect(new Set(all.map((ids) => ids.join())).size).toBe(1)
    })
  })
})
