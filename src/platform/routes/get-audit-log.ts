import { pageParameters } from '../../kit/http/page.ts'
import { route } from '../../kit/http/route.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import { readEnd } from '../model/audit-filter.ts'
import { mayAdministratePlatform } from '../policy.ts'
import { AuditEntryRepresentation, representAuditEntry } from '../representations/audit-entry.ts'
import { pageOfAudit } from '../store/audit-log.ts'
import { loadUsers, lookForUserByLogin } from '../store/users.ts'

export const getAuditLog = route({
  method: 'GET',
  url: '/audit_log',
  access: 'required',
  scope: { none: 'platform administration' },
  isExtension: true,
  summary: 'Lists sign-ins and administrative acts, the latest first; for site administrators.',
  query: Type.Object({
    /** a part of action, subject, address or login */
    query: Type.Optional(Type.String()),
    /** login of who did it */
    user: Type.Optional(Type.String()),
    action: Type.Optional(Type.String()),
    /** a moment, or a day with all of it */
    since: Type.Optional(Type.String()),
    until: Type.Optional(Type.String()),
    ...pageParameters({ default: 50, max: 200 }),
  }),
  answers: { 200: Type.Array(AuditEntryRepresentation) },
  async answer(asked, { db }) {
    mayAdministratePlatform(asked.caller)
    const { query: text, user: login, action, limit, offset } = asked.query
    const since = readMoment('since', asked.query.since, asked.timezone)
    const until = readMoment('until', asked.query.until, asked.timezone)
    const page = { limit, offset }
    const user = login === undefined ? undefined : await lookForUserByLogin(db.read, login)
    if (login !== undefined && user === undefined) return { body: [], page: { ...page, size: 0, max: 200 } }
    const { lines, size } = await pageOfAudit(db.aside, { text, userId: user?.id, action, since, until }, page)
    const users = await loadUsers(
      db.read,
      lines.flatMap(({ userId }) => userId ?? []),
    )
    const body = lines.map((line) =>
      representAuditEntry(line, line.userId === null ? undefined : users.get(line.userId), asked),
    )
    return { body, page: { ...page, size, max: 200 } }
  },
})

function readMoment(name: 'since' | 'until', text: string | undefined, zone: string): number | undefined {
  if (text === undefined) return undefined
  const moment = readEnd(text, zone, name === 'since' ? 'first' : 'last')
  if (moment === undefined) throw new Refusal('invalid', `\`${name}\` must be a day or an ISO-8601 date with its time`)
  return moment
}
