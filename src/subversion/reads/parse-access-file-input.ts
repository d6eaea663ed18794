import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { commentOutUnknownGroups } from '../model/access-file/comment-out.ts'

/** Returns the text to store: trimmed, with lines of unknown groups as comments (docs/api/subversion.md §1.9). */
export async function parseAccessFileInput(db: Reader, projectId: ProjectId, input: string): Promise<string> {
  const text = input.trim()
  if (!text.includes('@')) return text
  const groups = await loadProjectGroups(db, projectId)
  return commentOutUnknownGroups(text, new Set(['members', ...groups.map(({ name }) => name)]))
}
