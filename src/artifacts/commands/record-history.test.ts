import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { createField } from '../../../test/kit/field-fixture.ts'
import type { Database } from '../../database/db/db.ts'
import type { Field } from '../../fields/model/field.ts'
import { createPermit } from '../../kit/messages/decide.ts'
import type { ArtifactId, FieldId, ProjectId, TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import type { NewChangeset } from '../model/changeset.ts'
import { findArtifact, loadArtifacts } from '../store/artifacts.ts'
import { loadChangesets } from '../store/changesets.ts'
import { loadReferences } from '../store/cross-references.ts'
import { collectChangedValues } from './changed-values.ts'
import { createEmptyArtifacts } from './create-empty-artifacts.ts'
import { recordHistory } from './record-history.ts'

const [bugs, tasks] = [1, 2] as TrackerId[]
const field = (id: number, type: Field['type']): Field => createField(type, { id: id as FieldId })
const [title, details, effort, access] = [field(1, 'string'), field(2, 'text'), field(3, 'float'), field(4, 'perm')]
const fields = [title, details, effort, access]

const step = (submittedOn: number, values: Readonly<Record<number, unknown>>, comment?: string): NewChangeset => {
  const by = { submittedBy: null, submittedEmail: null, submittedOn }
  return {
    ...by,
    values,
    comments: comment === undefined ? [] : [{ ...by, format: 'text', body: comment, groups: null }],
  }
}

const permit = createPermit('import', 'site' as const, 'yes')

describeOnEachDatabase((place) => {
  let db: Database

  beforeAll(async () => {
    db = await place.open()
    await db.write(async (tx) => {
      const nameColumns = (name: string) => ({ name, name_key: name, description: '' })
      const projectId = 101 as ProjectId
      await tx
        .insertInto('project')
        .values({
          id: projectId,
          short_name: 'p',
          short_name_key: 'p',
          name: 'P',
          description: '',
          long_description: '',
          icon: '',
          access: 'public',
          status: 'active',
          is_template: 0,
          is_synchronized: 0,
          created_on: 0,
        })
        .execute()
      const trackers = [bugs, tasks].map((id) => ({
        ...nameColumns(`t${id}`),
        id: id as TrackerId,
        project_id: projectId,
        item_name: id === bugs ? 'bug' : 'task',
        color: '',
        options: '{}',
        next_number: 1,
      }))
      await tx.insertInto('tracker').values(trackers).execute()
    })
  })

  const bare = (...trackers: readonly (TrackerId | undefined)[]) =>
    db.write((tx) =>
      createEmptyArtifacts(
        tx,
        permit,
        trackers.map((trackerId) => ({
          trackerId: trackerId as TrackerId,
          submittedBy: null,
          submittedEmail: null,
          submittedOn: 10,
        })),
      ),
    )
  const record = (artifact: Artifact, ...changesets: readonly NewChangeset[]) =>
    db.write(async (tx) => {
      return (await recordHistory(tx, [{ permit, artifact, fields, changesets, log: 'new tracker' }]))[0] as Artifact
    })

  describe('empty artifacts', () => {
    it('are numbered in order within their trackers', async () => {
      const artifacts = await bare(bugs, tasks, bugs, bugs)
      expect(artifacts.map(({ number }) => number)).toEqual([1, 1, 2, 3])
      const [first] = artifacts
      expect(artifacts.map(({ id }) => id - (first?.id ?? 0))).toEqual([0, 1, 2, 3])
      const [next] = await bare(bugs)
      expect(next?.number).toBe(4)
    })
  })

  describe('a history', () => {
    it('leads to its final state, and each changeset stores its changes', async () => {
      const [artifact] = (await bare(bugs)) as [Artifact]
      const after = await record(
        artifact,
        step(10, { 1: 'One', 3: 2 }),
        step(20, { 1: 'Two' }, 'Better'),
        step(20, {}, 'Yes'),
      )
      expect(after).toMatchObject({ version: 3, updatedOn: 20, values: { 1: 'Two', 3: 2 } })
      expect(await findArtifact(db.read, artifact.id)).toEqual(after)
      const changesets = await loadChangesets(db.read, artifact.id)
      expect(changesets.map(({ values, comment }) => [values, comment?.body ?? null])).toEqual([
        [{ 1: 'One', 3: 2 }, null],
        [{ 1: 'Two' }, 'Better'],
        [{}, 'Yes'],
      ])
      expect(changesets.at(-1)?.id).toBe(after.lastChangesetId)
    })

    it('continues with true times, a later date for each version, and current indexes', async () => {
      const [artifact] = (await bare(bugs)) as [Artifact]
      const one = await record(artifact, step(50, { 3: 2 }))
      const two = await record(one, step(50, { 3: 5 }))
      const three = await record(two, step(40, { 3: null }))
      expect([one, two, three].map(({ updatedOn }) => updatedOn)).toEqual([50, 50, 40])
      expect([one, two, three].map(({ versionDate }) => versionDate)).toEqual([50, 51, 52])
      const indexed = async () =>
        (await db.read.selectFrom('value_number').select('value').where('artifact_id', '=', artifact.id).execute()).map(
          ({ value }) => value,
        )
      expect(await indexed()).toEqual([])
      await record(three, step(60, { 3: 8 }))
      expect(await indexed()).toEqual([8])
    })

    it('shares permission sets', async () => {
      const artifacts = await bare(bugs, bugs, bugs, bugs)
      const groups = [[3, 4], [4, 3], null, [3]] as (UserGroupId[] | null)[]
      const after = await db.write((tx) => {
        return recordHistory(
          tx,
          artifacts.map((artifact, index) => ({
            permit,
            artifact,
            fields,
            changesets: [step(10, { 4: groups[index] })],
            log: 'new tracker',
          })),
        )
      })
      const [a, b, c, d] = after.map(({ permissionSetId }) => permissionSetId)
      expect(a).toBe(b)
      expect(c).toBeNull()
      expect(d).not.toBe(a)
      const rows = await db.read
        .selectFrom('permission_set_group')
        .selectAll()
        .where('set_id', '=', a as never)
        .orderBy('group_id')
        .execute()
      expect(rows.map(({ group_id }) => group_id)).toEqual([3, 4])
      const free = await record(after[0] as Artifact, step(11, { 4: null }))
      expect(free.permissionSetId).toBeNull()
    })

    it('records mentions by item name or generic keyword, only of existing artifacts', async () => {
      const [a, b, c] = (await bare(bugs, bugs, tasks)) as [Artifact, Artifact, Artifact]
      const text = {
        format: 'text',
        content: `bug #${b.id}, Task #${c.id}; task #${b.id} and bug #999999 lead nowhere, nor does bug #${a.id}`,
      }
      await record(a, step(10, { 2: text }), step(11, {}, `art #${c.id}`))
      const mentions = (await loadReferences(db.read, [a.id])).map(
        ({ keyword, target }) => `${keyword} ${target - a.id}`,
      )
      expect(new Set(mentions)).toEqual(new Set(['bug 1', 'task 2', 'art 2']))
    })

    it('is written for thousands of artifacts together', async () => {
      const artifacts = await bare(...Array.from({ length: 2000 }, () => bugs))
      await db.write((tx) => {
        return recordHistory(
          tx,
          artifacts.map((artifact) => ({
            permit,
            artifact,
            fields,
            changesets: [step(10, { 1: `n${artifact.number}`, 3: artifact.number }), step(11, { 3: 1 })],
            log: 'new tracker',
          })),
        )
      })
      const ids = artifacts.map(({ id }) => id) as ArtifactId[]
      const storedArtifacts = await loadArtifacts(db.read, ids)
      expect(
        [...storedArtifacts.values()].every(
          ({ number, version, values }) => version === 2 && values[1] === `n${number}` && values[3] === 1,
        ),
      ).toBe(true)
    })
  })

  it('an unchanged value is not a change', () => {
    const before = { 1: 'One', 3: 2 }
    expect(
      collectChangedValues(before, { 1: 'One', 2: { format: 'text', content: '' }, 3: 3, 77: 'x' }, fields),
    ).toEqual({
      2: { format: 'text', content: '' },
      3: 3,
    })
  })
})
