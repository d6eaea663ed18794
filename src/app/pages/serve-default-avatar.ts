import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { resolvePackagePath } from '../../kit/system/package-path.ts'

const picture = resolvePackagePath('src/app/assets/avatar.png')

/** Serves the picture of users without a real name at their `avatar_url` (docs/api/users.md §1.1). */
export async function serveDefaultAvatar(app: FastifyInstance): Promise<void> {
  const bytes = await readFile(picture)
  app.get('/themes/common/images/avatar_default.png', async (_request, reply) =>
    reply
      .header('content-type', 'image/png')
      .header('cache-control', 'public, max-age=86400')
      .header('x-content-type-options', 'nosniff')
      .send(bytes),
  )
}
