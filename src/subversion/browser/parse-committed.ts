import { isRepresentableTime } from '../../kit/values/time.ts'
import { getText, type XmlElement } from '../../kit/xml/element.ts'
import type { CommitMetadata, NodeKind } from '../model/browser-types.ts'

/** Parses the members common to `<commit revision>` and `<logentry revision>`. */
export function parseCommitted(element: XmlElement): CommitMetadata {
  const at = Math.floor(Date.parse(getText(element, 'date') ?? '') / 1000)
  return {
    revision: Number(element.attributes['revision']),
    author: getText(element, 'author') ?? null,
    date: isRepresentableTime(at) ? at : null,
  }
}

export const parseKind = ({ attributes: { kind } }: XmlElement): NodeKind | null =>
  kind === 'dir' ? 'directory' : kind === 'file' ? 'file' : null
