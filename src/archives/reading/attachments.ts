import type { XmlElement } from '../../kit/xml/element.ts'
import { children } from '../../kit/xml/element.ts'
import type { ArchivedArtifact, ArchivedChangeset, ArchivedFile } from './artifact.ts'
import { typeOfChange } from './changes.ts'
import { keyOf } from './form.ts'

/**
 * A file and the changeset that brought it: the first one that refers to it (docs/api/archive-format.md §3.4 rule 10).
 */
export interface Attachment {
  readonly file: ArchivedFile
  readonly fieldName: string
  readonly changeset: ArchivedChangeset
}

interface Reference {
  readonly key: string
  readonly line: number
}

const isFileChange = (change: XmlElement): boolean => typeOfChange(change) === 'file'

const referencesOf = (change: XmlElement): readonly Reference[] =>
  children(change, 'value').flatMap(({ attributes, line }) => {
    const key = attributes['ref']?.trim() ?? ''
    return key === '' ? [] : [{ key, line }]
  })

/** Each file that is referred to, once. */
export function attachmentsOf({ changesets, files }: ArchivedArtifact): Attachment[] {
  const found = new Map<string, Attachment>()
  for (const changeset of changesets) {
    for (const change of changeset.changes.filter(isFileChange)) {
      for (const { key } of referencesOf(change)) {
        const file = files.get(key)
        if (file === undefined || found.has(key)) continue
        found.set(key, { file, fieldName: keyOf(change.attributes['field_name'] ?? ''), changeset })
      }
    }
  }
  return [...found.values()]
}

/**
 * docs/api/archive-format.md §3.4 rule 10: a file stays once it was attached, whether or not later changesets name it
 * again; one without bytes never was, and a change of which no file is left is skipped. Archives of ours tell of
 * removals.
 */
export function withLastingFiles(
  artifact: ArchivedArtifact,
  hasBytes: (file: ArchivedFile) => boolean,
  tellsRemovals = false,
): ArchivedArtifact {
  if (artifact.files.size === 0) return artifact
  const attached = new Map<string, Map<string, XmlElement>>()

  const lasting = (change: XmlElement): readonly XmlElement[] => {
    if (!isFileChange(change)) return [change]
    const name = keyOf(change.attributes['field_name'] ?? '')
    const values = (tellsRemovals ? undefined : attached.get(name)) ?? new Map<string, XmlElement>()
    attached.set(name, values)
    const references = children(change, 'value').filter(({ attributes }) => attributes['ref'] !== undefined)
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
 * References of the last change of each file field: what an exporter puts into the archive (docs/api/archive-format.md
 * §3.2).
 */
export function finalReferences({ changesets }: ArchivedArtifact): ReadonlySet<string> {
  const last = new Map<string, XmlElement>()
  for (const { changes } of changesets) {
    for (const change of changes.filter(isFileChange)) last.set(keyOf(change.attributes['field_name'] ?? ''), change)
  }
  return new Set([...last.values()].flatMap((change) => referencesOf(change).map(({ key }) => key)))
}
