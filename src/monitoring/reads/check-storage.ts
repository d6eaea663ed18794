import { access, constants } from 'node:fs/promises'
import { isDoneWithin } from '../../kit/concurrency/is-done-within.ts'
import { message } from '../../kit/messages/message.ts'
import { loadFreeDiskBytes } from '../../kit/system/free-disk-bytes.ts'
import type { World } from '../../world/model/world.ts'
import { rateFreeSpace } from '../model/free-space.ts'
import type { HealthItem, HealthState } from '../model/health.ts'

type StorageWorld = Pick<World, 'files' | 'config'>

const timeoutMs = 5000
/** A name that no file has. */
const unusedName = '0'.repeat(32)

/** Checks that attachments can be read and stored. */
export async function checkFiles(world: StorageWorld): Promise<HealthItem> {
  const name = 'files'
  const isBucket = world.config.objectStorage !== null
  const facts = [{ name: 'kind', unit: 'text', value: isBucket ? 'S3' : 'directory' }] as const
  if (await canReach(world)) return { name, state: 'ok', message: message`Attachments can be stored.`, facts }
  return {
    name,
    state: 'error',
    message: isBucket
      ? message`The bucket of attachments does not answer. Check the object storage and its access key.`
      : message`The directory of attachments cannot be written. Check its disk and its owner.`,
    facts,
  }
}

async function canReach({ files, config }: StorageWorld): Promise<boolean> {
  const work = config.objectStorage === null ? access(config.dataDirectory, constants.W_OK) : files.sizeOf(unusedName)
  // Why it fails may name paths and hosts: the log of the server has it.
  return isDoneWithin(timeoutMs, work).catch(() => false)
}

const diskStates = { ok: 'ok', scarce: 'warning', full: 'error' } as const satisfies Record<string, HealthState>

/** Checks the free space of the data directory. */
export async function checkDisk({ config }: Pick<World, 'config'>): Promise<HealthItem> {
  const name = 'disk'
  const free = await loadFreeDiskBytes(config.dataDirectory).catch(() => undefined)
  if (free === undefined)
    return {
      name,
      state: 'error',
      message: message`The disk of the data directory cannot be read. Check that it is mounted.`,
      facts: [],
    }
  const rating = rateFreeSpace(free)
  return {
    name,
    state: diskStates[rating],
    message:
      rating === 'full'
        ? message`The disk of the data directory is full: changes are rejected. Free space or enlarge it.`
        : rating === 'scarce'
          ? message`The disk of the data directory is almost full. Free space or enlarge it.`
          : message`The disk of the data directory has enough space.`,
    facts: [{ name: 'free', unit: 'bytes', value: free }],
  }
}
