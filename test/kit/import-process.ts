import { findAccount } from '../../src/accounts/store/accounts.ts'
import { projectArchives } from '../../src/archives/commands/project-archives.ts'
import type { ProjectId, UserId } from '../../src/kit/values/ids.ts'
import { reserveProject } from '../../src/projects/commands/reserve-project.ts'
import { completeUpload } from '../../src/uploads/commands/complete-upload.ts'
import { findUpload } from '../../src/uploads/store/uploads.ts'
import type { World } from '../../src/world/model/world.ts'
import { stageBytes } from './stage-bytes.ts'

const admin = 101 as UserId

const module = (path: string): string => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)

/** A script that runs the jobs of a server. */
export const buildJobWorkerScript = (env: Readonly<Record<string, string>>): string => `
  import { openWorld } from ${module('app/start/open-world.ts')}
  import { readConfig } from ${module('kit/system/config.ts')}
  import { slices } from ${module('app/slices/slices.ts')}
  import { startWorker } from ${module('app/worker/worker.ts')}
  const world = await openWorld(readConfig(${JSON.stringify(env)}))
  startWorker(world, slices.flatMap((slice) => slice.jobs))
  setInterval(() => {}, 1000)
`

/** Reserves a project and stages an archive for it as if it had been uploaded over tus; a job will import it. */
export async function stageArchive(world: World, shortName: string, bytes: Buffer): Promise<ProjectId> {
  const account = await findAccount(world, admin)
  if (account === undefined) throw new Error('Administrator not found')
  const source = { kind: 'archive', fileName: `${shortName}.zip`, fileSize: bytes.length, isReviewed: false } as const
  const names = { shortName, name: shortName, description: '', isPublic: true, allowsRestricted: null }
  const request = { ...names, source, fields: [], categories: [] }
  const { id, uploadHref } = await reserveProject(world, account.writing, request, source)
  const upload = await findUpload(world.db.read, { kind: 'project', id: Number(uploadHref.split('/').at(-1)) })
  if (upload === undefined) throw new Error('Upload not found')
  await stageBytes(world, upload, bytes)
  await completeUpload(world, projectArchives, { ...upload, size: bytes.length })
  return id
}
