import type { Slice } from '../kit/slice.ts'
import { exportProjectJob } from './jobs/export-project.ts'
import { getProjectExportsId } from './routes/get-project-exports-id.ts'
import { getProjectExportsIdArchive } from './routes/get-project-exports-id-archive.ts'
import { getTrackersIdTemplate } from './routes/get-trackers-id-template.ts'
import { postProjectsIdExports } from './routes/post-projects-id-exports.ts'

/** What archives bring: projects and trackers as files. */
export const archives: Slice = {
  routes: [getProjectExportsId, getProjectExportsIdArchive, getTrackersIdTemplate, postProjectsIdExports],
  jobs: [exportProjectJob],
}
