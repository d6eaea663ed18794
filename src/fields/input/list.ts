import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import { getBind } from '../binds/get-bind.ts'
import type { InputParser } from '../contexts/write-context.ts'
import { toMessageText } from '../parse/parse-id.ts'

/** Parses the chosen values of a list (docs/api/field-values.md §7). */
export const listInput = (isMultiple: boolean): InputParser<readonly number[]> => ({
  collectNeeds(input, field, into) {
    const { rules } = getBind(field)
    for (const each of input.bind_value_ids ?? [])
      if (!isNoneInput(each)) rules.collectNeeds?.(toMessageText(each), field, into)
  },
  parse(input, field, context) {
    const { bind_value_ids: ids } = input
    if (!Array.isArray(ids)) {
      // docs/api/client-needs.md §15: forms send null for fields that the user did not change.
      if (ids === null || input.value === null) return undefined
      throw new Refusal('invalid', isMultiple ? severalExpected : oneExpected(field.id))
    }
    const { bind, rules } = getBind(field)
    // fields/model/field.ts: number[], undefined when there never was one.
    const chosen = (context.currentValue ?? []) as readonly number[]
    const selected = new Set<number>()
    for (const each of ids) {
      if (isNoneInput(each)) continue
      const text = toMessageText(each)
      const id = rules.choose(text, bind, { field, current: chosen, context })
      if (id === undefined) throw new Refusal('invalid', message`The submitted value ${text} is invalid`)
      selected.add(id)
    }
    if (!isMultiple && selected.size > 1) throw new Refusal('invalid', 'Selectbox fields can only have one value')
    return [...selected]
  },
  initialValue(field) {
    const { bind, rules } = getBind(field)
    const defaults = rules.initialValues(bind)
    // docs/api/field-values.md §16: a single-value list with several defaults uses none.
    return isMultiple || defaults.length === 1 ? defaults : []
  },
  isEmpty: (chosen) => chosen === undefined || chosen.length === 0,
})

const reason = message`List fields values must be passed as an array of ids (integer) in 'bind_value_ids'`
const severalExpected = message`${reason} Example: {"field_id": 1548, "bind_value_ids": [457]}`
const oneExpected = (id: number): Message =>
  message`${reason} Expected format for field ${id} : {"field_id": 1548, "bind_value_ids": [457]}`

/** `[]`, `[0]`, `[null]`, `[""]` and `[100]` all choose nothing. */
const isNoneInput = (input: unknown): boolean =>
  input === null || ['', '0', `${NO_VALUE}`].includes(typeof input === 'string' ? input.trim() : toMessageText(input))
