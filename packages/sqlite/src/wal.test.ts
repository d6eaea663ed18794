import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWal } from './wal.ts'

describe('the WAL of SQLite', () => {
  let file: string
  beforeEach(async () => {
    file = path.join(await mkdtemp(path.join(tmpdir(), 'tulipwood-log-')), 'a.sqlite')
  })
  afterEach(() => rm(path.dirname(file), { recursive: true, force: true }))

  it('is opened on demand and synced once for concurrent requests', async () => {
    const log = openWal(file)
    await appendFile(`${file}-wal`, 'frames')
    await Promise.all(Array.from({ length: 20 }, () => log.synced()))
    await log.synced()
    await log.close()
  })

  it('reports failure permanently after a failed sync, because the state of the disk is unknown', async () => {
    const log = openWal(file)
    const syncs = [log.synced(), log.synced()]
    for (const outcome of await Promise.allSettled(syncs)) expect(outcome.status).toBe('rejected')
    await appendFile(`${file}-wal`, 'frames')
    await expect(log.synced()).rejects.toMatchObject({ code: 'ENOENT' })
    await log.close()
  })

  it('closes without having been opened', async () => {
    await openWal(file).close()
  })
})
