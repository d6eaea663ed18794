import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import type { FieldDescription } from '../../src/fields/describe.ts'
import { describeField } from '../../src/fields/describe.ts'
import type { Field } from '../../src/fields/field.ts'
import type { FieldType, FlatValue } from '../../src/fields/field-type.ts'
import type { IndexEntry } from '../../src/fields/index-entry.ts'
import { propertiesOf } from '../../src/fields/read-properties.ts'
import { fieldType } from '../../src/fields/registry.ts'
import { ValueEntrySchema } from '../../src/fields/value-schema.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import { aField, anArchive, describing, presenting } from './field-worlds.ts'

/** What a field type shows of itself; each example is literal. */
export interface FieldTypeExamples<Value> {
  readonly field?: Partial<Field>
  /** attributes of `properties` in an archive, and what is stored */
  readonly settings?: readonly (readonly [Record<string, string>, Record<string, unknown>])[]
  /** what depends on the type in the tracker structure; what is left out is as for most types */
  readonly describes?: Partial<FieldDescription>
  /** stored value and the whole entry, or undefined when there is none */
  readonly presents: readonly (readonly [Value | undefined, object | undefined])[]
  readonly flat?: readonly (readonly [Value | undefined, FlatValue])[]
  /** inside of `field_change`, its attributes, what is stored, and the problem told */
  readonly reads?: readonly (readonly [string, Value | undefined, string?])[]
  readonly indexes?: readonly (readonly [Value, readonly IndexEntry[]])[]
  readonly same?: readonly (readonly [Value | undefined, Value | undefined])[]
  readonly differs?: readonly (readonly [Value | undefined, Value | undefined])[]
}

/** The promises every field type keeps, told by its examples. */
export function fieldTypeContract<Value>(type: FieldType<Value>, examples: FieldTypeExamples<Value>): void {
  const field = aField(type.type, examples.field)
  const { presents, flat = [], reads = [], indexes = [], same = [], differs = [], settings = [] } = examples

  describe(`a field of type ${type.type}`, () => {
    it('is the one the registry knows by that name', () => expect(fieldType(type.type)).toBe(type))

    it('is told in the structure of its tracker', () =>
      expect(describeField(field, describing)).toStrictEqual({
        values: null,
        bindings: { type: null, list: [] },
        default_value: null,
        specific_properties: [],
        extra: {},
        ...examples.describes,
      }))

    it.each(settings)('reads the settings %j', (attributes, stored) =>
      expect(propertiesOf(type.type, attributes)).toStrictEqual(stored),
    )

    it.each(presents)('shows %j', (stored, entry) => {
      expect(type.present?.(stored, field, presenting)).toStrictEqual(entry)
      if (entry !== undefined) expect([...Value.Errors(ValueEntrySchema, entry)].slice(0, 3)).toStrictEqual([])
    })

    it.each(flat)('shows %j flat as %j', (stored, shown) =>
      expect(type.flat?.(stored, field, presenting)).toStrictEqual(shown),
    )

    const readings = reads.map(([xml, stored, problem]) => ({ xml, stored, problem }))
    it.each(readings)('reads $xml from an archive', ({ xml, stored, problem }) => {
      const problems: string[] = []
      const change = parseXml(xml.startsWith('<field_change') ? xml : `<field_change>${xml}</field_change>`)
      const archive = anArchive(problems)
      expect(type.archive?.read(change, field, archive)).toStrictEqual(stored)
      expect(problems).toStrictEqual(problem === undefined ? [] : [problem])
    })

    it.each(indexes)('is found by %j', (stored, entries) => {
      expect(type.storage?.index?.(stored, field)).toStrictEqual(entries)
      for (const { family } of entries) expect(type.storage?.families).toContain(family)
    })

    it('survives the store', () => {
      for (const [stored] of [...presents, ...reads.map(([, value]) => [value] as const)]) {
        if (stored === undefined) continue
        const back = JSON.parse(JSON.stringify(stored))
        expect(back).toStrictEqual(stored)
        if (type.storage !== undefined) expect(type.storage.sameValue(back, stored)).toBe(true)
      }
    })

    it.each(same)('takes %j for %j', (a, b) => expect(type.storage?.sameValue(a, b)).toBe(true))
    it.each(differs)('tells %j from %j', (a, b) => {
      expect(type.storage?.sameValue(a, b)).toBe(false)
      expect(type.storage?.sameValue(b, a)).toBe(false)
    })
  })
}
