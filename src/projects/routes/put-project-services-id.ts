import { defineRoute } from '../../http/declarations/route.ts'
import type { ServiceId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { setServiceEnabled } from '../commands/set-service-enabled.ts'

/** docs/api/projects.md §7. */
export const putProjectServicesId = defineRoute({
  method: 'PUT',
  url: '/project_services/:id',
  access: 'required',
  scope: 'write:project',
  summary: 'Enable or disable a service of a project (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ServiceId>(Type.Integer()) }),
  body: Type.Object({ is_enabled: Type.Boolean() }, { title: 'IsEnabledInput' }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await setServiceEnabled(world, caller, params.id, body.is_enabled)
    return {}
  },
})
