import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Project } from '../model/project.ts'
import { findSiteService, type Service } from '../model/services.ts'

export const ServiceRepresentation = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    service_url: Type.String(),
    name: Type.String(),
    label: Type.String(),
    is_enabled: Type.Boolean(),
    icon: Type.String(),
    is_custom: Type.Boolean(),
  },
  { title: 'Service', additionalProperties: false },
)
export type ServiceRepresentation = Static<typeof ServiceRepresentation>

/** Serializes a service (docs/api/projects.md §7); the URL of a service of the site follows from the project. */
export const representService = (service: Service, project: Project): ServiceRepresentation => ({
  id: service.id,
  uri: `project_services/${service.id}`,
  service_url: findSiteService(service.shortName)?.url(project) ?? service.url,
  name: service.shortName,
  label: service.label,
  is_enabled: service.isEnabled,
  icon: service.icon,
  is_custom: service.isCustom,
})
