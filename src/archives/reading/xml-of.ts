import type { XmlElement } from '../../kit/xml/element.ts'
import { parseXml } from '../../kit/xml/read.ts'
import { cdata, element, type Markup } from '../../kit/xml/write.ts'

/** An element as it was read, for what is kept and not understood. */
export const xmlOf = (read: XmlElement): string => markupOf(read)

/** What was kept so, one element or several, to be written back. */
export const markupFrom = (kept: string): readonly Markup[] => parseXml(`<kept>${kept}</kept>`).children.map(markupOf)

const markupOf = ({ name, attributes, text, children }: XmlElement): Markup =>
  element(name, attributes, ...(text === '' ? [] : [cdata(text)]), ...children.map(markupOf))
