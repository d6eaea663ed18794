import { findReferences, type Reference } from '../../artifacts/model/references.ts'

/** Reference in a message: `bug #12`, `art #other:12`, `rev #repository/7`. */
export type CommitReference = Pick<Reference, 'keyword' | 'project' | 'value'>

/** Returns each reference once, in the order of the text (docs/api/subversion.md §2.1). */
export function parseReferences(message: string): CommitReference[] {
  const references = new Map<string, CommitReference>()
  for (const { keyword, project, value } of findReferences(message)) {
    references.set(`${keyword} #${project ?? ''}:${value}`, { keyword, project, value })
  }
  return [...references.values()]
}
