import { unescapeHtml } from '../../kit/text/escape-html.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { ArchivedArtifact } from './artifact.ts'

/** Returns the new URL of the file `fileinfo_<oldId>`; undefined keeps the old one. */
export type FileUrl = (oldId: string) => string | undefined

const base = String.raw`\/plugins\/tracker\/attachments\/(?:preview\/)?\d+-`
// Only relative URLs: those with a host name stay as they are. In quotes, the closing one ends the name, which may
// contain blanks and parentheses.
const fileUrlPattern = new RegExp(
  `(?<=")${base}[^"<>]*(?=")|(?<=')${base}[^'<>]*(?=')|(?<=["'(=\\s]|^)${base}[^"'()\\s<>]*`,
  'g',
)
const partsPattern = /^\/plugins\/tracker\/attachments\/(preview\/)?(\d+)-(.*)$/s

/** docs/api/archive-format.md §3.4 rule 10: updates URLs of attached files in HTML values and comments. */
export function replaceFileUrls(artifact: ArchivedArtifact, addressOf: FileUrl): ArchivedArtifact {
  if (artifact.files.size === 0) return artifact
  const nameOf = (oldId: string) => artifact.files.get(`fileinfo_${oldId}`)?.name
  const rewrite = (html: string): string => html.replace(fileUrlPattern, replaceUrl)
  const replaceUrl = (found: string): string => {
    const [, preview, oldId = '', rest = ''] = partsPattern.exec(found) ?? []
    const { name, after } = splitName(rest, nameOf(oldId))
    const url = addressOf(oldId)
    const old = found.slice(0, found.length - rest.length) + name
    const now = preview === undefined ? url : url?.replace('/attachments/', '/attachments/preview/')
    return `${now ?? old}${rewrite(after)}`
  }
  const rewriteIn = (element: XmlElement): XmlElement => ({
    ...element,
    text: element.attributes['format'] === 'html' ? rewrite(element.text) : element.text,
    children: element.children.map(rewriteIn),
  })
  const changesets = artifact.changesets.map((changeset) => ({
    ...changeset,
    changes: changeset.changes.map(rewriteIn),
    comments: changeset.comments.map((comment) =>
      comment.format === 'html' ? { ...comment, body: rewrite(comment.body) } : comment,
    ),
  }))
  return { ...artifact, changesets }
}

/** What follows a URL in a list of pictures, `srcset`: its width or density, or the next URL. */
const listPattern = /^(.*?)(,?\s+(?:[\d.]+[wx]\s*(?:,|$)|\S*\/).*)$/s

/** Splits off what follows the name of a file in the same quotes; undefined: the name is not known. */
function splitName(rest: string, known: string | undefined): { readonly name: string; readonly after: string } {
  const whole = { name: rest, after: '' }
  if (decodeName(rest) === known || unescapeHtml(rest) === known) return whole
  const [, name = rest, after = ''] = listPattern.exec(rest) ?? []
  return { name, after }
}

function decodeName(text: string): string | undefined {
  try {
    return decodeURIComponent(unescapeHtml(text))
  } catch {
    return undefined
  }
}
