import { spawnSync } from 'node:child_process'

/** Before tests that look at pages: they are those of the sources. */
export function setup(): void {
  const { status } = spawnSync(process.execPath, ['tools/build-pages.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The pages could not be built')
}
