import type { ChangesRepresentation } from '../../../src/artifacts/representations/change-result.ts'
import type { FieldInput } from './artifact-writes.ts'
import { sendChange } from './client.ts'
import { Failure, readMessage } from './failure.ts'
import { buildQueryKey, queryCache, renewArtifactLists } from './queries.ts'

/** One value for several artifacts. */
export interface BulkChange {
  readonly tracker: number
  readonly artifacts: readonly number[]
  readonly field: number
  readonly input: FieldInput
}

/** What a change does, or would do, with each artifact. */
export interface BulkOutcome {
  readonly changed: readonly number[]
  readonly unchanged: readonly number[]
  readonly refused: ReadonlyMap<number, string>
}

/** Changes nothing; the answer is what a change would do with each artifact. */
export const previewBulkChange = async (change: BulkChange, signal: AbortSignal): Promise<BulkOutcome> =>
  outcomeOf(await send(change, false, { isDryRun: true, signal }))

/** Changes all artifacts or none, or each that allows it. */
export async function sendBulkChange(change: BulkChange, isAllOrNothing: boolean): Promise<BulkOutcome> {
  const outcome = outcomeOf(await send(change, isAllOrNothing, { idempotencyKey: crypto.randomUUID() }))
  await renew(change.tracker, outcome.changed)
  return outcome
}

const send = (
  { tracker, artifacts, field, input }: BulkChange,
  isAllOrNothing: boolean,
  options: Parameters<typeof sendChange>[3],
): Promise<ChangesRepresentation> =>
  sendChange<ChangesRepresentation>(
    'POST',
    `/trackers/${tracker}/artifact_changes`,
    { artifacts, values: [{ field_id: field, ...input }], all_or_nothing: isAllOrNothing },
    options,
  )

function outcomeOf({ results }: ChangesRepresentation): BulkOutcome {
  const idsOf = (outcome: string): number[] => results.flatMap((each) => (each.outcome === outcome ? [each.id] : []))
  const refused = results.flatMap(({ id, error }) => (error === null ? [] : [[id, readMessage(error)] as const]))
  return { changed: idsOf('changed'), unchanged: idsOf('unchanged'), refused: new Map(refused) }
}

/** Deletes each artifact that the user may delete; `isDryRun`: only checks it. */
export async function deleteArtifacts(
  tracker: number,
  artifacts: readonly number[],
  isDryRun: boolean,
): Promise<BulkOutcome> {
  const refused = new Map<number, string>()
  await Promise.all(
    artifacts.map((id) =>
      sendChange('DELETE', `/artifacts/${id}`, undefined, { isDryRun }).catch((problem: unknown) => {
        if (!(problem instanceof Failure)) throw problem
        refused.set(id, problem.message)
      }),
    ),
  )
  const changed = artifacts.filter((id) => !refused.has(id))
  if (!isDryRun) await renew(tracker, changed)
  return { changed, unchanged: [], refused }
}

async function renew(tracker: number, artifacts: readonly number[]): Promise<void> {
  for (const id of artifacts) void queryCache.invalidateQueries({ queryKey: buildQueryKey(`/artifacts/${id}`) })
  await renewArtifactLists(tracker)
}
