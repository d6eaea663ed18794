import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { parsePeriodEnd } from '../../site/model/audit-filter.ts'
import type { AuditLogEntry } from '../../site/model/audit-log-entry.ts'
import { loadAuditPage } from '../../site/store/audit-log.ts'
import type { World } from '../../world/model/world.ts'
import type { User } from '../model/user.ts'
import { findUserByLogin, loadUsers } from '../store/users.ts'

/** Query parameters that filter the audit log. */
export const auditParameters = {
  user: Type.Optional(Type.String({ description: 'Login name of the user who acted.' })),
  action: Type.Optional(Type.String({ description: 'Only entries of this action.' })),
  since: Type.Optional(Type.String({ description: 'Only entries since this moment or day (ISO 8601).' })),
  until: Type.Optional(
    Type.String({ description: 'Only entries until this moment, or the end of this day (ISO 8601).' }),
  ),
}

interface AuditQuery extends Page {
  readonly project?: ProjectId
  /** A part of action, subject, IP address or login. */
  readonly query?: string | undefined
  readonly user?: string | undefined
  readonly action?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Returns one page of the audit log, the latest entry first, with the total and the users in it. */
export async function getAuditPage(
  { db }: Pick<World, 'db'>,
  input: AuditQuery,
  { timezone }: Pick<Viewer, 'timezone'>,
): Promise<{ readonly entries: readonly (readonly [AuditLogEntry, User | undefined])[]; readonly size: number }> {
  const { project, query: text, user: login, action, limit, offset } = input
  const since = parseMoment('since', input.since, timezone)
  const until = parseMoment('until', input.until, timezone)
  const user = login === undefined ? undefined : await findUserByLogin(db.read, login)
  if (login !== undefined && user === undefined) return { entries: [], size: 0 }
  const filter = { project, text, userId: user?.id, action, since, until }
  const { lines, size } = await loadAuditPage(db.longRead, filter, { limit, offset })
  const users = await loadUsers(
    db.read,
    lines.flatMap(({ userId }) => userId ?? []),
  )
  return { entries: lines.map((line) => [line, line.userId === null ? undefined : users.get(line.userId)]), size }
}

function parseMoment(name: 'since' | 'until', text: string | undefined, zone: string): number | undefined {
  if (text === undefined) return undefined
  const moment = parsePeriodEnd(text, zone, name === 'since' ? 'first' : 'last')
  if (moment === undefined)
    throw new Refusal('invalid', message`\`${name}\` must be a day or an ISO-8601 date with its time`)
  return moment
}
