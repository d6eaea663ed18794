import type { Static } from 'typebox'
import { message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { findChild } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import type { Semantics } from '../model/tracker.ts'
import { findElement } from '../parse/resolve-element.ts'
import { TrackerReferenceInput } from '../parse/tracker-reference.ts'
import { parseIdAttribute } from '../xml/attributes.ts'
import { expectFieldTypes } from '../xml/tracker-keys.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import { createCarrier } from './badges.ts'
import { dateTypes, numberTypes } from './field-types.ts'
import type { Semantic, SemanticResolvers } from './semantic.ts'
import { readField } from './xml-references.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly timeframe?:
      | { readonly start: FieldRef; readonly duration: FieldRef }
      | { readonly start: FieldRef; readonly end: FieldRef }
      | { readonly impliedFrom: TrackerRef }
  }
}

const closed = { additionalProperties: false }
const schema = Type.Union([
  Type.Object({ start_date_field_id: Type.Integer(), end_date_field_id: Type.Integer() }, closed),
  Type.Object({ start_date_field_id: Type.Integer(), duration_field_id: Type.Integer() }, closed),
  Type.Object(
    {
      implied_from_tracker: Type.Object(
        { id: Type.Integer(), uri: Type.String() },
        { ...closed, title: 'ResourceReference' },
      ),
    },
    closed,
  ),
])
const optionalId = Type.Optional(Type.Union([Type.Integer({ format: identifier }), Type.Null()]))
const input = Type.Object({
  start_date_field_id: optionalId,
  end_date_field_id: optionalId,
  duration_field_id: optionalId,
  implied_from_tracker: Type.Optional(TrackerReferenceInput),
})

export const timeframe = {
  api: {
    schema,
    input,
    represent(semantic): Static<typeof schema> {
      if ('impliedFrom' in semantic) {
        return { implied_from_tracker: { id: semantic.impliedFrom, uri: `trackers/${semantic.impliedFrom}` } }
      }
      return 'end' in semantic
        ? { start_date_field_id: semantic.start, end_date_field_id: semantic.end }
        : { start_date_field_id: semantic.start, duration_field_id: semantic.duration }
    },
    parse<F, V, T>(
      { implied_from_tracker: implied, ...fields }: Static<typeof input>,
      { element, tracker, problems }: SemanticResolvers<F, V, T>,
    ) {
      if (implied !== undefined) {
        const impliedFrom = tracker(implied.id)
        if (impliedFrom === undefined)
          problems.add(message`timeframe: ${implied.id} is not another tracker of the project.`)
        return impliedFrom === undefined ? undefined : { impliedFrom }
      }
      const part = 'timeframe'
      const start = findElement(element, fields.start_date_field_id, { part, types: dateTypes }, problems)
      if (typeof fields.end_date_field_id === 'number') {
        const end = findElement(element, fields.end_date_field_id, { part, types: dateTypes }, problems)
        if (start !== undefined && start.ref === end?.ref)
          problems.add(message`timeframe: start and end are the same field.`)
        return start && end && { start: start.ref, end: end.ref }
      }
      const duration = findElement(element, fields.duration_field_id, { part, types: numberTypes }, problems)
      return start && duration && { start: start.ref, duration: duration.ref }
    },
  },
  archive: {
    read(semantic, keys, { trackerKeys, notes }) {
      const inherited = findChild(semantic, 'inherited_from_tracker')
      if (inherited !== undefined) {
        const impliedFrom = parseIdAttribute(inherited, 'id')
        if (impliedFrom === keys.tracker) {
          const text = message`The time frame is left out: it comes from the tracker itself`
          notes.remark('invalid-reference', inherited.line, text)
          return undefined
        }
        if (trackerKeys.has(impliedFrom)) return { impliedFrom }
        // Trackers are often exported without the other one: they only lose this semantic.
        notes.remark(
          'feature-left-out',
          inherited.line,
          message`The time frame is left out: it comes from the tracker "${impliedFrom}", which is not there`,
        )
        return undefined
      }
      const start = readField(semantic, 'start_date_field', keys, expectFieldTypes(dateTypes))
      const end = readField(semantic, 'end_date_field', keys, expectFieldTypes(dateTypes))
      const duration = readField(semantic, 'duration_field', keys, expectFieldTypes(numberTypes))
      if (start === undefined) return undefined
      if (end !== undefined) return { start, end }
      return duration === undefined ? undefined : { start, duration }
    },
    write(semantic) {
      if ('impliedFrom' in semantic) return [buildElement('inherited_from_tracker', { id: semantic.impliedFrom })]
      return [
        buildReferenceElement('start_date_field', semantic.start),
        'end' in semantic
          ? buildReferenceElement('end_date_field', semantic.end)
          : buildReferenceElement('duration_field', semantic.duration),
      ]
    },
  },
  badge: {
    label: 'Timeframe',
    uses(semantics) {
      const { start, end, duration } = datesOf(semantics)
      return [
        createCarrier('Timeframe', start, 'start date of '),
        createCarrier('Timeframe', end, 'end date of '),
        createCarrier('Timeframe', duration, 'duration of '),
      ]
    },
  },
  fieldsOf(semantic) {
    if ('impliedFrom' in semantic) return []
    return [semantic.start, 'end' in semantic ? semantic.end : semantic.duration]
  },
  hasTracker: (semantic) => 'impliedFrom' in semantic,
  mapReferences(semantic, map) {
    if ('impliedFrom' in semantic) {
      const impliedFrom = map.tracker(semantic.impliedFrom)
      return impliedFrom === undefined ? undefined : { impliedFrom }
    }
    const start = map.field(semantic.start)
    return 'end' in semantic
      ? { start, end: map.field(semantic.end) }
      : { start, duration: map.field(semantic.duration) }
  },
} satisfies Semantic<'timeframe'>

function datesOf({ timeframe: value }: Semantics): Partial<Record<'start' | 'end' | 'duration', FieldId>> {
  return value === undefined || 'impliedFrom' in value ? {} : value
}
