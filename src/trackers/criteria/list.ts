import type { Field } from '../../fields/model/field.ts'
import { parseChoice, unmatchableId } from '../../fields/search/parse-choice.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChild, findChildren } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { isValueKey } from '../xml/value-keys.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import type { CriterionType } from './criterion-type.ts'

declare module '../model/definition.ts' {
  interface CriterionContentBy<ValueRef> {
    /** Values of a list, with "None" */
    readonly values?: readonly ValueRef[]
  }
}

export const list = {
  api: {
    schema: Type.Array(Type.Integer()),
    represent: (values) => [...values],
    parse(input, field, projectId) {
      const inputs = [input].flat()
      const values = inputs.map((each) => parseChoice(each, field, projectId))
      if (field.bind === null || !values.every((each) => each !== undefined)) return undefined
      const unknown = values.findIndex((id) => !isChoice(field, id))
      if (unknown !== -1)
        throw new Refusal(
          'invalid',
          message`The value ${`${inputs[unknown]}`} doesn't exist for the list field '${field.name}'. Use values of the list.`,
        )
      return values
    },
  },
  archive: {
    type: 'list',
    read(value, keys) {
      const chosen = findChildren(value, 'selected_value').flatMap((element) => keys.value(element) ?? [])
      return findChild(value, 'none_value') === undefined ? chosen : [null, ...chosen]
    },
    write(values) {
      const none = values.includes(null) ? [buildElement('none_value', {})] : []
      // Users have no key, so criteria with users cannot be written.
      const chosen = values.filter(isValueKey).map((key) => buildReferenceElement('selected_value', key))
      return buildElement('criteria_value', { type: 'list' }, ...none, ...chosen)
    },
  },
  valuesOf: (values) => values,
  mapReferences: (values, map) => values.map(map),
  toFilterValue: (values) => (values.length === 0 ? undefined : values),
} satisfies CriterionType<'values'>

/** A filter with an unknown value matches nothing; in a saved report it would be a dangling reference in archives. */
const isChoice = ({ bind }: Field, id: number): boolean =>
  id === NO_VALUE ||
  (bind?.kind === 'users' ? id !== unmatchableId : (bind?.values.some((value) => value.id === id) ?? false))
