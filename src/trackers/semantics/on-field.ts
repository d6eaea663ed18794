import type { Bind, FieldTypeName } from '../../fields/model/field.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import { findElement } from '../parse/resolve-element.ts'
import { expectFieldTypes, type TrackerKeys } from '../xml/tracker-keys.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import type { SemanticResolvers } from './semantic.ts'
import { readField } from './xml-references.ts'

interface OnField<FieldRef> {
  readonly field: FieldRef
}

/** What semantics of one field have in common. */
export const onField = {
  archive: {
    hasTitle: true,
    read(semantic: XmlElement, keys: TrackerKeys) {
      const field = readField(semantic, 'field', keys)
      return field === undefined ? undefined : { field }
    },
    write: ({ field }: OnField<string>) => [buildReferenceElement('field', field)],
  },
  fieldsOf: ({ field }: OnField<FieldId>) => [field],
  mapReferences: <F, F2>({ field }: OnField<F>, map: { field(ref: F): F2 }) => ({ field: map.field(field) }),
} as const

/** A semantic of one field of these types, in archives and in the API. */
export const createFieldSemantic = (part: string, types: readonly FieldTypeName[], bind?: Bind['kind']) => ({
  ...onField,
  archive: createFieldArchive(types, bind),
  api: createFieldApi(part, types, bind),
})

/** In archives, a semantic of one field of these types. */
export const createFieldArchive = (types: readonly FieldTypeName[], bind?: Bind['kind']) => ({
  ...onField.archive,
  read(semantic: XmlElement, keys: TrackerKeys) {
    const field = readField(semantic, 'field', keys, expectFieldTypes(types, bind))
    return field === undefined ? undefined : { field }
  },
})

const createFieldApi = (part: string, types: readonly FieldTypeName[], bind: Bind['kind'] | undefined) => ({
  schema: Type.Object({ field_id: Type.Integer() }, { additionalProperties: false, title: 'FieldOfSemantic' }),
  input: Type.Object({ field_id: Type.Integer({ format: identifier }) }, { title: 'FieldReferenceInput' }),
  represent: ({ field }: OnField<FieldId>) => ({ field_id: field }),
  parse<F, V, T>({ field_id: id }: { readonly field_id: number }, resolvers: SemanticResolvers<F, V, T>) {
    const field = findElement(resolvers.element, id, { part, types, bind }, resolvers.problems)
    return field && { field: field.ref }
  },
})
