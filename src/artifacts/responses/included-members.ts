import type { StoredValues } from '../../fields/model/field.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { canReadField, canTakeTransition, filterReadableFields } from '../../trackers/policy.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { computeStateEffects } from '../model/effects-of-state.ts'
import { buildEntityTag } from '../model/version-tag.ts'
import { canMoveFrom, type ExplainInput, explainDelete, explainUpdate } from '../policy.ts'
import { getLocationInTracker, loadFactsOf } from '../reads/artifact-location.ts'
import { loadChildCounts } from '../reads/child-counts.ts'
import { loadDeletionQuota } from '../reads/deletion-quota.ts'
import { loadLinkedArtifacts } from '../reads/linked-artifacts.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadWritingCaller } from '../reads/writing-caller.ts'
import { representLinkedArtifact } from '../representations/brief-artifact.ts'
import {
  type AllowedTransition,
  type IncludedMembers,
  type IncludedName,
  maxLinkedArtifacts,
} from '../representations/included-members.ts'
import { createRenderContexts } from '../representations/render-context.ts'
import { findState } from '../rules/find-transition.ts'
import { formatValueLabel } from '../rules/format-value-label.ts'
import { buildViewerKey, type TranslatingViewer } from './artifact-cache.ts'
import { toExplainedRule } from './explain-permission.ts'

const namesAboutValues: readonly IncludedName[] = [
  'allowed_transitions',
  'frozen_fields',
  'hidden_fieldsets',
  'linked_artifacts',
]

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'commits'>

/** Whether one of these members depends on the values of the artifact. */
export const dependsOnValues = (names: ReadonlySet<IncludedName>): boolean =>
  namesAboutValues.some((name) => names.has(name))

/**
 * Loads members that `include` requests, of an artifact that the viewer may see (docs/api/extensions.md §1). The values
 * only matter if `dependsOnValues`.
 */
export async function loadIncludedMembers(
  world: Deps,
  viewer: TranslatingViewer,
  artifactVersion: ArtifactVersion,
  values: StoredValues,
  names: ReadonlySet<IncludedName>,
): Promise<IncludedMembers> {
  const caller = await loadWritingCaller(world, viewer.caller)
  const location = await getLocationInTracker(world, artifactVersion.trackerId)
  const { tracker } = location
  const facts = await loadFactsOf(world.db.read, caller, artifactVersion, location)
  const input: ExplainInput = { caller, artifact: artifactVersion, location, facts }
  const { frozen, hidden } = computeStateEffects(values, tracker)
  const readable = filterReadableFields(viewer.caller, tracker)
  const load: { readonly [Name in IncludedName]: () => IncludedMembers[Name] | Promise<IncludedMembers[Name]> } = {
    etag: () => buildEntityTag(artifactVersion, buildViewerKey(viewer)),
    can_update: () => isAllowed(explainUpdate(input)),
    can_delete: async () => isAllowed(explainDelete(input, await loadDeletionQuota(world, caller, location))),
    can_move: () => canMoveFrom(caller, location),
    has_private_comments: () => tracker.options.usesPrivateComments,
    allowed_transitions: () => describeTransitions(input, viewer, values),
    frozen_fields: () => readable.flatMap(({ id }) => (frozen.has(id) ? [id] : [])),
    hidden_fieldsets: () => readable.flatMap(({ id }) => (hidden.has(id) ? [id] : [])),
    linked_artifacts: () => describeLinked(world, viewer, { ...artifactVersion, values }),
    children: async () =>
      (await loadChildCounts(world, viewer.caller, [artifactVersion])).get(artifactVersion.id) ?? noChildren,
  }
  return Object.fromEntries(
    await Promise.all([...names].map(async (name) => [name, await load[name]()] as const)),
  ) as IncludedMembers
}

async function describeLinked(
  world: Deps,
  viewer: TranslatingViewer,
  artifact: Parameters<typeof loadLinkedArtifacts>[2],
): Promise<IncludedMembers['linked_artifacts']> {
  const linked = await loadLinkedArtifacts(world, viewer.caller, artifact, maxLinkedArtifacts)
  if (linked.length === 0) return []
  const related = await loadRelatedData(world, viewer.caller, linked, 'summary')
  return mapWithPauses(createRenderContexts(viewer, related)(linked), representLinkedArtifact)
}

/** The count of an artifact without children. */
export const noChildren = { total: 0, open: 0 }

/** Adds members to an object that is already JSON text. */
export const addMembers = (json: string, members: IncludedMembers): string =>
  Object.keys(members).length === 0 ? json : `${json.slice(0, -1)},${JSON.stringify(members).slice(1)}`

export const isAllowed = (steps: ReturnType<typeof explainUpdate>): boolean =>
  steps.every(({ verdict }) => verdict === 'yes')

/**
 * Returns the transitions from the current state. A caller who cannot read the field gets none, because the transitions
 * would reveal its value.
 */
function describeTransitions(
  input: ExplainInput,
  { caller: reader, translate }: TranslatingViewer,
  values: StoredValues,
): AllowedTransition[] | null {
  const { caller, location } = input
  const { tracker } = location
  const { workflow } = tracker
  const field = workflow?.isUsed ? tracker.fieldById.get(workflow.field) : undefined
  if (workflow === null || !field?.isUsed || !canReadField(reader, field, tracker)) return null
  const { frozen } = computeStateEffects(values, tracker)
  const rules = explainUpdate(input, { field, isFrozen: frozen.has(field.id) }).map(toExplainedRule)
  const refusalOfField = rules.find(({ refusal }) => refusal !== null)?.refusal ?? null
  const readable = new Set(filterReadableFields(reader, tracker).map(({ id }) => id))
  const order = field.bind?.kind === 'static' ? field.bind.values.map(({ id }) => id) : []
  const from = findState(values, field.id)
  const toText = (text: string | Message): string => translate(text) ?? `${text}`
  const textOfField = refusalOfField === null ? null : toText(refusalOfField)
  const transitions = workflow.transitions
    .filter((transition) => transition.from === from)
    .sort((a, b) => order.indexOf(a.to) - order.indexOf(b.to))
    .map((transition) => ({
      id: transition.id,
      to_id: transition.to,
      label: formatValueLabel(field, transition.to),
      requires_comment: transition.isCommentRequired,
      required_field_ids: transition.notEmptyFields.filter((id) => readable.has(id)),
      refusal: textOfField ?? (canTakeTransition(caller, transition, tracker) ? null : toText(forbiddenTransition)),
    }))
  return [
    ...transitions.filter(({ refusal }) => refusal === null),
    ...transitions.filter(({ refusal }) => refusal !== null),
  ]
}

const forbiddenTransition = message`The user is in no group that may take the transition.`
