import type { FieldStructure } from '../field-type/field-type.ts'
import type { Bind, Field } from '../model/field.ts'
import type { BindKind } from './bind-kind.ts'
import { staticBind } from './static.ts'
import { groupBind } from './ugroups.ts'
import { userBind } from './users.ts'

const kinds: { readonly [K in Bind['kind']]: BindKind<Bind & { readonly kind: K }> } = {
  static: staticBind,
  users: userBind,
  ugroups: groupBind,
}

const emptyBind: Bind = { kind: 'static', isAlphabetical: false, values: [] }

/** The bind of a list with the rules of its kind; a list without bind has no values to choose from. */
export function getBind(field: Field): { readonly bind: Bind; readonly rules: BindKind } {
  const bind = field.bind ?? emptyBind
  return { bind, rules: kinds[bind.kind] }
}

/** Members of the structure that depend only on the bind: the same for every list (docs/api/trackers.md §3.5). */
export const bindStructure = {
  bindings(field, context) {
    const { bind, rules } = getBind(field)
    return { type: bind.kind, list: rules.describeSources(bind, context) }
  },
  defaultValue(field, context) {
    const { bind, rules } = getBind(field)
    return rules.describeDefaults(bind, context)
  },
} satisfies Partial<FieldStructure>
