import { escapeHtml } from '../../kit/text/escape-html.ts'
import { findMentions, type ResolveLink } from './references.ts'

/** More links than these would expand one text to many megabytes (decision 44). */
const maxLinks = 1000

/** Adds links for mentions that `linkOf` resolves. Takes and returns clean HTML. */
export function linkMentions(html: string, resolveLink: ResolveLink): string {
  let links = 0
  return mapText(html, (text) => {
    if (links >= maxLinks) return text
    let linked = ''
    let end = 0
    for (const { keyword, project, number, start, length } of findMentions(text)) {
      const link = resolveLink(keyword, number, project)
      if (link === undefined) continue
      links += 1
      if (links > maxLinks) break
      const [href, title] = [escapeHtml(link.url), escapeHtml(link.title)]
      const words = text.slice(start, start + length)
      linked += `${text.slice(end, start)}<a href="${href}" title="${title}" class="cross-reference">${words}</a>`
      end = start + length
    }
    return linked + text.slice(end)
  })
}

/** Removes the links that `linkMentions` added. */
export const unlinkMentions = (html: string): string =>
  html.replaceAll(/<a href="[^"<>]*" title="[^"<>]*" class="cross-reference">([^<>]*)<\/a>/g, '$1')

// Ends before a blank, a tag, a quote (written as an entity), and before the punctuation of the sentence.
const urlPattern =
  /\bhttps?:\/\/(?:(?!&(?:lt|gt|quot|#0?39);)[^\s<>"'])*(?:(?!&(?:lt|gt|quot|#0?39);)[^\s<>"'.,:;!?)\]])/giu

/** Adds links for URLs. Takes and returns clean HTML. */
export const linkUrls = (html: string): string =>
  html.includes('://')
    ? mapText(html, (text) =>
        text.replaceAll(urlPattern, (url) => `<a href="${url}" rel="nofollow noreferrer">${url}</a>`),
      )
    : html

const unlinkedTags = /^<\/?(a|code|pre)\b/

/** Changes the text between tags, but not in links and code. Clean HTML has `<` and `>` only in tags. */
function mapText(html: string, change: (text: string) => string): string {
  let depth = 0
  return html
    .split(/(<[^>]*>)/)
    .map((piece) => {
      if (!piece.startsWith('<')) return depth === 0 ? change(piece) : piece
      if (unlinkedTags.test(piece)) depth += piece.startsWith('</') ? -1 : 1
      return piece
    })
    .join('')
}
