import type { XmlElement } from '../../kit/xml/element.ts'
import { parseXml } from '../../kit/xml/read.ts'
import { buildCdata, buildElement, type Markup } from '../../kit/xml/write.ts'

/** Serializes a parsed element that is stored unchanged. */
export const serializeElement = (read: XmlElement): string => toMarkup(read)

/** Parses one or several stored elements for an export. */
export const parseStoredXml = (xml: string): readonly Markup[] => parseXml(`<kept>${xml}</kept>`).children.map(toMarkup)

const toMarkup = ({ name, attributes, text, children }: XmlElement): Markup =>
  buildElement(name, attributes, ...(text === '' ? [] : [buildCdata(text)]), ...children.map(toMarkup))
