import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadLastFence, openFencedDirectory } from './fenced-directory.ts'

describe('the link of an owner to the repositories', () => {
  let directory = ''
  const owners = () => join(directory, 'owners')
  const open = async (fence: number, token = 'aaaaaaaa') => {
    const last = await loadLastFence(owners())
    return { last, link: await openFencedDirectory(owners(), { fence, token }) }
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tulipwood-owners-'))
    await mkdir(join(directory, 'repositories'))
    await writeFile(join(directory, 'repositories', 'new'), 'commit')
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  it('ends when the next owner creates its own, so that a commit in progress cannot be finished', async () => {
    const { link } = await open(1)
    expect(await readFile(join(link, 'new'), 'utf8')).toBe('commit')
    expect((await open(2, 'bbbbbbbb')).last).toBe(1)
    await expect(rename(join(link, 'new'), join(link, 'current'))).rejects.toThrow('ENOENT')
    expect(await readdir(join(directory, 'repositories'))).toEqual(['new'])
  })

  it('is refused to an earlier owner, whose attempt leaves that of the later one', async () => {
    await open(5)
    await expect(open(4, 'cccccccc')).rejects.toThrow('A later owner')
    expect(await readdir(owners())).toEqual(['5-aaaaaaaa'])
  })
})
