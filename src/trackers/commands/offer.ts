import type { Offer } from '../../kit/ports.ts'
import { administeredProjects } from '../reads/administered-projects.ts'
import { copyTrackers } from './copy-trackers.ts'

/** What trackers add to every project (docs/api/projects.md §2). */
export const trackersOffer: Offer = {
  resource: 'trackers',
  service: 'plugin_tracker',
  copy: copyTrackers,
  administeredBy: administeredProjects,
}
