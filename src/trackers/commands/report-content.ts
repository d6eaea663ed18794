import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ReportId } from '../../kit/values/ids.ts'
import type { Renderer, RendererDraft, Report, ReportDraft } from '../model/report.ts'
import { apiRenderers } from '../renderers/registry.ts'
import type { RendererApi } from '../renderers/renderer-type.ts'

/** Returns the content of a report, without its owner. */
export const toReportContent = (draft: ReportDraft): Omit<Report, 'id' | 'trackerId' | 'userId'> => ({
  name: draft.name,
  description: draft.description,
  isDefault: draft.isDefault && draft.isPublic,
  isQueryDisplayed: true,
  isInExpertMode: draft.expertQuery !== null,
  expertQuery: draft.expertQuery ?? '',
  criteria: draft.criteria,
})

/** Returns the renderers of a draft in their order, before those of other kinds that the report has. */
export async function buildRenderers(
  tx: Tx,
  reportId: ReportId,
  drafts: ReportDraft['renderers'],
  existing: readonly Renderer[],
): Promise<Renderer[]> {
  const kinds = apiRenderers.filter(({ name }) => drafts[name] !== undefined)
  const listed = kinds.flatMap(({ name, kind, api }) => {
    const before = new Map(existing.flatMap((each) => (each[name] === undefined ? [] : [[each.id, each]])))
    assertExisting(drafts[name] ?? [], before, api)
    return (drafts[name] ?? []).map((draft) => ({ draft, name, kind, before: before.get(draft.id ?? -1) }))
  })
  const newIds = await allocateIds(tx, 'renderer', listed.filter(({ draft }) => draft.id === null).length)
  const renderers = listed.map(
    ({ draft, name, kind, before }, index): Renderer => ({
      // One id was reserved for each new renderer.
      id: draft.id ?? (newIds.shift() as number),
      reportId,
      kind,
      name: draft.name,
      description: before?.description ?? '',
      rank: index,
      [name]: draft.build(before?.[name]),
    }),
  )
  const others = existing.filter((each) => kinds.every(({ name }) => each[name] === undefined))
  return [...renderers, ...others.map((each, index) => ({ ...each, rank: renderers.length + index }))]
}

function assertExisting(drafts: readonly RendererDraft[], existing: ReadonlyMap<number, Renderer>, api: RendererApi) {
  const ids = drafts.flatMap(({ id }) => (id === null ? [] : [id]))
  const unknown = ids.find((id) => !existing.has(id))
  if (unknown !== undefined) throw new Refusal('invalid', api.describeUnknown(unknown))
  if (new Set(ids).size < ids.length) throw new Refusal('invalid', api.repeatedProblem)
}
