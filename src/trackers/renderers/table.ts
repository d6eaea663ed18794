import { message } from '../../kit/messages/message.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { parseFlag, parseIdAttribute, parseIntegerAttribute } from '../xml/attributes.ts'
import { buildHolderElement, buildReferenceElement } from '../xml/xml-elements.ts'
import type { RendererType } from './renderer-type.ts'

declare module '../model/definition.ts' {
  interface RendererContentBy<FieldRef> {
    readonly table?: {
      readonly chunkSize: number
      readonly isMultisort: boolean
      readonly columns: readonly {
        readonly field: FieldRef
        readonly linkType?: string
        readonly linkTypeFormat?: string
      }[]
      readonly sort: readonly { readonly field: FieldRef; readonly isDescending: boolean }[]
    }
  }
}

const defaultChunkSize = 15
const closed = { additionalProperties: false }
const buildDirection = (options = {}) => Type.Union([Type.Literal('asc'), Type.Literal('desc')], options)

const FieldKey = Type.Union([Type.Integer({ format: identifier }), Type.String({ minLength: 1, maxLength: 255 })], {
  description: 'Id or name of a field.',
})

interface TableInput {
  readonly columns: readonly (number | string)[]
  readonly sort: readonly { readonly field_id: number | string; readonly direction: 'asc' | 'desc' }[]
}

export const table = {
  kind: 'table',
  api: {
    name: 'tables' as const,
    properties: {
      columns: Type.Array(Type.Integer()),
      sort: Type.Array(Type.Object({ field_id: Type.Integer(), direction: buildDirection() }, closed)),
    },
    represent: ({ columns, sort }, isReadable) => ({
      columns: columns.flatMap(({ field }) => (isReadable(field) ? [field] : [])),
      sort: sort.flatMap(({ field, isDescending }) =>
        isReadable(field) ? [{ field_id: field, direction: isDescending ? 'desc' : 'asc' }] : [],
      ),
    }),
    inputTitle: 'ReportTableInput',
    inputProperties: {
      columns: Type.Array(FieldKey, { maxItems: 200 }),
      sort: Type.Array(
        Type.Object(
          { field_id: FieldKey, direction: buildDirection({ default: 'asc' }) },
          { title: 'ReportSortInput' },
        ),
        { default: [], maxItems: 10 },
      ),
    },
    parse(input: TableInput, fieldOf) {
      const columns = [...new Set(input.columns.map(fieldOf))]
      const sort = input.sort.map(({ field_id: key, direction }) => ({
        field: fieldOf(key),
        isDescending: direction === 'desc',
      }))
      return (before) => ({
        chunkSize: before?.chunkSize ?? defaultChunkSize,
        isMultisort: sort.length > 1,
        // An existing column keeps its other settings, such as the type of its links.
        columns: columns.map((field) => before?.columns.find((each) => each.field === field) ?? { field }),
        sort,
      })
    },
    repeatedProblem: message`A table is listed more than once.`,
    describeUnknown: (id) => message`Table ${id} not found in the report.`,
  },
  read: (renderer, keys, notes) => ({
    chunkSize: parseIntegerAttribute(renderer, 'chunksz', defaultChunkSize, notes),
    isMultisort: parseFlag(renderer.attributes['multisort'], false),
    columns: fieldElements(renderer, 'columns').flatMap((element) => {
      const field = keys.field(element)
      const { 'artlink-nature': linkType, 'artlink-nature-format': linkTypeFormat } = element.attributes
      return field === undefined ? [] : [{ field, linkType: linkType?.trim(), linkTypeFormat }]
    }),
    sort: fieldElements(renderer, 'sort').flatMap((element) => {
      const field = keys.field(element)
      // Earlier exports of Tulipwood wrote the direction here.
      return field === undefined ? [] : [{ field, isDescending: parseFlag(element.attributes['is_desc'], false) }]
    }),
  }),
  write({ chunkSize, isMultisort, columns, sort }, { attributes, elements }) {
    const columnElements = columns.map(({ field, linkType, linkTypeFormat }) =>
      buildElement('field', { REF: field, 'artlink-nature': linkType, 'artlink-nature-format': linkTypeFormat }),
    )
    return [
      buildElement(
        'renderer',
        { ...attributes, chunksz: chunkSize, multisort: isMultisort ? '1' : undefined },
        ...elements,
        buildElement('columns', {}, ...columnElements),
        ...buildHolderElement(
          'sort',
          sort.map(({ field }) => buildReferenceElement('field', field)),
        ),
      ),
    ]
  },
  extension: {
    write: ({ sort }) =>
      sort.flatMap(({ field, isDescending }) =>
        isDescending ? [buildReferenceElement('descending_field', field)] : [],
      ),
    merge(content, extension) {
      const descending = new Set(findChildren(extension, 'descending_field').map((each) => parseIdAttribute(each)))
      return {
        ...content,
        sort: content.sort.map((each) => ({ ...each, isDescending: each.isDescending || descending.has(each.field) })),
      }
    },
  },
  mapReferences: (content, map) => ({
    ...content,
    columns: mapFields(content.columns, map.field),
    sort: mapFields(content.sort, map.field),
  }),
} satisfies RendererType<'table'>

function fieldElements(renderer: XmlElement, holderName: string): readonly XmlElement[] {
  const holder = findChild(renderer, holderName)
  return holder === undefined ? [] : findChildren(holder, 'field')
}

const mapFields = <From, To, Part extends { readonly field: From }>(
  parts: readonly Part[],
  map: (field: From) => To | undefined,
) =>
  parts.flatMap((part) => {
    const field = map(part.field)
    return field === undefined ? [] : [{ ...part, field }]
  })
