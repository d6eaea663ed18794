import type { RichText } from './field.ts'

/** The format an archive names; anything else is plain text. `markdown` is met as well (contract 60 §14). */
export function formatOf(name: string | undefined): RichText['format'] {
  switch (name?.trim().toLowerCase()) {
    case 'html':
      return 'html'
    case 'commonmark':
    case 'markdown':
      return 'commonmark'
    default:
      return 'text'
  }
}
