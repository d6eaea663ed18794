import { auditParameters, getAuditPage } from '../../accounts/reads/audit-page.ts'
import { AuditEntryRepresentation, representAuditEntry } from '../../accounts/representations/audit-entry.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getSettings } from '../../site/store/settings.ts'
import { mayAdministerProject } from '../policy.ts'
import { getCachedProject } from '../store/projects.ts'

export const getProjectsIdLog = defineRoute({
  method: 'GET',
  url: '/projects/:id/log',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'List the administrative actions in a project, newest first (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({ ...auditParameters, ...buildPageParameters({ default: 50, max: 200 }) }),
  answers: { 200: Type.Array(AuditEntryRepresentation) },
  async answer(request, world) {
    const [cachedProject, settings] = await Promise.all([
      getCachedProject(world, request.params.id),
      getSettings(world),
    ])
    const { id: project } = mayAdministerProject(request.caller, cachedProject, settings).subject
    const { limit, offset } = request.query
    const { entries, size } = await getAuditPage(world, { ...request.query, project }, request)
    return {
      // IP addresses are visible to site administrators only.
      body: entries.map(([line, user]) => representAuditEntry({ ...line, ipAddress: null }, user, request)),
      page: { limit, offset, size, max: 200 },
    }
  },
})
