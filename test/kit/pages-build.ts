import { spawnSync } from 'node:child_process'

/** Builds the pages from the current sources before tests open them. */
export function setup(): void {
  const { status } = spawnSync(process.execPath, ['tools/build-pages.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('Building the pages failed')
}
