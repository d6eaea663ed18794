import type { FieldValueInput } from '../contexts/write-context.ts'
import type { RichText } from '../model/field.ts'
import { isObject } from '../parse/parse-id.ts'
import { isShownAs, renderTexts } from '../texts/rich-text.ts'
import { isTooLong } from './text-size.ts'

// Responses do not show every text as it is stored: Markdown is shown as HTML with its source next to it, texts of
// steps are shown as safe HTML. Clients send entries back as they were returned, and such an entry changes nothing
// (docs/api/rest-conventions.md §2.2).

const markdown = (content: string): RichText => ({ format: 'commonmark', content })

/** Returns the Markdown if the text is the HTML that is shown for this source, else the text. */
export function readShownMarkdown(text: RichText, source: unknown): RichText {
  const isMarkdown = text.format === 'html' && typeof source === 'string' && isShownAs(markdown(source), text.content)
  return isMarkdown ? markdown(source) : text
}

/** The same for a text that is never shown as it is stored: it may be the current text as it is shown. */
export function readShownText(text: RichText, source: unknown, current: RichText | undefined): RichText {
  const read = readShownMarkdown(text, source)
  if (read !== text || current?.format !== text.format || current.content === text.content) return read
  return isShownAs(current, text.content) ? current : text
}

/** Renders the sources in the entries, so that long ones are recognized too. */
export async function renderSources(entries: readonly FieldValueInput[]): Promise<void> {
  const steps = entries.flatMap(({ value }) => (Array.isArray(value) ? value.filter(isObject) : []))
  const sources = [
    ...entries.map(({ commonmark }) => commonmark),
    ...steps.flatMap((step) => [step['commonmark_description'], step['commonmark_expected_results']]),
  ]
  const texts = sources.flatMap((source) => (typeof source === 'string' && !isTooLong(source) ? markdown(source) : []))
  await renderTexts(texts.map((text) => ({ text, form: 'html' })))
}
