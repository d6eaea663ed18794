import { message } from '../../kit/messages/message.ts'
import type { RichText } from '../model/field.ts'

/** The format an archive names; anything else is plain text. */
export const toTextFormat = (name: string | undefined): RichText['format'] => parseTextFormat(name) ?? 'text'

export const textFormatsExpected = message`Expected one of (text,html,commonmark,markdown).`

/** The format of that name; undefined when it is none. `markdown` is met as well (docs/api/client-needs.md §14). */
export function parseTextFormat(name: unknown): RichText['format'] | undefined {
  switch (typeof name === 'string' ? name.trim().toLowerCase() : '') {
    case 'text':
      return 'text'
    case 'html':
      return 'html'
    case 'commonmark':
    case 'markdown':
      return 'commonmark'
    default:
      return undefined
  }
}
