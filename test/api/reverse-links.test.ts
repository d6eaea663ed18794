import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordHistory } from '../../src/artifacts/commands/record-history.ts'
import { unlinkArtifact } from '../../src/artifacts/commands/unlink-artifact.ts'
import { updateReverseLinks } from '../../src/artifacts/commands/update-reverse-links.ts'
import type { Artifact } from '../../src/artifacts/model/artifact.ts'
import { loadWritingContext } from '../../src/artifacts/reads/load-write-context.ts'
import { loadArtifacts, lockArtifact, lockArtifactToRemove } from '../../src/artifacts/store/artifacts.ts'
import { loadChangesets } from '../../src/artifacts/store/changesets.ts'
import { removeArtifact } from '../../src/artifacts/store/remove-artifact.ts'
import type { Tx } from '../../src/database/db/db.ts'
import {
  createEmptyWriteNeeds,
  type FieldValueInput,
  type ReverseLinkChange,
} from '../../src/fields/contexts/write-context.ts'
import { artLink } from '../../src/fields/types/art-link.ts'
import type { Caller } from '../../src/kit/values/caller.ts'
import type { ArtifactId, FieldId, TrackerId, UserId } from '../../src/kit/values/ids.ts'
import type { Project } from '../../src/projects/model/project.ts'
import { getCachedProject } from '../../src/projects/store/projects.ts'
import type { Tracker } from '../../src/trackers/model/tracker.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { createTransactionWorld } from '../../src/world/units/in-transaction.ts'
import { createMember } from '../kit/create-member.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import {
  type ArtifactSeed,
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 5, full: 15 })

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fixture: ProjectFixture
  let secret: ProjectFixture
  let closed: ProjectFixture
  let alice: Caller
  let links: FieldId

  beforeAll(async () => {
    const id = await server.createUser('alice')
    const linked = createTrackerDefinition('bug', [
      createFieldDefinition('string', 'title'),
      createFieldDefinition('art_link', 'links'),
    ])
    fixture = await createProjectFixture(server, 'grove', {
      members: [id],
      trackers: () => [linked, createTrackerDefinition('note', [createFieldDefinition('string', 'text')])],
    })
    secret = await createProjectFixture(server, 'secret', {
      access: 'private',
      trackers: () => [createTrackerDefinition('plot', [createFieldDefinition('art_link', 'plot')])],
    })
    closed = await createProjectFixture(server, 'closed', {
      trackers: () => [createTrackerDefinition('case', [createFieldDefinition('art_link', 'case links')])],
    })
    await server.world.db.write((tx) =>
      tx.insertInto('disabled_link_type').values({ project_id: closed.projectId, short_name: '_is_child' }).execute(),
    )
    links = fixture.fields.get('links') as FieldId
    alice = createMember({ id: id as UserId, login: 'alice', memberOf: new Set([fixture.projectId, closed.projectId]) })
  })

  const bug = (...to: readonly (readonly [ArtifactId, string])[]) => ({
    tracker: 'bug',
    changes: [{ values: { links: to.map(([id, type]) => ({ id, type })) } }],
  })
  const createBugs = (...seeds: readonly ArtifactSeed[]): Promise<ArtifactId[]> => fixture.createArtifacts(...seeds)
  const stateOf = async (id: ArtifactId | undefined) =>
    (await loadArtifacts(server.world.db.read, [id as ArtifactId])).get(id as ArtifactId)
  const linksOf = async (id: ArtifactId | undefined, field = links) => (await stateOf(id))?.values[field]
  const requestReverseLinks = (tx: Tx, id: ArtifactId | undefined, reverseLinkChanges: readonly ReverseLinkChange[]) =>
    lockArtifact(tx, id as ArtifactId).then(async (artifact) => {
      if (artifact === undefined) throw new Error('The artifact is missing')
      const request = { artifact, reverseLinkChanges, caller: alice, at: baseTime + 60, timezone: 'Europe/Paris' }
      await updateReverseLinks(tx, createTransactionWorld(server.world, tx), request)
    })
  const setReverseLinks = (id: ArtifactId | undefined, ...reverseLinkChanges: readonly ReverseLinkChange[]) =>
    server.world.db.write((tx) => requestReverseLinks(tx, id, reverseLinkChanges))
  const all = (...from: readonly (readonly [ArtifactId | undefined, string])[]): ReverseLinkChange => ({
    kind: 'all',
    links: from.map(([id, type]) => ({ from: id as ArtifactId, type })),
  })
  const more = (from: ArtifactId | undefined): ReverseLinkChange => ({
    kind: 'more',
    links: [{ from: from as ArtifactId, type: '_is_child' }],
  })

  describe('reverse links', () => {
    it('create a changeset of the caller in each linked artifact, with an entry in the change log', async () => {
      const [target, other] = await createBugs(bug(), bug())
      await setReverseLinks(target, more(other))
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

    it('add a parent to the links of the parent and change the type of an existing link', async () => {
      const [target, first] = await createBugs(bug(), bug())
      const [parent] = await createBugs(bug([first as ArtifactId, ''], [target as ArtifactId, '']))
      await setReverseLinks(target, more(parent))
      expect(await linksOf(parent)).toEqual([
        { id: first, type: '' },
        { id: target, type: '_is_child' },
      ])
    })

    it('create no changeset where the link exists already', async () => {
      const [target] = await createBugs(bug())
      const [parent] = await createBugs(bug([target as ArtifactId, '_is_child']))
      const before = await server.rowCounts()
      await setReverseLinks(target, more(parent), all([parent, '_is_child']))
      expect(await server.rowCounts()).toEqual(before)
      expect(await stateOf(parent)).toMatchObject({ version: 1 })
    })

    it('are replaced completely, except those of artifacts that the caller cannot see', async () => {
      const [target] = await createBugs(bug())
      const id = target as ArtifactId
      const [kept, gone, added] = await createBugs(
        bug([id, '']),
        bug([id, ''], [(id + 1_000_000) as ArtifactId, '']),
        bug(),
      )
      const [hidden] = await secret.createArtifacts({
        tracker: 'plot',
        changes: [{ values: { plot: [{ id, type: '' }] } }],
      })
      await setReverseLinks(target, all([kept, ''], [added, '_is_child']))
      expect(await linksOf(kept)).toEqual([{ id, type: '' }])
      expect(await linksOf(gone)).toEqual([{ id: id + 1_000_000, type: '' }])
      expect(await linksOf(added)).toEqual([{ id, type: '_is_child' }])
      expect(await linksOf(hidden, secret.fields.get('plot'))).toEqual([{ id, type: '' }])
      expect((await stateOf(kept))?.version).toBe(1)
      await setReverseLinks(target, all())
      expect([await linksOf(kept), await linksOf(added)]).toEqual([[], []])
    })

    it('raise the cache version of the target artifact', async () => {
      const [target, other] = await createBugs(bug(), bug())
      const stampOf = async () => {
        const versions = server.world.db.read.selectFrom('artifact_cache_version').select('version')
        return (await versions.where('artifact_id', '=', target as ArtifactId).executeTakeFirst())?.version ?? 0
      }
      const before = await stampOf()
      await setReverseLinks(target, more(other))
      expect(await stampOf()).toBe(before + 1)
    })

    it('of a parent that does not exist are ignored', async () => {
      const [target] = await createBugs(bug())
      const before = await server.rowCounts()
      await setReverseLinks(target, more(999_999 as ArtifactId))
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      { source: 'missing artifact', text: 'but it could not be found.' },
      { source: 'hidden artifact', text: 'but it could not be found.' },
      { source: 'artifact in a tracker without links', text: 'but there is no artifact links field in its tracker.' },
    ])('are all rejected with a $source as source', async ({ source, text }) => {
      const [target, fine] = await createBugs(bug(), bug())
      const [hidden] = await secret.createArtifacts({ tracker: 'plot', changes: [{}] })
      const [note] = await createBugs({ tracker: 'note', changes: [{}] })
      const from =
        source === 'missing artifact' ? (999_999 as ArtifactId) : source === 'hidden artifact' ? hidden : note
      const before = await server.rowCounts()
      const expected = `You tried to create a link to Artifact #${from}, ${text}`
      await expect(setReverseLinks(target, all([fine, ''], [from, '']))).rejects.toMatchObject({
        kind: 'invalid',
        message: '',
        details: { translated: expect.toSatisfy((sentence) => `${sentence}` === expected) },
      })
      expect(await server.rowCounts()).toEqual(before)
      expect(await linksOf(fine)).toEqual([])
    })

    it('are rejected with a type that the project of the source has disabled', async () => {
      const [target] = await createBugs(bug())
      const [other] = await closed.createArtifacts({ tracker: 'case', changes: [{}] })
      await expect(setReverseLinks(target, more(other))).rejects.toMatchObject({
        message: `The artifact link type "_is_child" is disabled and cannot be used to link artifact #${other}`,
      })
      await setReverseLinks(target, all([other, '']))
      expect(await linksOf(other, closed.fields.get('case links'))).toEqual([{ id: target, type: '' }])
    })
  })

  describe('concurrent changes of both ends of a link', () => {
    /** Changes `from` so that it links to `to`, as a PUT does. `meanwhile` runs after the target was loaded. */
    const linking = (from: ArtifactId, to: ArtifactId, meanwhile: () => Promise<void> = async () => {}) =>
      server.world.db.write(async (tx, db) => {
        const artifact = await lockArtifact(tx, from)
        if (artifact === undefined) return ['gone']
        const tracker = (await getCachedTracker(server.world, fixture.trackers.get('bug') as TrackerId)) as Tracker
        const project = (await getCachedProject(server.world, fixture.projectId)) as Project
        const field = tracker.fieldById.get(links)
        if (field === undefined) throw new Error('There is a link field')
        const valueInput: FieldValueInput = { field_id: links, links: [{ id: to }] }
        const needs = createEmptyWriteNeeds()
        artLink.input?.collectNeeds?.(valueInput, field, needs)
        const permit = grantPermit('update', artifact)
        const request = {
          permit,
          tracker,
          project,
          caller: alice,
          artifact,
          needs,
          timezone: 'Europe/Paris',
          now: baseTime,
        }
        const context = await loadWritingContext(tx, { ...server.world, db }, request)
        await meanwhile()
        const value = artLink.input?.parse(valueInput, field, context.accepting(field))
        if (value === undefined) return context.problems
        const by = { submittedBy: null, submittedEmail: null, submittedOn: baseTime + 9 }
        const changesets = [{ ...by, values: { [links]: value }, comments: [] }]
        await recordHistory(tx, [{ permit, artifact, fields: tracker.fields, changesets, log: 'new tracker' }])
        return context.problems
      })
    const deleting = (id: ArtifactId, meanwhile: () => Promise<void> = async () => {}) =>
      server.world.db.write(async (tx) => {
        const permit = grantPermit('delete', (await lockArtifactToRemove(tx, id)) as Artifact)
        await meanwhile()
        await unlinkArtifact(tx, permit)
        const trackerId = fixture.trackers.get('bug') as TrackerId
        const { projectId } = fixture
        const change = { artifactId: id, trackerId, projectId, changesetId: null, userId: null, at: baseTime }
        await removeArtifact(tx, permit, { kind: 'deleted', ...change, audience: 'none' })
      })
    const danglingLinks = async () => {
      const { read } = server.world.db
      const rows = await read.selectFrom('value_link').select(['artifact_id', 'target_id']).execute()
      const ids = new Set((await read.selectFrom('artifact').select('id').execute()).map(({ id }) => id))
      // One of the tests above creates a link to a missing artifact on purpose.
      return rows.filter(({ artifact_id: from, target_id: to }) => to < 1_000_000 && !(ids.has(from) && ids.has(to)))
    }

    /** Starts the second operation in the middle of the first. */
    async function startInTheMiddle<A, B>(
      first: (meanwhile: () => Promise<void>) => Promise<A>,
      second: () => Promise<B>,
    ) {
      const reached = Promise.withResolvers<void>()
      const one = first(async () => {
        reached.resolve()
        await sleep(50)
      })
      await reached.promise
      return Promise.all([one, second()])
    }

    it('remove the link when the target is deleted after it was loaded', async () => {
      const [from, to] = (await createBugs(bug(), bug())) as [ArtifactId, ArtifactId]
      const [problems] = await startInTheMiddle(
        (meanwhile) => linking(from, to, meanwhile),
        () => deleting(to),
      )
      expect(problems).toEqual([])
      expect([await linksOf(from), await stateOf(to)]).toEqual([[], undefined])
      expect(await danglingLinks()).toEqual([])
    })

    it('reject the link when the target is being deleted', async () => {
      const [from, to] = (await createBugs(bug(), bug())) as [ArtifactId, ArtifactId]
      const [, problems] = await startInTheMiddle(
        (meanwhile) => deleting(to, meanwhile),
        () => linking(from, to),
      )
      expect(problems?.map(String)).toEqual([`links: ${to} is not an artifact id.`])
      expect(await linksOf(from)).toEqual([])
      expect(await danglingLinks()).toEqual([])
    })

    it('leave no dangling link in any order', async () => {
      for (let round = 0; round < rounds; round++) {
        const [a, b, c] = (await createBugs(bug(), bug(), bug())) as [ArtifactId, ArtifactId, ArtifactId]
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
