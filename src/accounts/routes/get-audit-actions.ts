import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { loadAuditActions } from '../../site/store/audit-log.ts'

export const getAuditActions = defineRoute({
  method: 'GET',
  url: '/audit_actions',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'List the actions that occur in the audit log (site administrators).',
  answers: { 200: Type.Array(Type.String()) },
  async answer({ caller }, { db }) {
    mayAdministerSite(caller)
    return { body: await loadAuditActions(db.longRead) }
  },
})
