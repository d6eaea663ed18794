import { NO_VALUE } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { bindOf } from '../binds/bind-of.ts'
import type { Writing } from '../writing.ts'
import { asSaid } from './sent.ts'

/** How lists take what is chosen (docs/api/field-values.md §7). */
export const takeChosen = (isMultiple: boolean): Writing<readonly number[]> => ({
  needs(sent, field, into) {
    const { rules } = bindOf(field)
    for (const each of sent.bind_value_ids ?? []) if (!isNone(each)) rules.needs?.(asSaid(each), field, into)
  },
  accept(sent, field, context) {
    const { bind_value_ids: ids } = sent
    if (!Array.isArray(ids)) {
      // docs/api/client-needs.md §15: a whole form is sent back with null where nothing was touched.
      if (ids === null || sent.value === null) return undefined
      throw new Refusal('invalid', isMultiple ? severalExpected : oneExpected(field.id))
    }
    const { bind, rules } = bindOf(field)
    // fields/field.ts: number[], undefined when there never was one.
    const chosen = (context.before ?? []) as readonly number[]
    const wanted = new Set<number>()
    for (const each of ids) {
      if (isNone(each)) continue
      const said = asSaid(each)
      const id = rules.choose(said, bind, { field, chosen, context })
      if (id === undefined) throw new Refusal('invalid', `The submitted value ${said} is invalid`)
      wanted.add(id)
    }
    if (!isMultiple && wanted.size > 1) throw new Refusal('invalid', 'Selectbox fields can only have one value')
    return [...wanted]
  },
  initial(field) {
    const { bind, rules } = bindOf(field)
    const defaults = rules.initial(bind)
    // docs/api/field-values.md §16: of several defaults a list for one value takes none.
    return isMultiple || defaults.length === 1 ? defaults : []
  },
  isEmpty: (chosen) => chosen === undefined || chosen.length === 0,
})

const reason = "List fields values must be passed as an array of ids (integer) in 'bind_value_ids'"
const severalExpected = `${reason} Example: {"field_id": 1548, "bind_value_ids": [457]}`
const oneExpected = (id: number): string =>
  `${reason} Expected format for field ${id} : {"field_id": 1548, "bind_value_ids": [457]}`

/** `[]`, `[0]`, `[null]`, `[""]` and `[100]` all choose nothing. */
const isNone = (sent: unknown): boolean =>
  sent === null || ['', '0', `${NO_VALUE}`].includes(typeof sent === 'string' ? sent.trim() : asSaid(sent))
