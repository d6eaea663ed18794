import { route } from '../../kit/http/route.ts'
import { Type } from '../../kit/schema.ts'
import { mayAdministratePlatform } from '../policy.ts'
import { actionsInAudit } from '../store/audit-log.ts'

export const getAuditActions = route({
  method: 'GET',
  url: '/audit_actions',
  access: 'required',
  scope: { none: 'platform administration' },
  isExtension: true,
  summary: 'Lists the actions that the audit log has entries of; for site administrators.',
  answers: { 200: Type.Array(Type.String()) },
  async answer({ caller }, { db }) {
    mayAdministratePlatform(caller)
    return { body: await actionsInAudit(db.aside) }
  },
})
