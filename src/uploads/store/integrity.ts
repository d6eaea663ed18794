import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'

/** A file or an upload that contradicts the other one; `detail` ends a sentence that begins with a noun and an id. */
export interface UploadProblem {
  readonly noun: 'file' | 'upload'
  readonly id: number
  readonly detail: string
}

/** Returns files that belong neither to an artifact nor to an upload, or to both, and uploads without a file. */
export const findInconsistentUploads = async (db: Reader, limit: number): Promise<UploadProblem[]> => [
  ...(await findInconsistentFiles(db, limit)).map((row) => ({
    noun: 'file' as const,
    id: row.id,
    detail: problemOf(row),
  })),
  ...(await findUploadsWithoutFile(db, limit)).map((id) => ({
    noun: 'upload' as const,
    id,
    detail: 'brings a file that does not exist',
  })),
]

interface FileRow {
  readonly id: number
  readonly status: string
  readonly artifact: number | null
  readonly blob: string | null
  readonly size: number
  readonly submitter: number | null
  /** null: no upload */
  readonly uploader: number | null
  readonly completed: number | null
  readonly announced: number | null
}

async function findInconsistentFiles(db: Reader, limit: number): Promise<readonly FileRow[]> {
  const { rows } = await sql<FileRow>`
    select file.id, file.status, file.artifact_id as artifact, file.blob, file.size, file.submitted_by as submitter,
      upload.user_id as uploader, upload.completed_on as completed, upload.size as announced
    from file left join upload on upload.id = file.id and upload.kind in ('tracker', 'temporary')
    where not case
      when file.status in ('attached', 'detached') then file.artifact_id is not null and upload.id is null
      else file.artifact_id is null and upload.id is not null
        and file.submitted_by is not null and upload.user_id = file.submitted_by
        and (file.status = 'complete') = (file.blob is not null)
        and (file.status <> 'complete' or (upload.completed_on is not null and coalesce(upload.size, file.size) = file.size))
    end
    order by file.id limit ${limit}`.execute(db)
  return rows
}

function problemOf({ status, artifact, blob, size, submitter, uploader, completed, announced }: FileRow): string {
  const isFree = status === 'pending' || status === 'complete'
  if (!isFree)
    return artifact === null ? `is ${status}, and of no artifact` : `is ${status}, and an upload still brings it`
  if (artifact !== null) return `is ${status}, and of artifact ${artifact}`
  if (uploader === null) return `is ${status}, and no upload brings it`
  if (uploader !== submitter) return `was submitted by ${submitter ?? 'nobody'} and is uploaded by ${uploader}`
  if ((status === 'complete') !== (blob !== null)) return `is ${status}, and has ${blob === null ? 'no' : 'its'} bytes`
  if (completed === null) return 'is complete, and its upload is not'
  return `has ${size} bytes, and ${announced} were announced`
}

async function findUploadsWithoutFile(db: Reader, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from upload
    where kind in ('tracker', 'temporary') and not exists (select 1 from file where file.id = upload.id)
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
