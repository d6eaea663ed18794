import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import {
  createEmptyWriteNeeds,
  type FieldValueInput,
  type WriteContext,
} from '../../src/fields/contexts/write-context.ts'
import type { FieldType, FlatValue } from '../../src/fields/field-type/field-type.ts'
import type { Field } from '../../src/fields/model/field.ts'
import type { IndexEntry } from '../../src/fields/model/index-entry.ts'
import type { FieldDescription } from '../../src/fields/registry/describe-field.ts'
import { describeField } from '../../src/fields/registry/describe-field.ts'
import { parseFieldProperties } from '../../src/fields/registry/parse-field-properties.ts'
import { getFieldType } from '../../src/fields/registry/registry.ts'
import { ValueEntrySchema } from '../../src/fields/registry/value-schema.ts'
import { Refusal } from '../../src/kit/messages/refusal.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import {
  createArchiveReadContext,
  createField,
  describeContext,
  presentContext,
  writeContext,
} from './field-fixture.ts'

/** An entry of `values`; its `field_id` is that of the field. */
export type ValueExample = Omit<FieldValueInput, 'field_id'>

/** Examples of a field type; all values are literal. */
export interface FieldTypeExamples<Value> {
  readonly field?: Partial<Field>
  /** Attributes of `properties` in an archive, and the stored properties. */
  readonly settings?: readonly (readonly [Record<string, string>, Record<string, unknown>])[]
  /** The members of the tracker structure that depend on the type; omitted members have the usual values. */
  readonly description?: Partial<FieldDescription>
  /** The stored value and the whole entry, or undefined if there is none. */
  readonly presented: readonly (readonly [Value | undefined, object | undefined])[]
  readonly flat?: readonly (readonly [Value | undefined, FlatValue])[]
  /** The content of `field_change`, the stored value, and the reported problem. */
  readonly archived?: readonly (readonly [string, Value | undefined, string?])[]
  readonly indexed?: readonly (readonly [Value, readonly IndexEntry[]])[]
  /** Differences to the usual context, in which the reader of field-fixture.ts changes artifact 742. */
  readonly context?: Partial<WriteContext>
  /** An entry, the value that will be stored (undefined: no change), and the value that was stored before. */
  readonly accepted?: readonly (readonly [ValueExample, Value | undefined, unknown?])[]
  /** An entry that breaks a rule of the field, the reported problem, and the value that was stored before. */
  readonly rejected?: readonly (readonly [ValueExample, string, unknown?])[]
  /** An entry that aborts the request, and the error message. */
  readonly aborted?: readonly (readonly [ValueExample, string, unknown?])[]
  /** The value of a new artifact if the request has none. */
  readonly initial?: Value
  /** Values that leave a required field empty, and values that fill it. */
  readonly empty?: readonly (Value | undefined)[]
  readonly filled?: readonly Value[]
  readonly same?: readonly (readonly [Value | undefined, Value | undefined])[]
  readonly differs?: readonly (readonly [Value | undefined, Value | undefined])[]
}

