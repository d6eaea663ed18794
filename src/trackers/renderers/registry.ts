import type { Static, TObject } from 'typebox'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { RendererContentBy, RendererName } from '../model/definition.ts'
import { raw } from './raw.ts'
import type { RendererMap, RendererType } from './renderer-type.ts'
import { table } from './table.ts'

/** Every kind of renderer; a new one is a file of this directory and a line here. */
const rendererTypes = { table, raw } satisfies { readonly [Name in RendererName]-?: RendererType<Name> }

type ApiRenderers = Extract<(typeof rendererTypes)[RendererName], { readonly api: object }>['api']

/** Lists of renderers in the API of reports, by the names of their kinds. */
export type RendererLists = {
  [Api in ApiRenderers as Api['name']]: ({ id: number; label: string } & Static<TObject<Api['properties']>>)[]
}

export const rendererEntries = Object.entries(rendererTypes) as unknown as readonly (readonly [
  RendererName,
  RendererType,
])[]

/** Kinds that the API of reports has. */
export const apiRenderers = rendererEntries.flatMap(([name, { kind, api }]) =>
  api === undefined ? [] : [{ name, kind: kind ?? name, api }],
)

/** Returns what the format cannot represent of a renderer. */
export const writeRendererExtension = (content: RendererContentBy<string>): readonly Markup[] =>
  rendererEntries.flatMap(([name, { extension }]) => {
    const own = content[name]
    return own === undefined ? [] : (extension?.write(own) ?? [])
  })

/** Adds what the format cannot represent to a renderer. */
export const mergeRendererExtension = <Renderer extends RendererContentBy<string>>(
  renderer: Renderer,
  element: XmlElement,
): Renderer => ({
  ...renderer,
  ...Object.fromEntries(
    rendererEntries.flatMap(([name, { extension }]) => {
      const own = renderer[name]
      return own === undefined || extension === undefined ? [] : [[name, extension.merge(own, element)]]
    }),
  ),
})

/** Replaces the references of a renderer; parts with a field that does not exist are left out. */
export const mapRenderer = <From, To>(
  content: RendererContentBy<From>,
  map: RendererMap<From, To>,
): RendererContentBy<To> =>
  Object.fromEntries(
    rendererEntries.flatMap(([name, { mapReferences }]) => {
      const own = content[name]
      return own === undefined ? [] : [[name, mapReferences(own, map)]]
    }),
  )
