import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProcessResult, runProcess } from './run-process.ts'

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

const textOf = (ended: ProcessResult): string => (ended.how === 'exit' ? `${ended.code} ${ended.output}` : ended.how)

describe('runProcess', () => {
  let directory = ''
  let scriptCount = 0
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-process-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  const run = async (program: string, more: Partial<Parameters<typeof runProcess>[0]> = {}): Promise<ProcessResult> => {
    const file = path.join(directory, `${scriptCount++}.mjs`)
    await writeFile(file, program)
    const limits = { timeoutMs: 10_000, maxBytes: 1000 }
    return runProcess({ program: pathToFileURL(file), parameters: [], input: pieces(), ...limits, ...more })
  }

  it('passes parameters and input, and returns the output', async () => {
    const program = 'process.stdin.pipe(process.stdout); process.stdout.write(process.argv[2])'
    expect(textOf(await run(program, { parameters: ['in: '], input: pieces('a', 'b') }))).toBe('0 in: ab')
  })
  it('accepts a program that exits before it has read its input', async () => {
    const input = pieces(...Array.from({ length: 64 }, () => 'x'.repeat(1_000_000)))
    expect(textOf(await run('process.exit(7)', { input }))).toBe('7 ')
  })
  it('passes no environment variables of the server', async () => {
    process.env['TULIPWOOD_SECRET_OF_TEST'] = 'secret'
    const ended = await run('process.stdout.write(Object.keys(process.env).sort().join())')
    delete process.env['TULIPWOOD_SECRET_OF_TEST']
    expect(textOf(ended)).toMatch(/^0 MALLOC_ARENA_MAX,(SystemRoot,)?UV_THREADPOOL_SIZE$/)
  })
  it.each([
    ['takes too long', 'setInterval(() => {}, 1000)', { timeoutMs: 200 }],
    ['blocks its thread', 'for (;;);', { timeoutMs: 200 }],
    ['prints too much', "setInterval(() => process.stdout.write('x'.repeat(600)), 1)", {}],
  ])('stops a program that %s', async (_what, program, limits) => {
    expect(await run(program, limits)).toEqual({ how: 'stopped' })
  })
  it('reports a program that a signal ended', async () => {
    expect(await run("process.kill(process.pid, 'SIGKILL')")).toEqual({ how: 'signal', signal: 'SIGKILL' })
  })
  it('stops the program if its input fails', async () => {
    const broken = async function* () {
      yield Buffer.from('half')
      throw new Error('store out of reach')
    }
    const running = run('process.stdin.resume(); setInterval(() => {}, 1000)', { input: broken() })
    await expect(running).rejects.toThrow('store out of reach')
  })
})
