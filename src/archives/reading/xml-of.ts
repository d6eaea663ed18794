import type { XmlElement } from '../../kit/xml/element.ts'
import { cdata, element, type Markup } from '../../kit/xml/write.ts'

/** An element as it was read, for what is kept and not understood. */
export const xmlOf = (read: XmlElement): string => markupOf(read)

const markupOf = ({ name, attributes, text, children }: XmlElement): Markup =>
  element(name, attributes, ...(text === '' ? [] : [cdata(text)]), ...children.map(markupOf))
