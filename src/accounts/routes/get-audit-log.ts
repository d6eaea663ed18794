import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { auditParameters, getAuditPage } from '../reads/audit-page.ts'
import { AuditEntryRepresentation, representAuditEntry } from '../representations/audit-entry.ts'

export const getAuditLog = defineRoute({
  method: 'GET',
  url: '/audit_log',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'List sign-ins and administrative actions, newest first (site administrators).',
  query: Type.Object({
    /** A part of action, subject, IP address or login. */
    query: Type.Optional(Type.String({ description: 'Text that an entry contains.' })),
    ...auditParameters,
    ...buildPageParameters({ default: 50, max: 200 }),
  }),
  answers: { 200: Type.Array(AuditEntryRepresentation) },
  async answer(request, world) {
    mayAdministerSite(request.caller)
    const { limit, offset } = request.query
    const { entries, size } = await getAuditPage(world, request.query, request)
    return {
      body: entries.map(([line, user]) => representAuditEntry(line, user, request)),
      page: { limit, offset, size, max: 200 },
    }
  },
})
