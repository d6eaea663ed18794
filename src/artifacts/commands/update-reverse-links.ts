import type { Tx } from '../../database/db/db.ts'
import type { ReverseLinkChange } from '../../fields/contexts/write-context.ts'
import type { StoredLink } from '../../fields/model/field.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { UnitWorld } from '../../world/model/unit-world.ts'
import type { Artifact } from '../model/artifact.ts'
import { getLinks } from '../model/links.ts'
import { mayUpdateOtherEnd } from '../policy.ts'
import { loadLinkTargets } from '../reads/link-targets.ts'
import { lockArtifacts } from '../store/artifacts.ts'
import { loadDisabledLinkTypes } from '../store/link-targets.ts'
import { loadReverseLinks } from '../store/links.ts'
import { type History, recordHistory } from './record-history.ts'

export interface ReverseLinkUpdate {
  /** State after the artifact's own change. */
  readonly artifact: Artifact
  readonly reverseLinkChanges: readonly ReverseLinkChange[]
  readonly caller: Caller
  readonly at: EpochSeconds
  readonly timezone: string
}

/** A link that another artifact gets, or loses if the type is null. */
interface RequestedLink {
  readonly type: string | null
  /** docs/api/field-values.md §10: a parent that does not exist is ignored. */
  readonly isOptional: boolean
}

/**
 * Applies reverse link changes: adds a changeset by the caller to each linked artifact whose links differ, without
 * running its workflow (docs/api/field-values.md §10). The artifact itself is locked or created here, so it stays. The
 * others are locked in the order of their ids, and read then.
 */
export async function updateReverseLinks(
  tx: Tx,
  world: Pick<UnitWorld, 'db' | 'cache' | 'mail'>,
  { artifact, reverseLinkChanges, caller, at }: ReverseLinkUpdate,
): Promise<void> {
  const current = (await loadReverseLinks(tx, [artifact.id])).get(artifact.id) ?? []
  const requested = linksToChange(reverseLinkChanges, current)
  if (requested.size === 0) return
  const others = await lockArtifacts(tx, [...requested.keys()])
  const targets = await loadLinkTargets(world, caller, [...others.keys()])
  const trackers = await getCachedTrackers(world, [...new Set([...others.values()].map(({ trackerId }) => trackerId))])
  const disabled = await loadDisabledLinkTypes(
    tx,
    [...trackers.values()].map(({ projectId }) => projectId),
  )

  const histories: History[] = []
  for (const [id, { type, isOptional }] of requested) {
    const [other, target] = [others.get(id), targets.get(id)]
    const tracker = other && trackers.get(other.trackerId)
    // Links of invisible artifacts are neither removed nor added.
    if (type === null && target?.isVisible !== true) continue
    if (other === undefined && isOptional) continue
    if (other === undefined || tracker === undefined || target?.isVisible !== true) throw targetNotFound(id)
    if (type !== null && !target.hasLinkField) throw missingLinkField(id)
    if (type !== null && disabled.has(`${tracker.projectId} ${type}`))
      throw new Refusal(
        'invalid',
        message`The artifact link type "${type}" is disabled and cannot be used to link artifact #${id}`,
      )
    const values = linksWith(other, tracker, artifact.id, type)
    if (Object.keys(values).length === 0) continue
    const permit = mayUpdateOtherEnd(caller, other, { tracker, values, isProjectActive: target.isProjectActive })
    const by = { submittedBy: getUserId(caller), submittedEmail: null, submittedOn: at }
    const changesets = [{ ...by, values, comments: [] }]
    const log = { projectId: tracker.projectId }
    histories.push({ permit, artifact: other, fields: tracker.fields, changesets, log })
  }
  if (histories.length > 0) await recordHistory(tx, histories)
}

/** Returns only the links that differ from the requested ones, in the order of ids. */
function linksToChange(
  reverseLinkChanges: readonly ReverseLinkChange[],
  current: readonly StoredLink[],
): Map<ArtifactId, RequestedLink> {
  const requested = new Map<ArtifactId, RequestedLink>()
  if (reverseLinkChanges.some(({ kind }) => kind === 'all')) {
    // Ids at the ends of links are those of artifacts.
    for (const { id } of current) requested.set(id as ArtifactId, { type: null, isOptional: true })
  }
  for (const { kind, links } of reverseLinkChanges) {
    for (const { from, type } of links) requested.set(from, { type, isOptional: kind === 'more' })
  }
  for (const { id, type } of current) {
    if (requested.get(id as ArtifactId)?.type === type) requested.delete(id as ArtifactId)
  }
  return new Map([...requested].sort(([a], [b]) => a - b))
}

/** Returns the new values of the link fields that change. */
function linksWith(
  other: Artifact,
  tracker: Tracker,
  to: ArtifactId,
  type: string | null,
): Record<number, StoredLink[]> {
  const changed: Record<number, StoredLink[]> = {}
  for (const field of tracker.fields.filter(holdsLinks)) {
    const before = getLinks(other.values, field)
    const existingLink = before.find(({ id }) => id === to)
    if (existingLink !== undefined && type !== null && field.isUsed) {
      if (existingLink.type !== type)
        changed[field.id] = before.map((link) => (link.id === to ? { id: to, type } : link))
    } else if (existingLink !== undefined && type === null) changed[field.id] = before.filter(({ id }) => id !== to)
    else if (existingLink === undefined && type !== null && field.isUsed)
      changed[field.id] = [...before, { id: to, type }]
  }
  return changed
}

/** docs/api/artifacts.md §3.8. */
const targetNotFound = (id: ArtifactId): Refusal =>
  translatedRefusal(message`You tried to create a link to Artifact #${id}, but it could not be found.`)
const missingLinkField = (id: ArtifactId): Refusal =>
  translatedRefusal(
    message`You tried to create a link to Artifact #${id}, but there is no artifact links field in its tracker.`,
  )
const translatedRefusal = (sentence: Message): Refusal => new Refusal('invalid', '', { translated: sentence })
