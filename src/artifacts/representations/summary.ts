import { representMinimalUser } from '../../accounts/representations/user.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { NONE_USER } from '../../kit/values/ids.ts'
import { findSummaryField, type SummaryRole } from '../model/summary-fields.ts'
import type { RenderContext } from './render-context.ts'

/**
 * docs/api/artifacts.md §2.2: plain text of the field with the title semantic; null without semantic, right or value.
 */
export function getTitle(shown: RenderContext): string | null {
  const title = flatOf('title', shown)
  return title === undefined || title === null ? null : String(title)
}

export interface Status {
  readonly status: string
  readonly full_status: { readonly value: string; readonly color: string | null } | null
  readonly is_open: boolean
}

/** docs/api/artifacts.md §2.2: "" if no status is readable; without the semantic every artifact is open. */
export function getStatus(shown: RenderContext): Status {
  const { artifact, visibleTracker } = shown
  const flat = flatOf('status', shown)
  const label = (Array.isArray(flat) ? flat[0] : flat) ?? ''
  const status = String(label)
  const semantic = visibleTracker.tracker.semantics.status
  if (status === '') return { status, full_status: null, is_open: semantic === undefined }
  const [id] = listIdsOf(semantic === undefined ? [] : artifact.values[semantic.field])
  const bind = findSummaryField('status', visibleTracker)?.bind
  const color = bind?.kind === 'static' ? bind.values.find((value) => value.id === id)?.color : undefined
  return {
    status,
    // Colors outside the palette have no name (docs/api/trackers.md §3.3).
    full_status: { value: status, color: color === undefined || color === '' || color.startsWith('#') ? null : color },
    is_open: semantic?.openValues.some((value) => value === id) ?? true,
  }
}

/** docs/api/artifacts.md §2.2: users of the contributor semantic, without None. */
export function getAssignees({ artifact, visibleTracker, presenting }: RenderContext) {
  const field = findSummaryField('contributor', visibleTracker)
  if (field?.bind?.kind !== 'users') return []
  return listIdsOf(artifact.values[field.id]).flatMap((id) => {
    const user = id === NONE_USER ? undefined : presenting.users.get(id as UserId)
    return user === undefined ? [] : [representMinimalUser(user, presenting.viewer)]
  })
}

function flatOf(role: SummaryRole, { artifact, visibleTracker, presenting }: RenderContext) {
  const field = findSummaryField(role, visibleTracker)
  const value = field && artifact.values[field.id]
  if (field === undefined || value === undefined) return undefined
  return getFieldType(field.type).flat?.(value, field, presenting)
}

/** Returns the ids of a list; in an open list, ids of predefined values have the prefix "b" (fields/model/field.ts). */
export const listIdsOf = (value: unknown): number[] =>
  Array.isArray(value)
    ? value.map((each) => (typeof each === 'string' ? Number(each.replace(/^b/, '')) : Number(each)))
    : []
