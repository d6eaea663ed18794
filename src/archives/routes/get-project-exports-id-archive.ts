import { Readable } from 'node:stream'
import { defineRoute } from '../../http/declarations/route.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ExportId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getExport } from '../reads/get-export.ts'

/** Our extension. */
export const getProjectExportsIdArchive = defineRoute({
  method: 'GET',
  url: '/project_exports/:id/archive',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  isLinked: true,
  summary: 'Get the archive of an export, a zip file (project administrators).',
  params: Type.Object({ id: Type.Unsafe<ExportId>(Type.Integer({ minimum: 1 })) }),
  downloads: 'application/zip',
  answers: { 200: null },
  async answer({ caller, params }, world) {
    const { projectExport, project } = await getExport(world, caller, params.id)
    if (projectExport.blob === null)
      throw new Refusal('absent', message`No archive available: the export is ${projectExport.status}`)
    return {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Length': `${projectExport.size ?? 0}`,
        // Short names contain only letters, digits, - and _.
        'Content-Disposition': `attachment; filename="${project.shortName.replaceAll(/[^\w-]/g, '_')}.zip"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
      stream: Readable.from(world.files.read(projectExport.blob), { objectMode: false }),
    }
  },
})
