import type { FieldId } from '../../kit/values/ids.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import type { FieldSum } from '../model/summand.ts'
import type { ArtifactGroup } from '../reads/artifact-groups.ts'
import type { KeyedGroup } from '../reads/keyed-groups.ts'
import type { LaneGroup } from '../reads/lane-groups.ts'
import type { ValuesForm } from '../representations/artifact.ts'
import { representFieldSum } from '../representations/field-sum.ts'
import type { IncludedListName } from '../representations/included-members.ts'
import { type RequestViewer, renderArtifacts } from './artifact-cache.ts'
import { addListMembers } from './included-list-members.ts'
import { renderListedArtifacts } from './listed-artifacts.ts'

interface ShownMembers {
  readonly form: ValuesForm
  readonly fields: ReadonlySet<FieldId> | undefined
  readonly names: ReadonlySet<IncludedListName>
  /** undefined: groups have no sums. */
  readonly sumsOf: ((group: Group) => readonly FieldSum[]) | undefined
}

type Group = ArtifactGroup & Partial<KeyedGroup> & Partial<LaneGroup>

/** Returns the JSON texts of groups; the artifacts of all groups are rendered together. */
export async function renderArtifactGroups(
  world: World,
  viewer: RequestViewer,
  groups: readonly Group[],
  { form, fields, names, sumsOf }: ShownMembers,
): Promise<string[]> {
  const versions = [...new Set(groups.flatMap((group) => group.versions))]
  const bodies = await renderArtifacts(world, viewer, versions, form, fields)
  const shown = versions.filter(({ id }) => bodies.has(id))
  const texts = await addListMembers(world, viewer, shown, bodies, names)
  const textsById = new Map(shown.map(({ id }, index) => [id, texts[index] ?? '']))
  const parents = groups.flatMap(({ parent }) => parent ?? [])
  const shownParents = await renderListedArtifacts(world, viewer, parents, new Set())
  const parentsById = new Map(shownParents.map((parent) => [parent.id, parent]))
  return groups.map((group) => {
    const artifacts = group.versions.flatMap(({ id }) => textsById.get(id) ?? [])
    const sums = sumsOf === undefined ? '' : `"sums":${JSON.stringify(sumsOf(group).map(representFieldSum))},`
    const { interval, parent, laneId, openValue } = group
    const others = {
      ...(openValue !== undefined && { open_value: { id: `o${openValue.id}`, label: openValue.label } }),
      ...(laneId !== undefined && { lane_value_id: laneId }),
      ...(interval !== undefined && representInterval(interval, viewer)),
      ...(parent !== undefined && { parent: parent === null ? null : (parentsById.get(parent.id) ?? null) }),
    }
    const members = Object.entries(others).map(([name, value]) => `"${name}":${JSON.stringify(value)},`)
    return `{"value_id":${group.valueId},${members.join('')}"size":${group.size},${sums}"artifacts":[${artifacts.join(',')}]}`
  })
}

const representInterval = (interval: KeyedGroup['interval'], { timezone }: RequestViewer) => ({
  from: interval == null ? null : formatIsoDate(interval.from, timezone),
  until: interval == null ? null : formatIsoDate(interval.until, timezone),
})
