import type { EpochSeconds } from '../../kit/values/time.ts'
import type { StagedBytes } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import { buildStagedFileName, parseStagedFileName, type Upload } from '../model/upload.ts'
import { loadUploads } from '../store/uploads.ts'

const batch = 200

type AbandonedBytesDeps = Pick<World, 'db' | 'staging'>

/** Yields staged bytes without a row that have not grown since a given time. */
export async function* findAbandonedBytes(
  world: AbandonedBytesDeps,
  before: EpochSeconds,
): AsyncGenerator<StagedBytes> {
  let some: StagedUpload[] = []
  for await (const { name, changedOn, size } of world.staging.list()) {
    // A file with another name must not be removed.
    const staged = changedOn < before ? parseStagedFileName(name) : undefined
    if (staged !== undefined) some.push({ ...staged, changedOn, size })
    if (some.length < batch) continue
    yield* await withoutRow(world, some)
    some = []
  }
  yield* await withoutRow(world, some)
}

type StagedUpload = Pick<Upload, 'kind' | 'id'> & Omit<StagedBytes, 'name'>

async function withoutRow(world: AbandonedBytesDeps, staged: readonly StagedUpload[]): Promise<StagedBytes[]> {
  const ids = [...new Set(staged.map(({ id }) => id))]
  const uploads = await loadUploads(world.db.read, ['tracker', 'temporary', 'project'], ids)
  const knownNames = new Set(uploads.map(buildStagedFileName))
  return staged
    .map((each) => ({ name: buildStagedFileName(each), changedOn: each.changedOn, size: each.size }))
    .filter(({ name }) => !knownNames.has(name))
}
