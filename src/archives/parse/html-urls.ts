import type { XmlElement } from '../../kit/xml/element.ts'
import type { ArchivedArtifact } from './artifact.ts'

/** Returns the new URL of the file `fileinfo_<oldId>`; undefined keeps the old one. */
export type FileUrl = (oldId: string) => string | undefined

// Only relative URLs: those with a host name stay as they are.
const fileUrlPattern = /(?<=["'(=\s]|^)\/plugins\/tracker\/attachments\/(preview\/)?(\d+)-[^"'()\s<>]*/g

/** docs/api/archive-format.md §3.4 rule 10: updates URLs of attached files in HTML values and comments. */
export function replaceFileUrls(artifact: ArchivedArtifact, addressOf: FileUrl): ArchivedArtifact {
  if (artifact.files.size === 0) return artifact
  const rewrite = (html: string): string =>
    html.replace(fileUrlPattern, (old, preview: string | undefined, oldId: string) => {
      const url = addressOf(oldId)
      return url === undefined
        ? old
        : preview === undefined
          ? url
          : url.replace('/attachments/', '/attachments/preview/')
    })
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
