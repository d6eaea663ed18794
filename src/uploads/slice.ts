import type { Slice } from '../http/declarations/slice.ts'
import { trackerFiles } from './commands/finish-tracker-file.ts'
import { createTusEndpoint } from './endpoints/tus.ts'
import { createPreviewJob } from './jobs/create-preview.ts'
import { finishUpload } from './jobs/finish-upload.ts'
import { deleteArtifactTemporaryFilesId } from './routes/delete-artifact-temporary-files-id.ts'
import { getArtifactTemporaryFiles } from './routes/get-artifact-temporary-files.ts'
import { getArtifactTemporaryFilesId } from './routes/get-artifact-temporary-files-id.ts'
import { postArtifactTemporaryFiles } from './routes/post-artifact-temporary-files.ts'
import { putArtifactTemporaryFilesId } from './routes/put-artifact-temporary-files-id.ts'

/** Uploads: content that arrives in chunks. */
export const uploads: Slice = {
  routes: [
    deleteArtifactTemporaryFilesId,
    getArtifactTemporaryFiles,
    getArtifactTemporaryFilesId,
    postArtifactTemporaryFiles,
    putArtifactTemporaryFilesId,
  ],
  endpoints: [createTusEndpoint(trackerFiles)],
  jobs: [finishUpload(trackerFiles), createPreviewJob],
}
