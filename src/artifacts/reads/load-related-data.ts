import { loadGroups } from '../../accounts/store/groups.ts'
import { getCachedUsers } from '../../accounts/store/users.ts'
import { createEmptyDependencies } from '../../fields/model/dependencies.ts'
import type { Field, RichText } from '../../fields/model/field.ts'
import { holdsGrants } from '../../fields/registry/capabilities.ts'
import { collectDependencies } from '../../fields/registry/collect-dependencies.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { TextTask } from '../../fields/texts/render-in-worker.ts'
import { renderTexts } from '../../fields/texts/rich-text.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, FieldId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact, ArtifactHeader } from '../model/artifact.ts'
import type { Mentions, RelatedData, VisibleTracker } from '../model/related-data.ts'
import { findSummaryField } from '../model/summary-fields.ts'
import { loadHeaders } from '../store/artifacts.ts'
import type { Reference } from '../store/cross-references.ts'
import { loadFiles } from '../store/files.ts'
import { loadOpenValues } from '../store/open-list-values.ts'
import { loadEfforts } from './efforts.ts'
import { loadKeywords } from './keywords.ts'
import { isLoadedFor, loadRelations, type Relations } from './load-relations.ts'
import { type Extent, getShownFields } from './shown-fields.ts'
import { loadSums } from './sums.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'
import { loadVisibleTrackers } from './visible-trackers.ts'

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'commits'>

/** Additional data to load, and the form of texts. */
interface Extras {
  readonly users?: Iterable<UserId>
  readonly groups?: Iterable<UserGroupId>
  /** Texts other than values, such as comments. */
  readonly texts?: readonly RichText[]
  /** Fields to represent in addition to the summary; without them all that are readable. */
  readonly fields?: ReadonlySet<FieldId> | undefined
  /** What was loaded before the artifacts were known. */
  readonly relations?: Relations | undefined
  /** Form of texts, HTML by default. Titles are always plain. */
  readonly form?: 'html' | 'plain' | 'both'
}

/**
 * Loads the data needed to render these artifacts in a fixed number of queries. `summary` skips data that only their
 * values need. An artifact may occur several times, in different versions.
 */
export async function loadRelatedData(
  world: Deps,
  caller: Caller,
  artifacts: readonly Artifact[],
  extent: Extent,
  extras: Extras = {},
): Promise<RelatedData> {
  const visibleTrackers = await loadVisibleTrackers(
    world,
    caller,
    artifacts.map(({ trackerId }) => trackerId),
  )
  const fieldsByTracker = new Map(
    [...visibleTrackers].map(([id, visibleTracker]) => [id, getShownFields(visibleTracker, extent, extras.fields)]),
  )
  const represented = new Map(
    [...visibleTrackers].map(([id, visibleTracker]) => [
      id,
      extras.fields === undefined ? visibleTracker : { ...visibleTracker, readable: fieldsByTracker.get(id) ?? [] },
    ]),
  )
  const fieldsOf = (artifact: Artifact): readonly Field[] => fieldsByTracker.get(artifact.trackerId) ?? []

  const { form = 'html' } = extras
  const needs = createEmptyDependencies()
  for (const artifact of artifacts) {
    collectDependencies(fieldsOf(artifact), artifact.values, needs)
    for (const userId of [artifact.submittedBy, artifact.updatedBy]) if (userId !== null) needs.users.add(userId)
  }
  for (const id of extras.users ?? []) needs.users.add(id)
  const { read } = world.db
  const [relations, sums, efforts, users, files, openValues, groups, keywords] = await Promise.all([
    extras.relations !== undefined && isLoadedFor(extras.relations, artifacts)
      ? extras.relations
      : loadRelations(world, caller, artifacts, extent, extras.fields),
    loadSums(world, extent === 'values' ? artifacts : [], ({ trackerId }) => represented.get(trackerId)),
    loadEfforts(world, extent === 'values' ? artifacts : [], ({ trackerId }) => represented.get(trackerId)),
    getCachedUsers(world, [...needs.users]),
    loadFiles(read, [...needs.files]),
    loadOpenValues(read, [...needs.openValues]),
    loadGroups(read, [...groupIdsOf(artifacts, fieldsByTracker), ...(extras.groups ?? [])]),
    loadKeywords(world),
  ])
  const { reverseLinks, references, mentioned, commits } = relations
  for (const links of reverseLinks.values()) for (const { id } of links) needs.artifacts.add(id as ArtifactId)
  for (const { source, target } of references) needs.artifacts.add(source).add(target)
  const linked = await loadVisibleHeaders(world, caller, [...needs.artifacts], relations.headers)
  const trackers = await loadVisibleTrackers(
    world,
    caller,
    [...linked.values()].map(({ trackerId }) => trackerId),
    visibleTrackers,
  )
  return {
    trackers,
    users,
    groups,
    files,
    openValues,
    linked,
    reverseLinks,
    references: mentionsByArtifact(references, mentioned),
    revisions: Map.groupBy(commits, ({ target }) => target),
    sums,
    efforts,
    now: world.clock.now(),
    keywords,
    texts: await renderTexts([
      ...artifacts.flatMap((artifact) => textTasks(artifact, represented.get(artifact.trackerId), extent, form)),
      ...(extras.texts ?? []).flatMap((text) => renderTasks(text, form)),
    ]),
  }
}

