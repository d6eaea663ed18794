import type { ProjectFeature } from '../../world/model/ports.ts'
import { findAdministeredProjects } from '../reads/administered-projects.ts'
import { copyTrackers } from './copy-trackers.ts'

/** Service and resource that trackers add to every project (docs/api/projects.md §2). */
export const trackersFeature: ProjectFeature = {
  resource: 'trackers',
  service: 'plugin_tracker',
  copy: copyTrackers,
  administeredBy: findAdministeredProjects,
}
