import { describe, expect, it } from 'vitest'
import { fieldTypes } from '../../fields/registry.ts'
import { isAlwaysReadable, isContainer, isSetBySystem } from './element-kinds.ts'

describe('kinds of form elements', () => {
  it.each(Object.values(fieldTypes))('agree with the field type $type', ({ type, kind, isReadOnly }) => {
    expect(isAlwaysReadable(type)).toBe(kind !== 'field')
    expect(isContainer(type)).toBe(kind === 'container')
    expect(isSetBySystem(type)).toBe(kind === 'field' && isReadOnly)
  })
})
