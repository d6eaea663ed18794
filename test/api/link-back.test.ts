import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordHistory } from '../../src/artifacts/commands/record-history.ts'
import { unlinkArtifact } from '../../src/artifacts/commands/unlink-artifact.ts'
import { updateReverseLinks } from '../../src/artifacts/commands/update-reverse-links.ts'
import { loadWritingContext } from '../../src/artifacts/reads/writing-context.ts'
import { loadArtifacts, lockArtifact, lockArtifactToRemove } from '../../src/artifacts/store/artifacts.ts'
import { loadChangesets } from '../../src/artifacts/store/changesets.ts'
import { removeArtifact } from '../../src/artifacts/store/remove-artifact.ts'
import { artLink } from '../../src/fields/types/art-link.ts'
import { emptyWriteNeeds, type FieldValueInput, type ReverseLinkChange } from '../../src/fields/write-context.ts'
import type { Caller } from '../../src/kit/caller.ts'
import type { Tx } from '../../src/kit/db/db.ts'
import type { ArtifactId, FieldId, TrackerId, UserId } from '../../src/kit/ids.ts'
import { worldInTransaction } from '../../src/kit/in-transaction.ts'
import type { Project } from '../../src/projects/model/project.ts'
import { getCachedProject } from '../../src/projects/store/projects.ts'
import type { Tracker } from '../../src/trackers/model/tracker.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { createMember } from '../kit/create-member.ts'
import {
  type ArtifactSeed,
  baseTime,
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let grove: ProjectFixture
  let secret: ProjectFixture
  let closed: ProjectFixture
  let alice: Caller
  let links: FieldId

  beforeAll(async () => {
    const id = await server.createUser('alice')
    const linked = trackerDefinition('bug', [fieldDefinition('string', 'title'), fieldDefinition('art_link', 'links')])
    grove = await createProjectFixture(server, 'grove', {
      members: [id],
      trackers: () => [linked, trackerDefinition('note', [fieldDefinition('string', 'text')])],
    })
    secret = await createProjectFixture(server, 'secret', {
      access: 'private',
      trackers: () => [trackerDefinition('plot', [fieldDefinition('art_link', 'plot')])],
    })
    closed = await createProjectFixture(server, 'closed', {
      trackers: () => [trackerDefinition('case', [fieldDefinition('art_link', 'case links')])],
    })
    await server.world.db.write((tx) =>
      tx.insertInto('disabled_link_type').values({ project_id: closed.projectId, short_name: '_is_child' }).execute(),
    )
    links = grove.fields.get('links') as FieldId
    alice = createMember({ id: id as UserId, login: 'alice', memberOf: new Set([grove.projectId, closed.projectId]) })
  })

  const bug = (...to: readonly (readonly [ArtifactId, string])[]) => ({
    tracker: 'bug',
    changes: [{ values: { links: to.map(([id, type]) => ({ id, type })) } }],
  })
  const plant = (...seeds: readonly ArtifactSeed[]): Promise<ArtifactId[]> => grove.createArtifacts(...seeds)
  const stateOf = async (id: ArtifactId | undefined) =>
    (await loadArtifacts(server.world.db.read, [id as ArtifactId])).get(id as ArtifactId)
  const linksOf = async (id: ArtifactId | undefined, field = links) => (await stateOf(id))?.values[field]
  const wish = (tx: Tx, id: ArtifactId | undefined, reverseLinkChanges: readonly ReverseLinkChange[]) =>
    lockArtifact(tx, id as ArtifactId).then(async (artifact) => {
      if (artifact === undefined) throw new Error('It is not there')
      const asked = { artifact, reverseLinkChanges, caller: alice, at: baseTime + 60, timezone: 'Europe/Paris' }
      await updateReverseLinks(tx, worldInTransaction(server.world, tx), asked)
    })
  const linkedBack = (id: ArtifactId | undefined, ...reverseLinkChanges: readonly ReverseLinkChange[]) =>
    server.world.db.write((tx) => wish(tx, id, reverseLinkChanges))
  const all = (...from: readonly (readonly [ArtifactId | undefined, string])[]): ReverseLinkChange => ({
    kind: 'all',
    links: from.map(([id, type]) => ({ from: id as ArtifactId, type })),
  })
  const more = (from: ArtifactId | undefined): ReverseLinkChange => ({
    kind: 'more',
    links: [{ from: from as ArtifactId, type: '_is_child' }],
  })

  describe('links that lead to an artifact', () => {
    it('are changesets of the others by the same person, each with its place in the log', async () => {
      const [target, other] = await plant(bug(), bug())
      await linkedBack(target, more(other))
      const after = await stateOf(other)
      expect(after).toMatchObject({ version: 2, updatedBy: server.idOf('alice'), updatedOn: baseTime + 60 })
      expect(after?.values[links]).toEqual([{ id: target, type: '_is_child' }])
      const [, changeset] = await loadChangesets(server.world.db.read, other as ArtifactId)
      expect(changeset).toMatchObject({ submittedBy: server.idOf('alice'), comment: null })
      const query = server.world.db.read
        .selectFrom('change')
        .selectAll()
        .where('artifact_id', '=', other as ArtifactId)
      expect(await query.execute()).toMatchObject([{ kind: 'updated', changeset_id: after?.lastChangesetId }])
      const rows = server.world.db.read.selectFrom('value_link').select(['artifact_id', 'type'])
      expect(await rows.where('target_id', '=', target as ArtifactId).execute()).toEqual([
        { artifact_id: other, type: '_is_child' },
      ])
    })

    it('are added by a parent to those there are, and changed in type where there is one', async () => {
      const [target, first] = await plant(bug(), bug())
      const [parent] = await plant(bug([first as ArtifactId, ''], [target as ArtifactId, '']))
      await linkedBack(target, more(parent))
      expect(await linksOf(parent)).toEqual([
        { id: first, type: '' },
        { id: target, type: '_is_child' },
      ])
    })

    it('are no change where they are as they should be', async () => {
      const [target] = await plant(bug())
      const [parent] = await plant(bug([target as ArtifactId, '_is_child']))
      const before = await server.rowCounts()
      await linkedBack(target, more(parent), all([parent, '_is_child']))
      expect(await server.rowCounts()).toEqual(before)
      expect(await stateOf(parent)).toMatchObject({ version: 1 })
    })

    it('are replaced as a whole, but for those of artifacts one cannot see', async () => {
      const [target] = await plant(bug())
      const id = target as ArtifactId
      const [kept, gone, added] = await plant(bug([id, '']), bug([id, ''], [(id + 1_000_000) as ArtifactId, '']), bug())
      const [hidden] = await secret.createArtifacts({
        tracker: 'plot',
        changes: [{ values: { plot: [{ id, type: '' }] } }],
      })
      await linkedBack(target, all([kept, ''], [added, '_is_child']))
      expect(await linksOf(kept)).toEqual([{ id, type: '' }])
      expect(await linksOf(gone)).toEqual([{ id: id + 1_000_000, type: '' }])
      expect(await linksOf(added)).toEqual([{ id, type: '_is_child' }])
      expect(await linksOf(hidden, secret.fields.get('plot'))).toEqual([{ id, type: '' }])
      expect((await stateOf(kept))?.version).toBe(1)
      await linkedBack(target, all())
      expect([await linksOf(kept), await linksOf(added)]).toEqual([[], []])
    })

    it('raise the stamp of the artifact they lead to', async () => {
      const [target, other] = await plant(bug(), bug())
      const stampOf = async () => {
        const stamps = server.world.db.read.selectFrom('artifact_stamp').select('stamp')
        return (await stamps.where('artifact_id', '=', target as ArtifactId).executeTakeFirst())?.stamp ?? 0
      }
      const before = await stampOf()
      await linkedBack(target, more(other))
      expect(await stampOf()).toBe(before + 1)
    })

    it('of a parent that does not exist are passed over', async () => {
      const [target] = await plant(bug())
      const before = await server.rowCounts()
      await linkedBack(target, more(999_999 as ArtifactId))
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      { of: 'nothing', text: 'but it could not be found.' },
      { of: 'what one cannot see', text: 'but it could not be found.' },
      { of: 'a tracker without links', text: 'but there is no artifact links field in its tracker.' },
    ])('are refused of $of, all of them', async ({ of, text }) => {
      const [target, fine] = await plant(bug(), bug())
      const [hidden] = await secret.createArtifacts({ tracker: 'plot', changes: [{}] })
      const [note] = await plant({ tracker: 'note', changes: [{}] })
      const from = of === 'nothing' ? (999_999 as ArtifactId) : of === 'what one cannot see' ? hidden : note
      const before = await server.rowCounts()
      await expect(linkedBack(target, all([fine, ''], [from, '']))).rejects.toMatchObject({
        kind: 'invalid',
        message: '',
        details: { translated: `You tried to create a link to Artifact #${from}, ${text}` },
      })
      expect(await server.rowCounts()).toEqual(before)
      expect(await linksOf(fine)).toEqual([])
    })

    it('are refused by a type that the project of the other has switched off', async () => {
      const [target] = await plant(bug())
      const [other] = await closed.createArtifacts({ tracker: 'case', changes: [{}] })
      await expect(linkedBack(target, more(other))).rejects.toMatchObject({
        message: `The artifact link type "_is_child" is disabled and cannot be used to link artifact #${other}`,
      })
      await linkedBack(target, all([other, '']))
      expect(await linksOf(other, closed.fields.get('case links'))).toEqual([{ id: target, type: '' }])
    })
  })

  describe('both ends of a link', () => {
    /** A change of `from` that links to `to`, as a PUT does it; `meanwhile` comes when the target was looked at. */
    const linking = (from: ArtifactId, to: ArtifactId, meanwhile: () => Promise<void> = async () => {}) =>
      server.world.db.write(async (tx) => {
        const artifact = await lockArtifact(tx, from)
        if (artifact === undefined) return ['gone']
        const tracker = (await getCachedTracker(server.world, grove.trackers.get('bug') as TrackerId)) as Tracker
        const project = (await getCachedProject(server.world, grove.projectId)) as Project
        const field = tracker.fieldById.get(links)
        if (field === undefined) throw new Error('There is a link field')
        const sent: FieldValueInput = { field_id: links, links: [{ id: to }] }
        const needs = emptyWriteNeeds()
        artLink.input?.collectNeeds?.(sent, field, needs)
        const asked = { tracker, project, caller: alice, artifact, needs, timezone: 'Europe/Paris', now: baseTime }
        const context = await loadWritingContext(tx, server.world, asked)
        await meanwhile()
        const value = artLink.input?.parse(sent, field, context.accepting(field))
        if (value === undefined) return context.problems
        const by = { submittedBy: null, submittedEmail: null, submittedOn: baseTime + 9 }
        const changesets = [{ ...by, values: { [links]: value }, comments: [] }]
        await recordHistory(tx, [{ artifact, fields: tracker.fields, changesets }])
        return context.problems
      })
    const deleting = (id: ArtifactId, meanwhile: () => Promise<void> = async () => {}) =>
      server.world.db.write(async (tx) => {
        await lockArtifactToRemove(tx, id)
        await meanwhile()
        await unlinkArtifact(tx, id)
        await removeArtifact(tx, id)
      })
    const danglingLinks = async () => {
      const { read } = server.world.db
      const rows = await read.selectFrom('value_link').select(['artifact_id', 'target_id']).execute()
      const ids = new Set((await read.selectFrom('artifact').select('id').execute()).map(({ id }) => id))
      // One of the tests above leads nowhere on purpose.
      return rows.filter(({ artifact_id: from, target_id: to }) => to < 1_000_000 && !(ids.has(from) && ids.has(to)))
    }

    /** Begins the second in the middle of the first. */
    async function inTheMiddle<A, B>(first: (meanwhile: () => Promise<void>) => Promise<A>, second: () => Promise<B>) {
      const reached = Promise.withResolvers<void>()
      const one = first(async () => {
        reached.resolve()
        await sleep(50)
      })
      await reached.promise
      return Promise.all([one, second()])
    }

    it('are gone when the target is deleted right after it was looked at', async () => {
      const [from, to] = (await plant(bug(), bug())) as [ArtifactId, ArtifactId]
      const [problems] = await inTheMiddle(
        (meanwhile) => linking(from, to, meanwhile),
        () => deleting(to),
      )
      expect(problems).toEqual([])
      expect([await linksOf(from), await stateOf(to)]).toEqual([[], undefined])
      expect(await danglingLinks()).toEqual([])
    })

    it('are never made when the target is being deleted', async () => {
      const [from, to] = (await plant(bug(), bug())) as [ArtifactId, ArtifactId]
      const [, problems] = await inTheMiddle(
        (meanwhile) => deleting(to, meanwhile),
        () => linking(from, to),
      )
      expect(problems).toEqual([`links: ${to} is not an artifact id.`])
      expect(await linksOf(from)).toEqual([])
      expect(await danglingLinks()).toEqual([])
    })

    it('survive changes in any order', async () => {
      for (let round = 0; round < 15; round++) {
        const [a, b, c] = (await plant(bug(), bug(), bug())) as [ArtifactId, ArtifactId, ArtifactId]
        await Promise.all([linking(a, b), linking(b, c), deleting(b), linking(c, b), linking(c, a)])
        expect(await stateOf(b)).toBeUndefined()
        for (const id of [a, c]) {
          const rows = server.world.db.read.selectFrom('value_link').select(['target_id as id', 'type'])
          expect(await rows.where('artifact_id', '=', id).orderBy('position').execute()).toEqual(await linksOf(id))
        }
      }
      expect(await danglingLinks()).toEqual([])
    })
  })
})
