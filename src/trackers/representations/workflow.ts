import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Tracker } from '../model/tracker.ts'
import type { TrackerView } from '../model/tracker-view.ts'
import { buildRules, type RuleRepresentations, ruleEntries } from '../rules/registry.ts'

const closed = { additionalProperties: false }

const Rules = Type.Unsafe<RuleRepresentations>(
  Type.Object(
    Object.fromEntries(ruleEntries.map(([name, { api }]) => [name, Type.Array(Type.Object(api.properties, closed))])),
    closed,
  ),
)

export const WorkflowRepresentation = Type.Object(
  {
    /** 0: the tracker has no workflow */
    field_id: Type.Integer(),
    /** "1" in use, "0" disabled, "" none */
    is_used: Type.Union([Type.Literal('1'), Type.Literal('0'), Type.Literal('')]),
    is_legacy: Type.Boolean(),
    is_advanced: Type.Boolean(),
    rules: Rules,
    transitions: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          /** null: a new artifact */
          from_id: Type.Union([Type.Integer(), Type.Null()]),
          to_id: Type.Integer(),
        },
        closed,
      ),
    ),
  },
  { ...closed, title: 'Workflow' },
)
export type WorkflowRepresentation = Static<typeof WorkflowRepresentation>

/**
 * docs/api/trackers.md §3.8. Clients need the rules in any case (docs/api/client-needs.md §22), so a caller who cannot
 * read the field gets an empty workflow, where Tuleap returns null.
 */
export function representWorkflow({ tracker, workflow }: TrackerView): WorkflowRepresentation {
  const rules = rulesOf(tracker)
  if (tracker.workflow === null || workflow === null) {
    return { field_id: 0, is_used: '', is_legacy: false, is_advanced: true, rules, transitions: [] }
  }
  return {
    field_id: tracker.workflow.field,
    is_used: tracker.workflow.isUsed ? '1' : '0',
    is_legacy: tracker.workflow.isLegacy,
    is_advanced: tracker.workflow.isAdvanced,
    rules,
    transitions: workflow.transitions.map(({ id, from, to }) => ({ id, from_id: from, to_id: to })),
  }
}

const rulesOf = ({ rules }: Tracker): RuleRepresentations =>
  buildRules(({ api }, name) => rules[name].map((rule) => api.represent(rule))) as unknown as RuleRepresentations
