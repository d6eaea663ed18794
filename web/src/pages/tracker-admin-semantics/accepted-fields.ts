import type { Field } from '../../fields/field-context.tsx'
import { getFieldType } from '../../fields/registry.ts'

export type Accepts = (field: Pick<Field, 'type' | 'bindings'>) => boolean

const isNumber: Accepts = ({ type }) => {
  const { column, isSetBySystem } = getFieldType(type)
  return column === 'number' && !isSetBySystem
}

/** Fields that the API accepts for the parts of semantics; the test compares both for each field type. */
export const accepts = {
  title: ({ type }) => getFieldType(type).text !== undefined,
  text: ({ type }) => getFieldType(type).text === 'long',
  list: ({ type, bindings }) => {
    const { choice } = getFieldType(type)
    return (choice === 'one' || choice === 'several') && bindings.type === 'static'
  },
  users: ({ type, bindings }) => getFieldType(type).choice !== undefined && bindings.type === 'users',
  day: ({ type }) => {
    const { comparison, isSetBySystem } = getFieldType(type)
    return comparison === 'date' && !isSetBySystem
  },
  number: isNumber,
  effort: (field) => isNumber(field) || getFieldType(field.type).choice === 'one',
} satisfies Readonly<Record<string, Accepts>>
