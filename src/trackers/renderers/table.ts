import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { parseFlag, parseIntegerAttribute } from '../xml/attributes.ts'
import { formatFlag } from '../xml/flag.ts'
import { buildHolderElement } from '../xml/xml-elements.ts'
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

export const table = {
  kind: 'table',
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
      return field === undefined ? [] : [{ field, isDescending: parseFlag(element.attributes['is_desc'], false) }]
    }),
  }),
  write({ chunkSize, isMultisort, columns, sort }, { attributes, elements }) {
    const columnElements = columns.map(({ field, linkType, linkTypeFormat }) =>
      buildElement('field', { REF: field, 'artlink-nature': linkType, 'artlink-nature-format': linkTypeFormat }),
    )
    const sortElements = sort.map(({ field, isDescending }) =>
      buildElement('field', { REF: field, is_desc: formatFlag(isDescending) }),
    )
    return [
      buildElement(
        'renderer',
        { ...attributes, chunksz: chunkSize, multisort: isMultisort ? '1' : undefined },
        ...elements,
        buildElement('columns', {}, ...columnElements),
        ...buildHolderElement('sort', sortElements),
      ),
    ]
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
