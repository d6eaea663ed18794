import type { ValueEntry } from '../../data/trackers.ts'

export type TextFormat = 'text' | 'html' | 'commonmark'

export interface TextDraft {
  readonly content: string
  readonly format: TextFormat
}

/** The text as it was written, in its format. */
export function sourceOf(entry: ValueEntry | null): TextDraft | null {
  if (entry?.type !== 'text') return null
  return entry.commonmark === undefined
    ? { content: entry.value, format: entry.format }
    : { content: entry.commonmark, format: 'commonmark' }
}

/** HTML of a text until the server has rendered it. */
export const plainHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
