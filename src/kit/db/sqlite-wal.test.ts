import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWal } from './sqlite-wal.ts'

describe('the log of SQLite', () => {
  let file: string
  beforeEach(async () => {
    file = path.join(await mkdtemp(path.join(tmpdir(), 'tulipwood-log-')), 'a.sqlite')
  })
  afterEach(() => rm(path.dirname(file), { recursive: true, force: true }))

  it('is opened once it is needed, and synced for as many as ask at once', async () => {
    const log = openWal(file)
    await appendFile(`${file}-wal`, 'frames')
    await Promise.all(Array.from({ length: 20 }, () => log.synced()))
    await log.synced()
    await log.close()
  })

  it('says for good that it failed: nobody knows what the disk has', async () => {
    const log = openWal(file)
    const asked = [log.synced(), log.synced()]
    for (const outcome of await Promise.allSettled(asked)) expect(outcome.status).toBe('rejected')
    await appendFile(`${file}-wal`, 'frames')
    await expect(log.synced()).rejects.toMatchObject({ code: 'ENOENT' })
    await log.close()
  })

  it('closes without ever having been asked', async () => {
    await openWal(file).close()
  })
})