/** Returns the texts of an artifact in each required form. */
function textTasks(
  { values }: Artifact,
  visibleTracker: VisibleTracker | undefined,
  extent: Extent,
  form: NonNullable<Extras['form']>,
): TextTask[] {
  if (visibleTracker === undefined) return []
  const texts = (field: Field): readonly RichText[] => {
    const value = values[field.id]
    return value === undefined || value === null ? [] : (getFieldType(field.type).storage?.texts?.(value) ?? [])
  }
  const title = findSummaryField('title', visibleTracker)
  const titles = (title === undefined ? [] : texts(title)).flatMap((text) => renderTasks(text, 'plain'))
  if (extent === 'summary') return titles
  return [
    ...titles,
    ...visibleTracker.readable.flatMap((field) => texts(field).flatMap((text) => renderTasks(text, form))),
  ]
}

const renderTasks = (text: RichText, form: NonNullable<Extras['form']>): TextTask[] =>
  form === 'both'
    ? [
        { text, form: 'html' },
        { text, form: 'plain' },
      ]
    : [{ text, form }]

async function loadVisibleHeaders(
  world: Deps,
  caller: Caller,
  ids: readonly ArtifactId[],
  knownHeaders: Relations['headers'],
): Promise<Map<ArtifactId, ArtifactHeader>> {
  const missing = await loadHeaders(
    world.db.read,
    ids.filter((id) => !knownHeaders.has(id)),
  )
  const heads = ids.flatMap((id) => knownHeaders.get(id) ?? missing.get(id) ?? [])
  const visible = await filterVisibleArtifacts(world, caller, heads)
  return new Map(visible.map((head) => [head.id, head]))
}

/** Static groups that lists of groups offer and permissions name. */
function groupIdsOf(
  artifacts: readonly Artifact[],
  fieldsByTracker: ReadonlyMap<TrackerId, readonly Field[]>,
): UserGroupId[] {
  const groups = new Set<UserGroupId>()
  for (const fields of fieldsByTracker.values()) {
    for (const { bind } of fields)
      if (bind?.kind === 'ugroups') for (const { groupId } of bind.values) groups.add(groupId)
  }
  for (const artifact of artifacts) {
    const field = fieldsByTracker.get(artifact.trackerId)?.find(holdsGrants)
    // fields/model/field.ts: user group ids, null when not used.
    for (const id of (field && (artifact.values[field.id] as readonly UserGroupId[] | null | undefined)) ?? [])
      groups.add(id)
  }
  return [...groups]
}

function mentionsByArtifact(references: readonly Reference[], ids: readonly ArtifactId[]): Map<ArtifactId, Mentions> {
  const mentions = new Map(
    ids.map((id) => [id, { outgoing: [] as { keyword: string; id: ArtifactId }[], incoming: [] as ArtifactId[] }]),
  )
  for (const { source, keyword, target } of references) {
    mentions.get(source)?.outgoing.push({ keyword, id: target })
    mentions.get(target)?.incoming.push(source)
  }
  return mentions
}
