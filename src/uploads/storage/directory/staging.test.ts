import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeStagingContract } from '../../../../test/kit/staging-contract.ts'
import { createDirectoryFiles } from './files.ts'
import { createDirectoryStaging } from './staging.ts'

describe('uploads in a directory', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-staging-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  describeStagingContract(async (title) => {
    const files = createDirectoryFiles(path.join(directory, title, 'files'))
    return { files, staging: createDirectoryStaging(path.join(directory, title, 'uploads'), files) }
  })
})
