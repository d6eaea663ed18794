import type { Slice } from '../http/declarations/slice.ts'
import { createTusEndpoint } from '../uploads/endpoints/tus.ts'
import { finishUpload } from '../uploads/jobs/finish-upload.ts'
import { projectArchives } from './commands/project-archives.ts'
import { expireProjectImportJob } from './jobs/expire-project-import.ts'
import { exportProjectJob } from './jobs/export-project.ts'
import { importProjectJob } from './jobs/import-project.ts'
import { getProjectExportsId } from './routes/get-project-exports-id.ts'
import { getProjectExportsIdArchive } from './routes/get-project-exports-id-archive.ts'
import { getProjectImportsId } from './routes/get-project-imports-id.ts'
import { getTrackersIdTemplate } from './routes/get-trackers-id-template.ts'
import { patchProjectImportsId } from './routes/patch-project-imports-id.ts'
import { postProjectsIdExports } from './routes/post-projects-id-exports.ts'
import { postProjectsIdTrackerImports } from './routes/post-projects-id-tracker-imports.ts'
import { postSampleProject } from './routes/post-sample-project.ts'

/** Archives: import and export of projects and trackers. */
export const archives: Slice = {
  routes: [
    getProjectExportsId,
    getProjectExportsIdArchive,
    getProjectImportsId,
    getTrackersIdTemplate,
    patchProjectImportsId,
    postProjectsIdExports,
    postProjectsIdTrackerImports,
    postSampleProject,
  ],
  endpoints: [createTusEndpoint(projectArchives)],
  jobs: [exportProjectJob, expireProjectImportJob, importProjectJob, finishUpload(projectArchives)],
}
