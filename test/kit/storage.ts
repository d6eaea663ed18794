import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { ObjectStorage } from '../../src/kit/system/config.ts'
import type { ObjectStore } from './object-store.ts'

// One prefix for each test file, so that test files do not see each other's objects.
const run = randomBytes(6).toString('hex')

/** Configures a separate prefix in the object store of this run; `overrides` replaces or breaks settings. */
export function createStorage(name: string, overrides: Partial<ObjectStorage> = {}): ObjectStorage {
  const { endpoint, bucket, accessKey, secretKey } = getObjectStore()
  return {
    bucket,
    endpoint,
    region: 'us-east-1',
    prefix: `${run}/${name}/`,
    isPathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    ...overrides,
  }
}

/** The same as environment variables; empty if there is no store and the tests are skipped. */
export function createStorageEnvironment(
  name: string,
  store: ObjectStore | null = inject('objectStore'),
): Readonly<Record<string, string>> {
  if (store === null) return {}
  const { endpoint, bucket, accessKey, secretKey } = store
  return {
    TULIPWOOD_S3_BUCKET: bucket,
    TULIPWOOD_S3_ENDPOINT: endpoint,
    TULIPWOOD_S3_PREFIX: `${run}/${name}`,
    TULIPWOOD_S3_ACCESS_KEY: accessKey,
    TULIPWOOD_S3_SECRET_KEY: secretKey,
  }
}

function getObjectStore() {
  const store = inject('objectStore')
  if (store === null) throw new Error('This run has no object store')
  return store
}
