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
    const known = fieldByName.get(buildNameKey(name))?.bind
    if (bind !== null && known != null)
      for (const [key, id] of matches(bind, known, isHome)) if (id !== undefined) values.set(key, id)
    for (const [key, id] of mapKnownValues(children, fieldByName, isHome)) values.set(key, id)
  }
  return values
}

type ValueMatcher = readonly [key: string, id: BindValueId | undefined]

function matches(archived: BindDefinition, known: Bind, isHome: boolean): readonly ValueMatcher[] {
  if (archived.kind === 'static' && known.kind === 'static') {
    return archived.values.map(({ key, label }) => {
      const same = isHome ? known.values.find(({ id }) => key === `V${id}`) : undefined
      const alike = known.values.filter((value) => value.label === label)
      return [key, (same ?? alike.find(({ isHidden }) => !isHidden) ?? alike[0])?.id]
    })
  }
  if (archived.kind === 'ugroups' && known.kind === 'ugroups') {
    return archived.values.map(({ key, group }) => [key, known.values.find(({ groupId }) => groupId === group)?.id])
  }
  return []
}