/** Tests what every field type guarantees, with the examples of a type. */
export function describeFieldTypeContract<Value>(type: FieldType<Value>, examples: FieldTypeExamples<Value>): void {
  const field = createField(type.type, examples.field)
  const { accepted = [], rejected = [], aborted = [], empty = [], filled = [] } = examples
  const { presented, flat = [], archived = [], indexed = [], same = [], differs = [], settings = [] } = examples

  describe(`a field of type ${type.type}`, () => {
    it('is registered under its name', () => expect(getFieldType(type.type)).toBe(type))

    it('is described in the structure of its tracker', () =>
      expect(describeField(field, describeContext)).toStrictEqual({
        values: null,
        bindings: { type: null, list: [] },
        default_value: null,
        specific_properties: [],
        extra: {},
        ...examples.description,
      }))

    it.each(settings)('parses the settings %j', (attributes, properties) =>
      expect(parseFieldProperties(type.type, attributes, () => {})).toStrictEqual(properties),
    )

    it.each(presented)('presents %j', (value, entry) => {
      expect(type.present?.(value, field, presentContext)).toStrictEqual(entry)
      if (entry !== undefined) expect([...Value.Errors(ValueEntrySchema, entry)].slice(0, 3)).toStrictEqual([])
    })

    it.each(flat)('presents %j as the flat value %j', (value, flatValue) =>
      expect(type.flat?.(value, field, presentContext)).toStrictEqual(flatValue),
    )

    const archiveCases = archived.map(([xml, value, problem]) => ({ xml, value, problem }))
    it.each(archiveCases)('parses $xml from an archive', ({ xml, value, problem }) => {
      const problems: string[] = []
      const change = parseXml(xml.startsWith('<field_change') ? xml : `<field_change>${xml}</field_change>`)
      const archive = createArchiveReadContext(problems)
      expect(type.archive?.read(change, field, archive)).toStrictEqual(value)
      expect(problems).toStrictEqual(problem === undefined ? [] : [problem])
    })

    it.each(indexed)('has index entries for %j', (value, entries) => {
      expect(type.storage?.indexEntries?.(value, field)).toStrictEqual(entries)
      for (const { family } of entries) expect(type.storage?.families).toContain(family)
    })

    const parseInput = (input: ValueExample, currentValue?: unknown) => {
      const entry = { field_id: field.id, ...input }
      const needs = createEmptyWriteNeeds()
      type.input?.collectNeeds?.(entry, field, needs)
      const context = writeContext(needs, { currentValue, ...examples.context })
      return { value: type.input?.parse(entry, field, context), problems: context.problems }
    }

    it.each(accepted.map(([input, value, before]) => ({ input, value, before })))(
      'accepts $input',
      ({ input, value, before }) => expect(parseInput(input, before)).toStrictEqual({ value, problems: [] }),
    )

    it.each(rejected.map(([input, sentence, before]) => ({ input, sentence, before })))(
      'reports a problem for $input',
      ({ input, sentence, before }) =>
        expect(parseInput(input, before)).toStrictEqual({ value: undefined, problems: [sentence] }),
    )

    it.each(aborted.map(([input, text, before]) => ({ input, text, before })))(
      'aborts the request for $input',
      ({ input, text, before }) => {
        expect(() => parseInput(input, before)).toThrow(Refusal)
        expect(() => parseInput(input, before)).toThrow(expect.objectContaining({ message: text }))
      },
    )

    it('has the expected initial value', () =>
      expect(type.input?.initialValue?.(field, writeContext(createEmptyWriteNeeds(), examples.context))).toStrictEqual(
        examples.initial,
      ))

    it.each(empty.map((value) => ({ value })))('is empty with $value', ({ value }) =>
      expect(type.input?.isEmpty(value)).toBe(true),
    )
    it.each(filled.map((value) => ({ value })))('is not empty with $value', ({ value }) =>
      expect(type.input?.isEmpty(value)).toBe(false),
    )

    it('has only values that survive JSON serialization', () => {
      const inputValues = [...archived, ...accepted].map(([, value]) => [value] as const)
      for (const [value] of [...presented, ...inputValues]) {
        if (value === undefined) continue
        const back = JSON.parse(JSON.stringify(value))
        expect(back).toStrictEqual(value)
        if (type.storage !== undefined) expect(type.storage.isSameValue(back, value)).toBe(true)
      }
    })

    it.each(same)('treats %j and %j as the same value', (a, b) => expect(type.storage?.isSameValue(a, b)).toBe(true))
    it.each(differs)('treats %j and %j as different values', (a, b) => {
      expect(type.storage?.isSameValue(a, b)).toBe(false)
      expect(type.storage?.isSameValue(b, a)).toBe(false)
    })
  })
}
