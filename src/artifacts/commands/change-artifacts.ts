import type { Tx } from '../../database/db/db.ts'
import type { AffectedArtifacts } from '../../database/tables/affected-artifacts.ts'
import { withSavepoint } from '../../database/unit/savepoint.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Precondition } from '../../kit/values/precondition.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { UnitWorld } from '../../world/model/unit-world.ts'
import { createTransactionWorld } from '../../world/units/in-transaction.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { withLinkEnds } from './entries-by-field.ts'
import { type UpdateRequest, updateArtifact } from './update-artifact.ts'

export interface BulkChange extends Omit<UpdateRequest, 'precondition'> {
  readonly items: readonly { readonly id: ArtifactId; readonly precondition: Precondition }[]
}

/** Result for one artifact of a bulk change. */
export type ChangeResult = { readonly id: ArtifactId } & (
  | { readonly artifactVersion: ArtifactVersion; readonly isChanged: boolean }
  | { readonly refusal: Refusal }
)

export const isRefused = (result: ChangeResult): result is ChangeResult & { readonly refusal: Refusal } =>
  'refusal' in result

/** Artifacts per transaction, during which other writers wait. */
const batchSize = 25

/**
 * Applies the same change to many artifacts of a tracker, each independently; returns results in request order
 * (decision 23).
 */
export async function changeArtifacts(
  world: CommandWorld,
  caller: Caller,
  tracker: Tracker,
  bulkChange: BulkChange,
): Promise<ChangeResult[]> {
  const results: ChangeResult[] = []
  for (const items of splitIntoBatches(byId(bulkChange.items), batchSize)) {
    const batch = { ...bulkChange, items }
    results.push(
      ...(await world.db.writeArtifacts(collectAffectedBy(batch), (tx) =>
        changeBatch(tx, createTransactionWorld(world, tx), caller, tracker, batch),
      )),
    )
  }
  return inRequestOrder(bulkChange, results)
}

/**
 * All-or-nothing variant of changeArtifacts: if one artifact is refused, throws the error of `refuse` and changes
 * nothing.
 */
export function changeAllArtifacts(
  world: CommandWorld,
  caller: Caller,
  tracker: Tracker,
  bulkChange: BulkChange,
  refuse: (results: readonly ChangeResult[], inside: UnitWorld) => Promise<Refusal>,
): Promise<ChangeResult[]> {
  return world.db.writeArtifacts(collectAffectedBy(bulkChange), async (tx) => {
    const inside = createTransactionWorld(world, tx)
    const sorted = { ...bulkChange, items: byId(bulkChange.items) }
    const results = inRequestOrder(bulkChange, await changeBatch(tx, inside, caller, tracker, sorted))
    if (results.some(isRefused)) throw await refuse(results, inside)
    return results
  })
}

const collectAffectedBy = ({ items, entries }: BulkChange): AffectedArtifacts =>
  withLinkEnds(entries, { changed: items.map(({ id }) => id) })

async function changeBatch(
  tx: Tx,
  inside: UnitWorld,
  caller: Caller,
  tracker: Tracker,
  { items, ...update }: BulkChange,
): Promise<ChangeResult[]> {
  const ids = items.map(({ id }) => id)
  const before = new Map(
    (await loadArtifactVersions(tx, ids)).map((artifactVersion) => [artifactVersion.id, artifactVersion]),
  )
  const results: ChangeResult[] = []
  for (const { id, precondition } of items) {
    const result = await catchRefusal(id, () =>
      withSavepoint(tx, async () => {
        const versionBefore = before.get(id)
        if (versionBefore?.trackerId !== tracker.id)
          throw new Refusal('absent', message`Artifact ${id} does not exist in this tracker.`)
        const artifactVersion = await updateArtifact(inside, caller, id, { ...update, precondition })
        return { id, artifactVersion, isChanged: artifactVersion.version !== versionBefore.version }
      }),
    )
    results.push(result)
    // SQLite responds synchronously: without a pause no other request would be served meanwhile.
    await new Promise(setImmediate)
  }
  return results
}

async function catchRefusal(id: ArtifactId, work: () => Promise<ChangeResult>): Promise<ChangeResult> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof Refusal) return { id, refusal: thrown }
    throw thrown
  }
}

const byId = (items: BulkChange['items']): BulkChange['items'] => items.toSorted((a, b) => a.id - b.id)

function inRequestOrder({ items }: BulkChange, results: readonly ChangeResult[]): ChangeResult[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  return items.flatMap(({ id }) => byId.get(id) ?? [])
}
