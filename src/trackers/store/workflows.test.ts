import { beforeAll, expect, it } from 'vitest'
import { project, projectRow, trackerRow } from '../../../test/kit/database-rows.ts'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { grantPermit } from '../../../test/kit/grant-permit.ts'
import type { Database } from '../../database/db/db.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { BindValueId, TransitionId } from '../../kit/values/ids.ts'
import { buildConditions } from '../conditions/registry.ts'
import type { Tracker, Transition } from '../model/tracker.ts'
import { addTransition, removeTransitions, replaceTransitionParts } from './workflows.ts'

const aTransition = (id: number): Transition => ({
  ...buildConditions<never>(({ initial }) => initial),
  id: id as TransitionId,
  from: null,
  to: 1 as BindValueId,
  actions: [],
})

/** A permit for a tracker with these transitions. */
const permitFor = (id: number, ...transitions: Transition[]) =>
  grantPermit('administer', { id, workflow: { transitions } } as unknown as Tracker)

describeOnEachDatabase((place) => {
  let db: Database
  const [own, other] = [aTransition(1), aTransition(2)]
  const transitions = async () => {
    const rows = await db.read.selectFrom('transition').select(['id', 'tracker_id']).orderBy('id').execute()
    return rows.map(({ id, tracker_id }) => [id, tracker_id])
  }

  beforeAll(async () => {
    db = await place.open()
    await db.write(async (tx) => {
      await insertRows(tx, 'project', [projectRow(project) as never])
      await insertRows(tx, 'tracker', [trackerRow(1), trackerRow(2)] as never[])
      await addTransition(tx, permitFor(1), own, [])
      await addTransition(tx, permitFor(2), other, [])
    })
  })

  it.each([
    ['removes', () => db.write((tx) => removeTransitions(tx, permitFor(1, own), [own.id, other.id]))],
    ['replaces parts of', () => db.write((tx) => replaceTransitionParts(tx, permitFor(1, own), [own, other], []))],
  ])('a permit for one tracker never %s a transition of another', async (_, work) => {
    await expect(work()).rejects.toThrow('The permit for the tracker 1 was used for the transition 2')
    expect(await transitions()).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it('removes a transition of the tracker of the permit', async () => {
    await db.write((tx) => removeTransitions(tx, permitFor(1, own), [own.id]))
    expect(await transitions()).toEqual([[2, 2]])
  })
})
