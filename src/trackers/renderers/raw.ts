import { parseStoredXml, serializeElement } from '../xml/stored-xml.ts'
import type { RendererType } from './renderer-type.ts'

declare module '../model/definition.ts' {
  interface RendererContentBy<FieldRef> {
    /** Renderers of other products (charts, card walls): kept as XML for the next export. */
    readonly raw?: string
  }
}

export const raw = {
  read: (renderer) => serializeElement(renderer),
  write: (xml) => parseStoredXml(xml),
  mapReferences: (xml, map) => map.replaceKeys(xml),
} satisfies RendererType<'raw'>
