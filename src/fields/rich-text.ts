import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import MarkdownIt from 'markdown-it'
import type sanitizeHtml from 'sanitize-html'
import { allowedHtml } from './allowed-html.ts'
import type { RichText } from './field.ts'
import { linkAddresses, linkMentions } from './link-text.ts'
import { mostOpenTags } from './open-tags.ts'
import type { LinkOf } from './references.ts'

/** Safe HTML of a text, what it mentions as links (contract 30 §3.3, `post_processed_value`). */
export function renderRichText(text: RichText, linkOf: LinkOf): string {
  const html = text.format === 'text' ? renderPlainText(text.content) : renderOnce(text)
  return html.includes('#') ? linkMentions(html, linkOf) : html
}

/** A text as plain text, for titles and flat answers (contract 20 §5.3). */
export function plainText({ format, content }: RichText): string {
  if (format === 'text') return content
  const html = format === 'html' ? content : markdown.render(content)
  if (isBottomless(html)) return content
  const bare = sanitize(html, { allowedTags: [], allowedAttributes: {} })
  return bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim()
}

/** HTML that people wrote, without what could act; lines end as on Unix. */
export const cleanHtml = (html: string): string =>
  isBottomless(html) ? escapeHtml(html) : sanitize(html.replaceAll(/\r\n?/g, '\n'), allowedHtml)

const require = createRequire(import.meta.url)
let loaded: typeof sanitizeHtml | undefined

/** It is made of a hundred modules: read with the first text that needs it, not at the start. */
function sanitize(html: string, allowed: sanitizeHtml.IOptions): string {
  loaded ??= require('sanitize-html') as typeof sanitizeHtml
  return loaded(html, allowed)
}

/** Deeper than any text is meant: shown as it is written, not read as HTML. */
const isBottomless = (html: string): boolean => mostOpenTags(html) > 5000

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Text to stand in HTML, between tags or in quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? each)

const renderPlainText = (content: string): string =>
  linkAddresses(escapeHtml(content).replaceAll(/\r\n|\r|\n/g, '<br />\n'))

// HTML inside Markdown is let through here because all is cleaned behind it.
const markdown = new MarkdownIt({ html: true })

const rendered = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (html) => html.length + 100,
})

/** The part that is the same for every reader; rendering costs a hundred times a look-up. */
function renderOnce({ format, content }: RichText): string {
  const key = format + hash('sha256', content, 'base64url')
  let html = rendered.get(key)
  if (html === undefined) {
    html = linkAddresses(cleanHtml(format === 'commonmark' ? markdown.render(content) : content))
    rendered.set(key, html)
  }
  return html
}
