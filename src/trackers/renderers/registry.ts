import type { RendererContentBy, RendererName } from '../model/definition.ts'
import { raw } from './raw.ts'
import type { RendererMap, RendererType } from './renderer-type.ts'
import { table } from './table.ts'

/** Every kind of renderer; a new one is a file of this directory and a line here. */
const rendererTypes: { readonly [Name in RendererName]-?: RendererType<Name> } = { table, raw }

export const rendererEntries = Object.entries(rendererTypes) as unknown as readonly (readonly [
  RendererName,
  RendererType,
])[]

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
