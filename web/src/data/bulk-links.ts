import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import { readResource, sendChange } from './client.ts'
import { buildQueryKey, queryCache, renewArtifactLists } from './queries.ts'
import { readTracker, type ValueEntry } from './trackers.ts'

type LinkEntry = Extract<ValueEntry, { readonly reverse_links: unknown }>

/** How some artifacts are linked with one: in which of them the link is stored. */
export interface LinkRole {
  /** Empty: a link without a type. */
  readonly type: string
  /** `forward`: from each artifact to the one. */
  readonly direction: 'forward' | 'reverse'
}

/** The artifact that others are linked with, as it is now. */
export interface LinkPartner {
  readonly id: number
  /** The field that is written; null: its tracker has none that the user may change. */
  readonly field: number | null
  readonly entry: LinkEntry | undefined
}

export async function readLinkPartner(id: number, signal: AbortSignal): Promise<LinkPartner> {
  const { values, tracker } = await readResource<ArtifactRepresentation>(`/artifacts/${id}`, undefined, signal)
  const { fields } = await readTracker(tracker.id)
  const field = fields.find(
    ({ allowed_types, permissions }) => allowed_types !== undefined && permissions.includes('update'),
  )
  const entry = values?.find(({ field_id }) => field_id === field?.field_id)
  return { id, field: field?.field_id ?? null, entry: entry && 'reverse_links' in entry ? entry : undefined }
}

/** Those of some artifacts that already are linked with the partner in this way. */
export function findLinked({ entry }: LinkPartner, ids: readonly number[], { type, direction }: LinkRole): Set<number> {
  const links = (direction === 'forward' ? entry?.reverse_links : entry?.links) ?? []
  const linked = new Set(links.flatMap((link) => ((link.type ?? '') === type ? [link.id] : [])))
  return new Set(ids.filter((id) => linked.has(id)))
}

/** Links all artifacts with the partner or, if one cannot be linked, none; `isDryRun`: only checks it. */
export async function linkArtifacts(
  tracker: number,
  partner: LinkPartner,
  ids: readonly number[],
  role: LinkRole,
  isDryRun: boolean,
): Promise<void> {
  const path = `/artifacts/${partner.id}`
  await sendChange(
    'PUT',
    path,
    { values: [{ field_id: partner.field, ...buildLinks(partner, ids, role) }] },
    // What others changed since the partner was read would be lost.
    { mustBeCurrent: true, ...(isDryRun ? { isDryRun } : { idempotencyKey: crypto.randomUUID() }) },
  )
  if (isDryRun) return
  for (const id of [partner.id, ...ids])
    void queryCache.invalidateQueries({ queryKey: buildQueryKey(`/artifacts/${id}`) })
  await renewArtifactLists(tracker)
}

/** One artifact is written: all of its links, with the new ones. */
function buildLinks({ entry }: LinkPartner, ids: readonly number[], { type, direction }: LinkRole): object {
  const added = ids.map((id) => ({ id, type }))
  const without = (links: LinkEntry['links']): { id: number; type: string }[] =>
    links.flatMap((link) => (ids.includes(link.id) ? [] : [{ id: link.id, type: link.type ?? '' }]))
  const [forward, reverse] = [entry?.links ?? [], entry?.reverse_links ?? []]
  if (direction === 'reverse') return { links: [...without(forward), ...added] }
  const forwardLinks = forward.map((link) => ({ id: link.id, type: link.type ?? '' }))
  const directed = (links: readonly object[], to: LinkRole['direction']): object[] =>
    links.map((link) => ({ ...link, direction: to }))
  return { all_links: [...directed(forwardLinks, 'forward'), ...directed([...without(reverse), ...added], 'reverse')] }
}
