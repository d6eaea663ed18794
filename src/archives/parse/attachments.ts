import type { XmlElement } from '../../kit/xml/element.ts'
import { findChildren } from '../../kit/xml/element.ts'
import { buildNameKey } from '../../trackers/xml/parse/form.ts'
import type { ArchivedArtifact, ArchivedChangeset, ArchivedFile } from './artifact.ts'
import { changeType } from './changes.ts'

/** A file and the first changeset that refers to it (docs/api/archive-format.md §3.4 rule 10). */
export interface Attachment {
  readonly file: ArchivedFile
  readonly fieldName: string
  readonly changeset: ArchivedChangeset
}

interface Reference {
  readonly key: string
  readonly line: number
}

const isFileChange = (change: XmlElement): boolean => changeType(change) === 'file'

const fileReferencesOf = (change: XmlElement): readonly Reference[] =>
  findChildren(change, 'value').flatMap(({ attributes, line }) => {
    const key = attributes['ref']?.trim() ?? ''
    return key === '' ? [] : [{ key, line }]
  })

/** Returns each referenced file once. */
export function findAttachments({ changesets, files }: ArchivedArtifact): Attachment[] {
  const attachments = new Map<string, Attachment>()
  for (const changeset of changesets) {
    for (const change of changeset.changes.filter(isFileChange)) {
      for (const { key } of fileReferencesOf(change)) {
        const file = files.get(key)
        if (file === undefined || attachments.has(key)) continue
        attachments.set(key, { file, fieldName: buildNameKey(change.attributes['field_name'] ?? ''), changeset })
      }
    }
  }
  return [...attachments.values()]
}

/**
 * docs/api/archive-format.md §3.4 rule 10: attached files stay even if later changesets omit them; files without
 * content are dropped, and so are changes without remaining files. Tulipwood archives record removals.
 */
export function keepAttachedFiles(
  artifact: ArchivedArtifact,
  hasBytes: (file: ArchivedFile) => boolean,
  tellsRemovals = false,
): ArchivedArtifact {
  if (artifact.files.size === 0) return artifact
  const attached = new Map<string, Map<string, XmlElement>>()

  const lasting = (change: XmlElement): readonly XmlElement[] => {
    if (!isFileChange(change)) return [change]
    const name = buildNameKey(change.attributes['field_name'] ?? '')
    const values = (tellsRemovals ? undefined : attached.get(name)) ?? new Map<string, XmlElement>()
    attached.set(name, values)
    const references = findChildren(change, 'value').filter(({ attributes }) => attributes['ref'] !== undefined)
    for (const value of references) {
      const file = artifact.files.get(value.attributes['ref']?.trim() ?? '')
      if (file !== undefined && hasBytes(file)) values.set(file.key, value)
    }
    if (references.length > 0 && values.size === 0) return []
    return [{ ...change, children: [...values.values()] }]
  }
  const changesets = artifact.changesets.map((changeset) => ({
    ...changeset,
    changes: changeset.changes.flatMap(lasting),
  }))
  return { ...artifact, changesets }
}

/**
 * Returns the references in the last change of each file field, which exporters include in the archive
 * (docs/api/archive-format.md §3.2).
 */
export function collectLastFileReferences({ changesets }: ArchivedArtifact): ReadonlySet<string> {
  const last = new Map<string, XmlElement>()
  for (const { changes } of changesets) {
    for (const change of changes.filter(isFileChange))
      last.set(buildNameKey(change.attributes['field_name'] ?? ''), change)
  }
  return new Set([...last.values()].flatMap((change) => fileReferencesOf(change).map(({ key }) => key)))
}
