import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** A requested change of the workflow of a tracker (docs/api/trackers.md §4.6). */
export type WorkflowInstruction =
  | { readonly kind: 'remove' }
  | { readonly kind: 'create'; readonly field: number }
  | { readonly kind: 'switch'; readonly isUsed: boolean }
  | { readonly kind: 'leave legacy' }
  | { readonly kind: 'mode'; readonly mode: 'simple' | 'advanced' }

/** The one instruction of a `query`, in the order in which Tuleap tests them. */
export function parseWorkflowInstruction(query: unknown): WorkflowInstruction {
  const workflow = isObject(query) ? query['workflow'] : undefined
  if (!isObject(workflow)) throw invalidQueryError()
  const {
    set_transitions_rules: set,
    delete_transitions_rules: remove,
    is_legacy: isLegacy,
    is_advanced: isAdvanced,
  } = workflow
  if (set !== undefined && remove !== undefined) throw invalidQueryError()
  if (remove === true) return { kind: 'remove' }
  if (set !== undefined) return parseTransitionRules(set)
  if (isLegacy === false) return { kind: 'leave legacy' }
  if (typeof isAdvanced === 'boolean') return { kind: 'mode', mode: isAdvanced ? 'advanced' : 'simple' }
  throw invalidQueryError()
}

function parseTransitionRules(rules: unknown): WorkflowInstruction {
  if (!isObject(rules)) throw invalidQueryError()
  const { field_id: field, is_used: isUsed } = rules
  if (field !== undefined) {
    // Numbers may be sent as text, as everywhere (docs/api/compatibility.md §3.1).
    const id = typeof field === 'string' && /^\s*\d+\s*$/.test(field) ? Number(field) : field
    if (!Number.isSafeInteger(id)) throw invalidQueryError()
    return { kind: 'create', field: Number(id) }
  }
  if (typeof isUsed !== 'boolean') throw invalidQueryError()
  return { kind: 'switch', isUsed }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const invalidQueryError = () => new Refusal('invalid', '', { translated: message`Please provide a valid query.` })

export const createNoWorkflowError = () =>
  new Refusal('invalid', '', { translated: message`This tracker has no workflow.` })
