import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readText } from '../../../test/kit/files-contract.ts'
import { stageMoreBytes } from '../../../test/kit/stage-bytes.ts'
import { describeStagingContract } from '../../../test/kit/staging-contract.ts'
import { createDirectoryFiles } from './directory/files.ts'
import { createDirectoryStaging } from './directory/staging.ts'
import { createStagingWithLeftovers } from './staging-with-leftovers.ts'

const upload = { kind: 'tracker', id: 7 } as const

describe('uploads after a change of the staging', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-leftovers-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  function open(title: string) {
    const files = createDirectoryFiles(path.join(directory, title, 'files'))
    const [former, current] = ['former', 'current'].map((each) =>
      createDirectoryStaging(path.join(directory, title, each), files),
    ) as [ReturnType<typeof createDirectoryStaging>, ReturnType<typeof createDirectoryStaging>]
    return { files, former, current, staging: createStagingWithLeftovers(former, current) }
  }

  describeStagingContract(async (title) => open(title))

  it('begin in the current one', async () => {
    const { former, current, staging } = open('new')
    await stageMoreBytes({ staging }, upload, 'hello')
    expect([await former.sizeOf('tracker-7'), await current.sizeOf('tracker-7')]).toEqual([0, 5])
  })

  it('continue and end where they began', async () => {
    const { files, former, current, staging } = open('old')
    await stageMoreBytes({ staging: former }, upload, 'hello')
    await stageMoreBytes({ staging }, upload, ' world')
    expect([await former.sizeOf('tracker-7'), await current.sizeOf('tracker-7')]).toEqual([11, 0])
    const { name } = await staging.storeAsFile('tracker-7')
    expect(await readText(files.read(name))).toBe('hello world')
    expect(await Array.fromAsync(staging.list(), (each) => each.name)).toEqual(['tracker-7'])
    await staging.remove('tracker-7')
    expect(await Array.fromAsync(staging.list())).toEqual([])
  })
})
