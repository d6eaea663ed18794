import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { feedProgram } from './feed-program.ts'

const shell = (script: string) => ({
  file: '/bin/sh',
  parameters: ['-c', script],
  account: null,
  milliseconds: 30_000,
})

describe.skipIf(process.platform === 'win32')('feedProgram', () => {
  it('returns the result of a program that ends before it has read everything', async () => {
    async function* content(pieces: number, bytes: number) {
      for (let piece = 0; piece < pieces; piece++) {
        if (piece % 3 === 0) await turn()
        yield Buffer.alloc(bytes)
      }
    }
    for (let round = 0; round < 30; round++) {
      const script = round % 3 === 0 ? 'head -c 10 > /dev/null; exit 3' : 'echo no >&2; exit 3'
      const { code } = await feedProgram(shell(script), content((round % 7) * 5 + 1, round % 2 === 0 ? 10 : 100_000))
      expect(code).toBe(3)
    }
  })

  it('ends a program whose input fails', async () => {
    async function* cut() {
      yield Buffer.from('a')
      throw new Error('cut')
    }
    await expect(feedProgram(shell('cat > /dev/null'), cut())).rejects.toThrow('cut')
  })

  it('throws the error of the input even if the program ends', async () => {
    async function* cut() {
      yield Buffer.alloc(1_000_000)
      await wait(300)
      throw new Error('cut')
    }
    await expect(feedProgram(shell('exit 3'), cut())).rejects.toThrow('cut')
  })
})
