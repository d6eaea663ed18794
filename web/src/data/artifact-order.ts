import { readList, sendChange } from './client.ts'
import { type ArtifactListOptions, artifactListQuery } from './route-queries.ts'

/** A place in the order of a tracker: directly before or after another artifact. */
export interface OrderPlace {
  readonly direction: 'before' | 'after'
  readonly of: number
}

/** Moves an artifact in the order of its tracker. */
export const saveOrder = (tracker: number, artifact: number, { direction, of }: OrderPlace): Promise<void> =>
  sendChange('PATCH', `/trackers/${tracker}/artifact_order`, {
    order: { ids: [artifact], direction, compared_to: of },
  })

/** Returns the last artifact of a list in the order of the tracker; undefined: the list is empty. */
export async function readLast(tracker: number, list: ArtifactListOptions): Promise<number | undefined> {
  const { path, query } = artifactListQuery(tracker, { query: list.query ?? '', isOrdered: true })
  const { items } = await readList<{ readonly id: number }>(path, {
    ...query,
    include: undefined,
    sort: '-rank',
    limit: 1,
  })
  return items[0]?.id
}
