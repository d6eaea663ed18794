import type { Bind, Field, FieldTypeName } from '../../fields/model/field.ts'
import { message } from '../../kit/messages/message.ts'
import { type BindValueId, type FieldId, NO_VALUE } from '../../kit/values/ids.ts'
import type { Problems } from './problems.ts'

/** An element that other parts of a tracker refer to, by its id in the input. */
export interface ResolvedElement<F, V> {
  /** Reference in the result: a key of a definition, or its id. */
  readonly ref: F
  readonly name: string
  readonly type: FieldTypeName
  readonly isUsed: boolean
  readonly bind: Bind['kind'] | null
  /** 100 is "None"; undefined: it has no such value. */
  value(id: number): V | undefined
}

export type ResolveElement<F, V> = (id: number) => ResolvedElement<F, V> | undefined

/** Resolves the elements of an existing tracker. */
export function createFieldResolver(fieldById: ReadonlyMap<FieldId, Field>): ResolveElement<FieldId, BindValueId> {
  return (id) => {
    // Untrusted id; validated by the lookup.
    const field = fieldById.get(id as FieldId)
    if (field === undefined) return undefined
    const { bind } = field
    const isValue = (value: number): value is BindValueId =>
      value === NO_VALUE || bind?.kind === 'users' || (bind?.values.some((each) => each.id === value) ?? false)
    return {
      ref: field.id,
      name: field.name,
      type: field.type,
      isUsed: field.isUsed,
      bind: bind?.kind ?? null,
      value: (value) => (isValue(value) ? value : undefined),
    }
  }
}

/** The element that a part needs, if it is one the part can use; everything else is a problem. */
export function findElement<F, V>(
  resolveElement: ResolveElement<F, V>,
  id: number | null | undefined,
  requirement: { readonly part: string; readonly types?: readonly FieldTypeName[]; readonly bind?: Bind['kind'] },
  problems: Problems,
): ResolvedElement<F, V> | undefined {
  const { part, types, bind } = requirement
  const element = typeof id === 'number' ? resolveElement(id) : undefined
  if (element === undefined) {
    problems.add(
      typeof id === 'number'
        ? message`${part}: element ${id} not found in the tracker.`
        : message`${part}: the element is missing.`,
    )
    return undefined
  }
  if (!element.isUsed) problems.add(message`${part}: the element ${element.name} is not in use.`)
  if (types !== undefined && !types.includes(element.type)) {
    problems.add(message`${part}: the element ${element.name} is of type ${element.type}, not ${types.join(', ')}.`)
  } else if (bind !== undefined && element.bind !== bind) {
    problems.add(message`${part}: the list ${element.name} is not bound to ${bind}.`)
  }
  return element
}
