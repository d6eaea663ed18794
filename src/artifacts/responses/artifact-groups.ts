import type { FieldId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { FieldSum } from '../model/summand.ts'
import type { ArtifactGroup } from '../reads/artifact-groups.ts'
import type { ValuesForm } from '../representations/artifact.ts'
import { representFieldSum } from '../representations/field-sum.ts'
import type { IncludedListName } from '../representations/included-members.ts'
import { type RequestViewer, renderArtifacts } from './artifact-cache.ts'
import { addListMembers } from './included-list-members.ts'

interface ShownMembers {
  readonly form: ValuesForm
  readonly fields: ReadonlySet<FieldId> | undefined
  readonly names: ReadonlySet<IncludedListName>
  /** undefined: groups have no sums. */
  readonly sumsOf: ((valueId: number) => readonly FieldSum[]) | undefined
}

/** Returns the JSON texts of groups; the artifacts of all groups are rendered together. */
export async function renderArtifactGroups(
  world: World,
  viewer: RequestViewer,
  groups: readonly ArtifactGroup[],
  { form, fields, names, sumsOf }: ShownMembers,
): Promise<string[]> {
  const versions = [...new Set(groups.flatMap((group) => group.versions))]
  const bodies = await renderArtifacts(world, viewer, versions, form, fields)
  const shown = versions.filter(({ id }) => bodies.has(id))
  const texts = await addListMembers(world, viewer, shown, bodies, names)
  const textsById = new Map(shown.map(({ id }, index) => [id, texts[index] ?? '']))
  return groups.map((group) => {
    const artifacts = group.versions.flatMap(({ id }) => textsById.get(id) ?? [])
    const sums = sumsOf === undefined ? '' : `"sums":${JSON.stringify(sumsOf(group.valueId).map(representFieldSum))},`
    return `{"value_id":${group.valueId},"size":${group.size},${sums}"artifacts":[${artifacts.join(',')}]}`
  })
}
