import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { resolvePackagePath } from '../../kit/system/package-path.ts'

const picture = resolvePackagePath('src/app/assets/avatar.png')

/**
 * Serves the default avatar at the `avatar_url` of every account (docs/api/users.md
 * §1).
 */
export async function serveAvatars(app: FastifyInstance): Promise<void> {
  const bytes = await readFile(picture)
  for (const url of ['/themes/common/images/avatar_default.png', '/users/:login/avatar.png']) {
    app.get(url, async (_request, reply) =>
      reply
        .header('content-type', 'image/png')
        .header('cache-control', 'public, max-age=86400')
        .header('x-content-type-options', 'nosniff')
        .send(bytes),
    )
  }
}
