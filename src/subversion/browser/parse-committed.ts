import { isMoment } from '../../kit/time.ts'
import { textOf, type XmlElement } from '../../kit/xml/element.ts'
import type { Committed, NodeKind } from '../model/browser-types.ts'

/** Parses the members common to `<commit revision>` and `<logentry revision>`. */
export function parseCommitted(element: XmlElement): Committed {
  const at = Math.floor(Date.parse(textOf(element, 'date') ?? '') / 1000)
  return {
    revision: Number(element.attributes['revision']),
    author: textOf(element, 'author') ?? null,
    date: isMoment(at) ? at : null,
  }
}

export const parseKind = ({ attributes: { kind } }: XmlElement): NodeKind | null =>
  kind === 'dir' ? 'directory' : kind === 'file' ? 'file' : null
