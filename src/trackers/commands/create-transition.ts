import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { BindValueId, FieldId, TrackerId, TransitionId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { buildConditions, fitConditions } from '../conditions/registry.ts'
import type { Tracker, Transition, Workflow } from '../model/tracker.ts'
import { findReferenceTransition } from '../model/workflow-mode.ts'
import { getCachedTracker } from '../store/trackers.ts'
import { addTransition } from '../store/workflows.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

export interface TransitionDraft {
  readonly trackerId: TrackerId
  /** 0: a new artifact */
  readonly from: number
  readonly to: number
}

/**
 * docs/api/trackers.md §4.10. In simple mode it has the conditions of the other transitions to the same state;
 * otherwise members can take it.
 */
export async function createTransition(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  draft: TransitionDraft,
): Promise<TransitionId> {
  if ((await getCachedTracker(withReads(world), draft.trackerId)) === undefined)
    throw absentError(message`This tracker does not exist.`)
  return administerTracker(world, caller, draft.trackerId, async (tx, permit) => {
    const { workflow } = permit.subject
    if (workflow === null) throw absentError(message`This tracker has no workflow.`)
    const { from, to } = parseEnds(draft, permit.subject, workflow)
    const transition: Transition = { ...initialContentOf(workflow, from, to), id: await takeTransitionId(tx), from, to }
    await addTransition(tx, permit, transition, await allocateIds(tx, 'post_action', transition.actions.length))
    const entry = { at: world.clock.now(), by: caller, action: 'transition created' }
    await auditTracker(tx, permit.subject, { ...entry, detail: { transition: transition.id, from, to } })
    return transition.id
  })
}

function parseEnds(draft: TransitionDraft, { fieldById }: Tracker, workflow: Workflow) {
  // Both are compared with the values of the field below.
  const from = draft.from === 0 ? null : (draft.from as BindValueId)
  const to = draft.to as BindValueId
  if (draft.from === draft.to)
    throw invalidError(message`The same value cannot be source and destination at the same time.`)
  if (workflow.transitions.some((each) => each.from === from && each.to === to))
    throw invalidError(message`This transition already exists.`)
  const bind = fieldById.get(workflow.field)?.bind ?? null
  const values: readonly { readonly id: BindValueId }[] = bind === null || bind.kind === 'users' ? [] : bind.values
  const isValue = (value: BindValueId) => values.some(({ id }) => id === value)
  if (from !== null && !isValue(from)) throw absentError(message`Source id does not exist.`)
  if (!isValue(to)) throw absentError(message`Destination id does not exist.`)
  return { from, to }
}

function initialContentOf(workflow: Workflow, from: BindValueId | null, to: BindValueId) {
  const model = workflow.isAdvanced ? undefined : findReferenceTransition(workflow.transitions, to)
  const conditions = model ?? buildConditions<FieldId>(({ initial }) => initial)
  return { ...fitConditions(conditions, from), actions: model?.actions ?? [] }
}

async function takeTransitionId(tx: Tx): Promise<TransitionId> {
  const [id] = await allocateIds(tx, 'transition', 1)
  // `allocateIds` returns as many ids as requested.
  return id as TransitionId
}

const absentError = (translated: Message) => new Refusal('absent', '', { translated })
const invalidError = (translated: Message) => new Refusal('invalid', '', { translated })
