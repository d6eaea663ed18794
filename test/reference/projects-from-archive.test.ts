import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { expectImported } from '../kit/archive.ts'
import { compareProjects } from '../kit/compare-projects.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'
import { createFilledSample, sampleArchives } from './golden-state.ts'
import { getSharedPath } from './reference-data.ts'

const caller = { kind: 'system', reason: 'test' } as const

async function importWithCommand({ world }: TestServer, path: string): Promise<number> {
  const archive = await openArchive(path)
  try {
    const report = expectImported(
      await importArchive(world, { archive, users: { kind: 'create', as: 'suspended' }, caller }),
    )
    return report.project?.id ?? 0
  } finally {
    await archive.close()
  }
}

async function zipOf(directory: string): Promise<Buffer> {
  const zip = new ZipFile()
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) zip.addBuffer(await readFile(path), path.slice(directory.length + 1))
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** Uploads the archive over tus, with the names of the other project. */
async function uploadProject(server: TestServer, path: string, like: any): Promise<number> {
  const bytes = await zipOf(path)
  const answer = await server.as('admin').post('projects', {
    shortname: like.shortname,
    label: like.label_without_icon,
    description: like.description,
    is_public: like.access === 'public',
    from_archive: { file_name: 'sample.zip', file_size: bytes.length },
  })
  const { id, upload_href } = answer.body
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const headers = { ...server.credentials('admin'), ...tus }
  await server.app.inject({ method: 'PATCH', url: upload_href, headers, payload: bytes })
  await runJobs(server.world)
  expect((await server.as('admin').get(`project_imports/${id}`)).body).toMatchObject({ status: 'done', problems: [] })
  return id
}

onEachDatabase((dialect) => {
  describe('a sample archive uploaded by a site administrator', () => {
    const one = createServer(dialect)
    const other = createServer(dialect)

    it.each(sampleArchives)('%s becomes the same project as with `tulipwood import`', async (name) => {
      const plain = { path: getSharedPath(`archives/${name}`), remove: async () => {} }
      const { path, remove } = name === 'sample-project' ? await createFilledSample() : plain
      const project = await importWithCommand(one, path)
      const { body: like } = await one.as('admin').get(`projects/${project}`)
      const copy = await uploadProject(other, path, like)
      await remove()
      // The uploader becomes an administrator of the project; the command adds no administrator.
      const administrators = async (server: TestServer, id: number): Promise<string[]> =>
        (await server.as('admin').get(`user_groups/${id}_4/users`)).body.map((each: any) => each.username)
      const references = ['admin', ...(await administrators(one, project))].map((username) => ({ username }))
      const { status } = await one.as('admin').put(`user_groups/${project}_4/users`, { user_references: references })
      expect(status).toBe(200)
      expect(await administrators(other, copy)).toEqual(await administrators(one, project))
      expect(await compareProjects({ server: one, project }, { server: other, project: copy })).toEqual([])
    })
  })
})
