import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import {
  colorBind,
  createField,
  groupBind,
  presentContext,
  userBind,
  writeContext,
} from '../../../test/kit/field-fixture.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Bind, FieldTypeName } from '../model/field.ts'
import { fieldTypes } from '../registry/registry.ts'
import { ValueEntrySchema } from '../registry/value-schema.ts'
import { createEmptyWriteNeeds, type FieldValueInput } from './write-context.ts'

/** Any JSON value, mostly those that some field accepts. */
const id = fc.constantFrom<unknown>(
  0,
  1,
  88,
  89,
  91,
  92,
  100,
  102,
  103,
  104,
  301,
  302,
  303,
  750,
  752,
  '301',
  '118_3',
  '205',
  null,
  '',
)
const word = fc.constantFrom(
  'teal',
  'red',
  'mira',
  'x',
  '',
  'html',
  'markdown',
  '2026-04-01',
  '2024-02-31',
  '5',
  '1e5',
  'b301',
  'o12',
)
const scalar = fc.oneof(id, word, fc.double(), fc.integer(), fc.boolean(), fc.string())
const members = [
  'content',
  'format',
  'id',
  'label',
  'username',
  'email',
  'short_name',
  'type',
  'rank',
  'description',
] as const
const more = [
  'description_format',
  'expected_results',
  'expected_results_format',
  'bind_value_objects',
  'granted_groups',
] as const
const anything = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...members, ...more), tie('any'), { maxKeys: 5 }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
})).any

const entry = fc.record(
  {
    field_id: fc.constant(500),
    value: anything,
    format: anything,
    bind_value_ids: fc.option(fc.array(scalar, { maxLength: 3 })),
    links: fc.option(fc.array(anything, { maxLength: 3 })),
    all_links: fc.option(
      fc.array(
        fc.record({
          id: fc.constantFrom(742, 750, 751, 752, 753, 754, 755, 1),
          direction: fc.constantFrom<'forward' | 'reverse'>('forward', 'reverse'),
          type: fc.constantFrom(null, '', '_is_child', 'old', '_covered_by', 'none'),
        }),
        { maxLength: 3 },
      ),
    ),
    parent: anything,
    is_autocomputed: fc.option(fc.boolean()),
    manual_value: anything,
  },
  { requiredKeys: ['field_id'] },
) as fc.Arbitrary<FieldValueInput>

const binds: readonly Bind[] = [colorBind, userBind, groupBind]
const names = Object.keys(fieldTypes) as FieldTypeName[]

describe.each(names.filter((name) => fieldTypes[name].input !== undefined))(
  'random input of a field of type %s',
  (name) => {
    const type = fieldTypes[name]
    const bind = fc.constantFrom(...(type.hasBind ? binds : [null]))
    const isNew = fc.boolean()

    it('is accepted, reported or rejected; accepted values can be stored and presented', () =>
      fc.assert(
        fc.property(entry, bind, isNew, (input, bind, isNew) => {
          const field = createField(name, { bind })
          const needs = createEmptyWriteNeeds()
          type.input?.collectNeeds?.(input, field, needs)
          const context = writeContext(needs, isNew ? { artifactId: null } : {})
          let value: unknown
          try {
            value = type.input?.parse(input, field, context)
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal)
            return
          }
          if (value === undefined || context.problems.length > 0) return
          expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value)
          const presentedEntry = type.present?.(value, field, presentContext)
          expect([...Value.Errors(ValueEntrySchema, presentedEntry)].slice(0, 3)).toStrictEqual([])
        }),
        { numRuns: 300 },
      ))
  },
)

describe.each(['UTC', 'Europe/Paris', 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Apia'])(
  'a date in %s',
  (timezone) => {
    const moment = fc.integer({ min: 0, max: 4_000_000_000 })
    const { input: writing, present } = fieldTypes.date

    it.each([0, 1])('round-trips (with time: %i)', (display_time) =>
      fc.assert(
        fc.property(moment, (moment) => {
          const field = createField('date', { properties: { display_time } })
          const context = writeContext(createEmptyWriteNeeds(), { timezone })
          const value = writing?.parse({ field_id: 500, value: new Date(moment * 1000).toISOString() }, field, context)
          const viewer = { ...presentContext.viewer, timezone }
          const presentedEntry = present?.(value, field, { ...presentContext, viewer })
          expect(writing?.parse({ field_id: 500, value: presentedEntry?.['value'] }, field, context)).toBe(value)
          expect(context.problems).toStrictEqual([])
        }),
      ),
    )
  },
)
