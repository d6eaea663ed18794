import { createRequire } from 'node:module'
import MarkdownIt from 'markdown-it'
import type sanitizeHtml from 'sanitize-html'
import { escapeHtml, unescapeHtml } from '../../kit/text/escape-html.ts'
import type { RichText } from '../model/field.ts'
import { linkUrls } from './add-links.ts'
import { allowedHtml } from './allowed-html.ts'
import { countMaxOpenTags } from './open-tags.ts'
import type { TextTask } from './render-in-worker.ts'

// Rendering takes time in proportion to the length of a text, up to a few hundred milliseconds; so long texts are
// rendered in a worker thread (render-worker.ts); fields/texts/rich-text.ts decides which.

/** Longer HTML is not shown: eight times the longest text, which escaping can reach. */
const maxHtmlLength = 8 * 65_536

/** Parts that Markdown may consist of: twice as many as a dense table of 64 KB has (decision 44). */
const maxMarkdownTokens = 100_000

/** Renders a text in the requested form. */
export function renderText({ text, form }: TextTask): string {
  if (form === 'html') return renderHtml(text)
  if (form === 'plain') return renderWithoutMarkup(text)
  return text.content.length > maxHtmlLength ? escapeHtml(text.content) : cleanHtml(text.content)
}

/** Returns the source of a text in the requested form: shown where rendering takes too long. */
export function renderSource({ text: { content }, form }: TextTask): string {
  if (form === 'plain') return content
  return form === 'html' ? renderEscaped(content) : escapeHtml(content)
}

/** Returns safe HTML of a text, the same for every reader. A text that expands too much is shown as its source. */
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
  return unescapeHtml(bare).trim()
}

/** Returns the HTML of a text, not yet sanitized; undefined when it expands too much. */
const toHtml = ({ format, content }: RichText): string | undefined =>
  format === 'commonmark' ? renderMarkdown(content) : content

/** Sanitizes HTML; line ends become `\n`. */
const cleanHtml = (html: string): string =>
  isNestedTooDeeply(html) ? escapeHtml(html) : sanitize(html.replaceAll(/\r\n?/g, '\n'), allowedHtml)

const require = createRequire(import.meta.url)
let loaded: typeof sanitizeHtml | undefined

/** The package has a hundred modules: load it with the first text that needs it, not at startup. */
function sanitize(html: string, allowed: sanitizeHtml.IOptions): string {
  loaded ??= require('sanitize-html') as typeof sanitizeHtml
  return loaded(html, allowed)
}

/** Deeper than any real text: shown as its source, not parsed as HTML. */
const isNestedTooDeeply = (html: string): boolean => countMaxOpenTags(html) > 5000

/** Returns HTML that shows a text character by character; URLs are not links. */
const renderEscaped = (content: string): string => escapeHtml(content).replaceAll(/\r\n|\r|\n/g, '<br />\n')

const renderPlainText = (content: string): string => linkUrls(renderEscaped(content))

class TooManyTokens extends Error {
  override readonly name = 'TooManyTokens'
}

/** Returns undefined when the text has too many tokens: rows of a table may expand without limit. */
function renderMarkdown(content: string): string | undefined {
  try {
    return markdown.render(content, { tokens: 0 })
  } catch (problem) {
    if (problem instanceof TooManyTokens) return undefined
    throw problem
  }
}

/** Counts each token when it is created, so that rendering stops at the limit. */
function countToken(env: Record<string, unknown>): void {
  const tokens = Number(env['tokens']) + 1
  env['tokens'] = tokens
  if (tokens > maxMarkdownTokens) throw new TooManyTokens()
}

// HTML inside Markdown is allowed here because the result is sanitized afterwards.
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
