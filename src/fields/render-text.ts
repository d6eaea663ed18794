import { createRequire } from 'node:module'
import MarkdownIt from 'markdown-it'
import type sanitizeHtml from 'sanitize-html'
import { linkUrls } from './add-links.ts'
import { allowedHtml } from './allowed-html.ts'
import type { RichText } from './field.ts'
import { maxOpenTags } from './open-tags.ts'
import type { TextTask } from './render-in-worker.ts'

// Rendering of texts, in proportion to their length. It can take a few hundred milliseconds all the same, so long texts
// come here on a thread of their own (render-worker.ts); fields/rich-text.ts decides which.

/** HTML that is longer than this is not shown: eight times the longest text, which escaping alone can reach. */
const maxHtmlLength = 8 * 65_536

/** Parts that Markdown may consist of: twice as many as a dense table of 64 KB has (decision 44). */
const maxMarkdownTokens = 100_000

/** Renders a text in the form that is asked for. */
export function renderText({ text, form }: TextTask): string {
  if (form === 'html') return renderHtml(text)
  if (form === 'plain') return renderWithoutMarkup(text)
  return text.content.length > maxHtmlLength ? escapeHtml(text.content) : cleanHtml(text.content)
}

/** Returns a text as it was written, in the form that is asked for: what is shown where rendering takes too long. */
export function renderSource({ text: { content }, form }: TextTask): string {
  if (form === 'plain') return content
  return form === 'html' ? renderEscaped(content) : escapeHtml(content)
}

/** Returns safe HTML of a text, the same for every reader. A text that expands too much is shown as it is written. */
function renderHtml({ format, content }: RichText): string {
  if (format === 'text') return renderPlainText(content)
  const html = toHtml({ format, content })
  const safe = html === undefined ? undefined : linkUrls(cleanHtml(html))
  return safe === undefined || safe.length > maxHtmlLength ? renderEscaped(content) : safe
}

/** Returns a text without markup, for titles and flat answers (docs/api/trackers.md §4.3). */
function renderWithoutMarkup({ format, content }: RichText): string {
  if (format === 'text') return content
  const html = toHtml({ format, content })
  if (html === undefined || isNestedTooDeeply(html)) return content
  const bare = sanitize(html, { allowedTags: [], allowedAttributes: {} })
  return bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim()
}

/** Returns the HTML that a text means, not yet safe; undefined when it is too much. */
const toHtml = ({ format, content }: RichText): string | undefined =>
  format === 'commonmark' ? renderMarkdown(content) : content

/** HTML that people wrote, without what could act; lines end as on Unix. */
export const cleanHtml = (html: string): string =>
  isNestedTooDeeply(html) ? escapeHtml(html) : sanitize(html.replaceAll(/\r\n?/g, '\n'), allowedHtml)

const require = createRequire(import.meta.url)
let loaded: typeof sanitizeHtml | undefined

/** It is made of a hundred modules: read with the first text that needs it, not at the start. */
function sanitize(html: string, allowed: sanitizeHtml.IOptions): string {
  loaded ??= require('sanitize-html') as typeof sanitizeHtml
  return loaded(html, allowed)
}

/** Deeper than any text is meant: shown as it is written, not read as HTML. */
const isNestedTooDeeply = (html: string): boolean => maxOpenTags(html) > 5000

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Text to stand in HTML, between tags or in quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? each)

/** Returns the HTML of a text that shows it character by character; addresses are not links. */
const renderEscaped = (content: string): string => escapeHtml(content).replaceAll(/\r\n|\r|\n/g, '<br />\n')

const renderPlainText = (content: string): string => linkUrls(renderEscaped(content))

class TooManyTokens extends Error {
  override readonly name = 'TooManyTokens'
}

/** Returns undefined when the text consists of more parts than are shown: rows of a table may expand without end. */
function renderMarkdown(content: string): string | undefined {
  try {
    return markdown.render(content, { tokens: 0 })
  } catch (problem) {
    if (problem instanceof TooManyTokens) return undefined
    throw problem
  }
}

/** Counts a token as it is made, so that the work ends with the limit. */
function countToken(env: Record<string, unknown>): void {
  const tokens = Number(env['tokens']) + 1
  env['tokens'] = tokens
  if (tokens > maxMarkdownTokens) throw new TooManyTokens()
}

// HTML inside Markdown is let through here because all is cleaned behind it.
const markdown = new MarkdownIt({ html: true })

const BlockState = markdown.block.State
markdown.block.State = class extends BlockState {
  override push(...token: Parameters<BlockPush>) {
    countToken(this.env)
    return super.push(...token)
  }
}

const InlineState = markdown.inline.State
markdown.inline.State = class extends InlineState {
  override push(...token: Parameters<InlinePush>) {
    countToken(this.env)
    return super.push(...token)
  }
}

type BlockPush = InstanceType<typeof BlockState>['push']
type InlinePush = InstanceType<typeof InlineState>['push']
