import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { AuditLogEntry } from '../../site/model/audit-log-entry.ts'
import type { User } from '../model/user.ts'
import { MinimalUserRepresentation, representMinimalUser } from './user.ts'

export const AuditEntryRepresentation = Type.Object(
  {
    id: Type.Integer(),
    at: Type.String(),
    /** null: no user is signed in, or the action is of the server itself; then `detail.reason` names the command */
    user: Type.Union([MinimalUserRepresentation, Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()]),
    action: Type.String(),
    subject: Type.String(),
    detail: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEntry', additionalProperties: false },
)
export type AuditEntryRepresentation = Static<typeof AuditEntryRepresentation>

export function representAuditEntry(
  line: AuditLogEntry,
  user: User | undefined,
  viewer: Viewer,
): AuditEntryRepresentation {
  const { id, at, ipAddress, action, subject, detail } = line
  return {
    id,
    at: formatIsoDate(at, viewer.timezone),
    user: user === undefined ? null : representMinimalUser(user, viewer),
    address: ipAddress,
    action,
    subject,
    detail: { ...detail },
  }
}
