import path from 'node:path'
import { Readable } from 'node:stream'
import { buildStagedFileName, type Upload } from '../../src/uploads/model/upload.ts'
import type { World } from '../../src/world/model/world.ts'

type UploadKey = Pick<Upload, 'kind' | 'id'>

/** Stages exactly this content for an upload, as if it had arrived. */
export async function stageBytes(world: Pick<World, 'staging'>, upload: UploadKey, content: Uint8Array | string) {
  await world.staging.remove(buildStagedFileName(upload))
  await stageMoreBytes(world, upload, content)
}

/** Stages content after the bytes of an upload that arrived, without counting it anywhere. */
export async function stageMoreBytes(
  { staging }: Pick<World, 'staging'>,
  upload: UploadKey,
  content: Uint8Array | string,
) {
  const name = buildStagedFileName(upload)
  const bytes = Buffer.from(content)
  const offset = await staging.sizeOf(name)
  const input = { offset, maxBytes: bytes.length, body: Readable.from([bytes]), idleTimeoutMs: 5000, lock: null }
  const received = await staging.append(name, input)
  if (received.bytes !== bytes.length) throw new Error(`${received.bytes} of ${bytes.length} bytes were staged`)
}

/** Returns the path of staged bytes in the data directory. */
export const stagedPathOf = ({ config }: Pick<World, 'config'>, name: string): string =>
  path.join(config.dataDirectory, 'uploads', name)
