import type { Field } from '../../fields/model/field.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FieldId, ProjectId } from '../../kit/values/ids.ts'
import { type FilterEntry, parseEntries } from '../../queries/model/filter.ts'
import type { QueryContext } from '../../queries/reads/search-context.ts'
import { criterionEntries } from '../../trackers/criteria/registry.ts'
import { findFieldByName } from '../../trackers/model/find-field.ts'
import type { Criterion, RendererDraft, ReportDraft } from '../../trackers/model/report.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { apiRenderers } from '../../trackers/renderers/registry.ts'
import type { RendererApi } from '../../trackers/renderers/renderer-type.ts'
import type { World } from '../../world/model/world.ts'
import { resolveCondition, resolveOrder } from './resolve-query.ts'

/** Input for a report. */
export interface ReportInput {
  readonly label: string
  readonly description: string
  readonly is_public: boolean
  readonly is_default: boolean
  readonly query: Readonly<Record<string, unknown>>
  readonly expert_query: string | null
  /** Renderers by the names of their kinds, see `RendererInput`. */
  readonly [kind: string]: unknown
}

interface RendererInput {
  readonly id?: number
  readonly label: string
}

/** Validates the input for a report: a report that cannot be run is not saved. */
export async function parseReport(
  world: Pick<World, 'db' | 'cache'>,
  queryContext: QueryContext,
  tracker: Tracker,
  input: ReportInput,
): Promise<ReportDraft> {
  const { label, expert_query: expertQuery, query } = input
  if (label.trim() === '') throw new Refusal('invalid', 'A report needs a label.')
  if (input.is_default && !input.is_public) throw new Refusal('invalid', 'Only a public report can be the default.')
  if (expertQuery !== null && Object.keys(query).length > 0)
    throw new Refusal('invalid', 'A report needs either `query` or `expert_query`, not both.')
  const queryInput = { query: '', expertQuery: expertQuery ?? '', body: query }
  await resolveCondition(world, queryContext, tracker, queryInput)
  await resolveOrder(world, queryContext, tracker, queryInput)
  const fields = fieldsByKey(queryContext, tracker)
  return {
    name: label.trim(),
    description: input.description,
    isPublic: input.is_public,
    isDefault: input.is_default,
    expertQuery,
    criteria: parseEntries(query).map((entry, index) =>
      toCriterion(entry, fields(entry.key), tracker.projectId, index),
    ),
    renderers: parseRenderers(input, (key) => fields(key).id),
  }
}

/** Fields by id or name as in filters, of those the caller reads: there are no others. */
function fieldsByKey({ caller }: QueryContext, tracker: Tracker): (key: number | string) => Field {
  const readable = filterReadableFields(caller, tracker)
  const fieldById = new Map(readable.map((field) => [`${field.id}`, field]))
  const fieldByName = new Map(readable.map((field) => [field.name, field]))
  return (key) => {
    const field = fieldById.get(`${key}`) ?? findFieldByName({ fields: readable, fieldByName }, `${key}`)
    if (field === undefined) throw new Refusal('invalid', message`Following fields do not exist: ${key}`)
    return field
  }
}

const parseRenderers = (input: ReportInput, fieldOf: (key: number | string) => FieldId): ReportDraft['renderers'] =>
  Object.fromEntries(
    apiRenderers.flatMap(({ name, api }) => {
      // In the form of the schema of each kind.
      const inputs = input[api.name] as readonly RendererInput[] | undefined
      return inputs === undefined ? [] : [[name, inputs.map((each) => parseRenderer(each, api, fieldOf))]]
    }),
  )

const parseRenderer = (
  input: RendererInput,
  api: RendererApi,
  fieldOf: (key: number | string) => FieldId,
): RendererDraft => ({
  id: input.id ?? null,
  name: input.label,
  build: api.parse(input as never, fieldOf) as RendererDraft['build'],
})

/** docs/api/archive-format.md §2.7: criteria hold texts and list values; other comparisons need a query. */
function toCriterion({ operator, value }: FilterEntry, field: Field, projectId: ProjectId, rank: number): Criterion {
  for (const [name, { api }] of operator === 'contains' ? criterionEntries : []) {
    const content = api.parse(value, field, projectId)
    if (content !== undefined)
      return { field: field.id, rank, isAdvanced: Array.isArray(value) && value.length > 1, [name]: content }
  }
  throw new Refusal(
    'invalid',
    message`A report stores a text or value ids for the field "${field.name}". Use \`expert_query\` for other conditions.`,
  )
}
