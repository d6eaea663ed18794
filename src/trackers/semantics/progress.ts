import type { Static } from 'typebox'
import { message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { findChild } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import type { Semantics } from '../model/tracker.ts'
import { findElement } from '../parse/resolve-element.ts'
import { expectFieldTypes } from '../xml/tracker-keys.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import { createCarrier } from './badges.ts'
import { numberTypes } from './field-types.ts'
import type { Semantic, SemanticResolvers } from './semantic.ts'
import { readField } from './xml-references.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly progress?:
      | { readonly totalEffort: FieldRef; readonly remainingEffort: FieldRef }
      | { readonly linkType: string }
  }
}

const closed = { additionalProperties: false }
const schema = Type.Union([
  Type.Object({ total_effort_field_id: Type.Integer(), remaining_effort_field_id: Type.Integer() }, closed),
  Type.Object({ artifact_link_type: Type.String() }, closed),
])
const optionalId = Type.Optional(Type.Union([Type.Integer({ format: identifier }), Type.Null()]))
const input = Type.Object({
  total_effort_field_id: optionalId,
  remaining_effort_field_id: optionalId,
  artifact_link_type: Type.Optional(Type.String()),
})

export const progress = {
  api: {
    schema,
    input,
    represent: (semantic): Static<typeof schema> =>
      'linkType' in semantic
        ? { artifact_link_type: semantic.linkType }
        : { total_effort_field_id: semantic.totalEffort, remaining_effort_field_id: semantic.remainingEffort },
    parse<F, V, T>(
      { artifact_link_type: linkType, total_effort_field_id, remaining_effort_field_id }: Static<typeof input>,
      { element, isLinkType, problems }: SemanticResolvers<F, V, T>,
    ) {
      if (linkType !== undefined) {
        if (!isLinkType(linkType)) problems.add(message`progress: unknown link type "${linkType}".`)
        return { linkType }
      }
      const requirement = { part: 'progress', types: numberTypes }
      const total = findElement(element, total_effort_field_id, requirement, problems)
      const remaining = findElement(element, remaining_effort_field_id, requirement, problems)
      if (total !== undefined && total.ref === remaining?.ref)
        problems.add(message`progress: both efforts are the same field.`)
      return total && remaining && { totalEffort: total.ref, remainingEffort: remaining.ref }
    },
  },
  archive: {
    read(semantic, keys) {
      const linkType = findChild(semantic, 'artifact_link_type')?.attributes['shortname']?.trim()
      if (linkType !== undefined) return { linkType }
      const totalEffort = readField(semantic, 'total_effort_field', keys, expectFieldTypes(numberTypes))
      const remainingEffort = readField(semantic, 'remaining_effort_field', keys, expectFieldTypes(numberTypes))
      return totalEffort === undefined || remainingEffort === undefined ? undefined : { totalEffort, remainingEffort }
    },
    write: (semantic) =>
      'linkType' in semantic
        ? [buildElement('artifact_link_type', { shortname: semantic.linkType })]
        : [
            buildReferenceElement('total_effort_field', semantic.totalEffort),
            buildReferenceElement('remaining_effort_field', semantic.remainingEffort),
          ],
  },
  badge: {
    label: 'Progress',
    uses(semantics) {
      const { totalEffort, remainingEffort } = effortsOf(semantics)
      return [
        createCarrier('Progress', totalEffort, 'total effort of '),
        createCarrier('Progress', remainingEffort, 'remaining effort of '),
      ]
    },
  },
  fieldsOf: (semantic) => ('linkType' in semantic ? [] : [semantic.totalEffort, semantic.remainingEffort]),
  linkTypeOf: (semantic) => ('linkType' in semantic ? semantic.linkType : undefined),
  mapReferences: (semantic, map) =>
    'linkType' in semantic
      ? { linkType: semantic.linkType }
      : { totalEffort: map.field(semantic.totalEffort), remainingEffort: map.field(semantic.remainingEffort) },
} satisfies Semantic<'progress'>

function effortsOf({ progress: value }: Semantics): Partial<Record<'totalEffort' | 'remainingEffort', FieldId>> {
  return value === undefined || 'linkType' in value ? {} : value
}
