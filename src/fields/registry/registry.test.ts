import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fieldTypes, isFieldTypeName } from './registry.ts'

it('the registry contains every file of types/ under its own name', () => {
  const files = readdirSync(new URL('../types', import.meta.url)).filter((name) => !name.endsWith('.test.ts'))
  expect(Object.keys(fieldTypes)).toHaveLength(files.length)
  for (const [name, type] of Object.entries(fieldTypes)) {
    expect(type.type).toBe(name)
    expect(files).toContain(`${name.toLowerCase().replaceAll('_', '-')}.ts`)
  }
})

it.each(['constructor', 'SB', ''])('rejects %j as a field type', (name) => expect(isFieldTypeName(name)).toBe(false))

it('every type with a bind is a list', () => {
  const names = Object.values(fieldTypes).flatMap((type) => (type.hasBind ? type.type : []))
  expect(names).toStrictEqual(['sb', 'rb', 'msb', 'cb', 'tbl'])
})

it('only these types are in values_by_field', () => {
  const names = Object.values(fieldTypes).flatMap((type) => (type.isAlphanumeric ? type.type : []))
  expect(names).toStrictEqual(['string', 'text', 'int', 'float', 'duration', 'computed', 'aid', 'atid', 'priority'])
})

it('only these types are present without a stored value', () => {
  const names = Object.values(fieldTypes).flatMap((type) => (type.isAlwaysPresent ? type.type : []))
  expect(names.toSorted()).toStrictEqual(
    [
      'aid',
      'atid',
      'priority',
      'subon',
      'lud',
      'subby',
      'luby',
      'cross',
      'burndown',
      'computed',
      'art_link',
    ].toSorted(),
  )
})

it('read-only types and layout elements ignore or reject input', () => {
  const names = Object.values(fieldTypes).flatMap((type) => (type.kind === 'field' && type.isReadOnly ? type.type : []))
  expect(names).toStrictEqual([
    'lud',
    'subon',
    'subby',
    'luby',
    'aid',
    'atid',
    'priority',
    'cross',
    'burndown',
    'burnup',
    'shared',
  ])
  for (const type of Object.values(fieldTypes)) if (type.isReadOnly) expect(type.storage).toBeUndefined()
})
