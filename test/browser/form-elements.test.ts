import { describe, expect, it } from 'vitest'
import { fieldTypes } from '../../src/fields/registry/registry.ts'
import { canNotify } from '../../src/trackers/parse/element.ts'
import { getElementType } from '../../web/src/fields/form-elements.ts'

/** What the pages offer for a type is what the API accepts. */
describe('the table of form elements of the pages', () => {
  it.each(Object.values(fieldTypes))('describes the type $type as the server does', (type) => {
    const element = getElementType(type.type)
    expect(element).toMatchObject({
      place: type.place,
      isCreatable: type.isCreatable,
      isUnique: type.isUnique,
      canBeRequired: type.kind === 'field' && !type.isReadOnly,
      canNotify: canNotify(type.type),
      isList: type.hasBind,
    })
    const settings = Object.keys(type.structure.properties)
    expect(element.properties.map(({ name }) => name).filter((name) => !settings.includes(name))).toStrictEqual([])
  })
})
