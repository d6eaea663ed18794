import type { XmlElement } from '../../kit/xml/element.ts'
import type { ArchivedArtifact } from './artifact.ts'

/** The new address of the file that was `fileinfo_<oldId>`; undefined leaves the old one. */
export type AddressOf = (oldId: string) => string | undefined

// Only addresses on the old platform itself: behind a host name they lead elsewhere and stay as they are.
const address = /(?<=["'(=\s]|^)\/plugins\/tracker\/attachments\/(preview\/)?(\d+)-[^"'()\s<>]*/g

/** docs/api/archive-format.md §3.4 rule 10: HTML, and HTML alone, that shows attached files shows the new ones. */
export function withNewAddresses(artifact: ArchivedArtifact, addressOf: AddressOf): ArchivedArtifact {
  if (artifact.files.size === 0) return artifact
  const rewrite = (html: string): string =>
    html.replace(address, (old, preview: string | undefined, oldId: string) => {
      const found = addressOf(oldId)
      return found === undefined
        ? old
        : preview === undefined
          ? found
          : found.replace('/attachments/', '/attachments/preview/')
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
