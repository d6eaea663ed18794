import type { BindDefinition, FieldDefinition } from '../../fields/model/definition.ts'
import type { Bind, Field } from '../../fields/model/field.ts'
import type { BindValueId } from '../../kit/values/ids.ts'
import { buildNameKey } from '../../trackers/xml/parse/form.ts'

/**
 * Maps archived list values to those of a tracker: the same value if it still exists, otherwise one with the same
 * meaning. `isHome`: ids of the archive are ids of this site.
 */
export function mapKnownValues(
  definitions: readonly FieldDefinition[],
  fieldByName: ReadonlyMap<string, Field>,
  isHome: boolean,
): Map<string, BindValueId> {
  const values = new Map<string, BindValueId>()
  for (const { name, bind, children } of definitions) {
    const knownBind = fieldByName.get(buildNameKey(name))?.bind
    if (bind !== null && knownBind != null)
      for (const [key, id] of matches(bind, knownBind, isHome)) if (id !== undefined) values.set(key, id)
    for (const [key, id] of mapKnownValues(children, fieldByName, isHome)) values.set(key, id)
  }
  return values
}

type ValueMatcher = readonly [key: string, id: BindValueId | undefined]

function matches(archived: BindDefinition, knownBind: Bind, isHome: boolean): readonly ValueMatcher[] {
  if (archived.kind === 'static' && knownBind.kind === 'static') {
    return archived.values.map(({ key, label }) => {
      const same = isHome ? knownBind.values.find(({ id }) => key === `V${id}`) : undefined
      const alike = knownBind.values.filter((value) => value.label === label)
      return [key, (same ?? alike.find(({ isHidden }) => !isHidden) ?? alike[0])?.id]
    })
  }
  if (archived.kind === 'ugroups' && knownBind.kind === 'ugroups') {
    return archived.values.map(({ key, group }) => [key, knownBind.values.find(({ groupId }) => groupId === group)?.id])
  }
  return []
}
