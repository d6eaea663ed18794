import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { undoable } from '../../kit/db/undoable.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import { worldInTransaction } from '../../kit/in-transaction.ts'
import type { Precondition } from '../../kit/precondition.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactGlance } from '../model/artifact.ts'
import { loadGlances } from '../store/glances.ts'
import { waitForTurn } from '../store/turns.ts'
import { updateArtifact, type WantedUpdate } from './update-artifact.ts'

export interface WantedChanges extends Omit<WantedUpdate, 'precondition'> {
  readonly items: readonly { readonly id: ArtifactId; readonly precondition: Precondition }[]
}

/** What became of one of them. */
export type ChangeResult = { readonly id: ArtifactId } & (
  | { readonly glance: ArtifactGlance; readonly isChanged: boolean }
  | { readonly refusal: Refusal }
)

export const isRefused = (result: ChangeResult): result is ChangeResult & { readonly refusal: Refusal } =>
  'refusal' in result

/** Those of one transaction; while it lasts, others wait. */
const together = 25

/** The same change of many artifacts of a tracker, each for itself; results in the order asked (decision 23). */
export async function changeArtifacts(
  world: World,
  caller: Caller,
  tracker: Tracker,
  wanted: WantedChanges,
): Promise<ChangeResult[]> {
  const results: ChangeResult[] = []
  const items = byId(wanted.items)
  for (let from = 0; from < items.length; from += together) {
    const group = { ...wanted, items: items.slice(from, from + together) }
    results.push(
      ...(await world.db.write((tx) => changeInside(tx, worldInTransaction(world, tx), caller, tracker, group))),
    )
  }
  return asAsked(wanted, results)
}

/** The same, all of them or none: `refuse` says no when one is refused, and then nothing was changed. */
export function changeAllArtifacts(
  world: World,
  caller: Caller,
  tracker: Tracker,
  wanted: WantedChanges,
  refuse: (results: readonly ChangeResult[], inside: World) => Promise<Refusal>,
): Promise<ChangeResult[]> {
  return world.db.write(async (tx) => {
    const inside = worldInTransaction(world, tx)
    const sorted = { ...wanted, items: byId(wanted.items) }
    const results = asAsked(wanted, await changeInside(tx, inside, caller, tracker, sorted))
    if (results.some(isRefused)) throw await refuse(results, inside)
    return results
  })
}

async function changeInside(
  tx: Tx,
  inside: World,
  caller: Caller,
  tracker: Tracker,
  { items, ...update }: WantedChanges,
): Promise<ChangeResult[]> {
  // Several are locked (decision 15).
  await waitForTurn(tx)
  await inside.cache.refresh()
  const ids = items.map(({ id }) => id)
  const before = new Map((await loadGlances(tx, ids)).map((glance) => [glance.id, glance]))
  const results: ChangeResult[] = []
  for (const { id, precondition } of items) {
    const result = await refusedOr(id, () =>
      undoable(tx, async () => {
        const known = before.get(id)
        if (known?.trackerId !== tracker.id) throw new Refusal('absent', `There is no artifact ${id} in this tracker`)
        const glance = await updateArtifact(inside, caller, id, { ...update, precondition })
        return { id, glance, isChanged: glance.version !== known.version }
      }),
    )
    results.push(result)
    // SQLite answers at once: without a pause nobody else would be served until all is done.
    await new Promise(setImmediate)
  }
  return results
}

async function refusedOr(id: ArtifactId, work: () => Promise<ChangeResult>): Promise<ChangeResult> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof Refusal) return { id, refusal: thrown }
    throw thrown
  }
}

const byId = (items: WantedChanges['items']): WantedChanges['items'] => items.toSorted((a, b) => a.id - b.id)

function asAsked({ items }: WantedChanges, results: readonly ChangeResult[]): ChangeResult[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  return items.flatMap(({ id }) => byId.get(id) ?? [])
}
