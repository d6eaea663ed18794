import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bin, createCliInstallation, type Installation, root } from './command-line.ts'
import { tables } from './readme-tables.ts'

const readme = await readFile(path.join(root, 'README.md'), 'utf8')

/** The documents that contain the tables. */
const documents = {
  environment: 'docs/configuration.md',
  settings: 'docs/configuration.md',
  commands: 'docs/command-line.md',
}

/** Parses an abbreviated response: `…` replaces omitted members, or any text. */
const parseAbbreviated = (expected: string): unknown =>
  JSON.parse(expected.replaceAll(/,?\s*…(?=\s*[}\]])/g, ''), (_, value) => (value === '…' ? expect.any(String) : value))

/** Each `sh tested` block of README.md with its expected output: the next block, unless that is a command. */
const blocks = [
  ...readme.matchAll(/```sh tested\n([\s\S]*?)```(?:(?:(?!```)[\s\S])*?```(json|text)\n([\s\S]*?)```)?/g),
].map(([, commands = '', language, expected]) => ({ commands, language, promised: expected }))

const mark = '=== next block ==='

describe('README.md', () => {
  describe.skipIf(!inject('hasCurl'))('first ten minutes', () => {
    let installation: Installation
    let printed: readonly string[] = []

    beforeAll(async () => {
      installation = await createCliInstallation('sqlite')
      const shims = path.join(installation.directory, 'bin')
      await mkdir(shims)
      // npx would search for the command in the clone, which takes a second each time.
      const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${bin}" "$@"\n`
      await writeFile(path.join(shims, 'npx'), npx)
      await chmod(path.join(shims, 'npx'), 0o755)
      const address = await installation.serve()
      const script = ['set -eu', ...blocks.map(({ commands }) => `${commands}\necho '\n${mark}'`)]
        .join('\n')
        .replaceAll('http://127.0.0.1:8080', address)
      const env = { ...installation.env, PATH: `${shims}${path.delimiter}${installation.env['PATH']}` }
      const shell = spawn('sh', [], { env, cwd: installation.directory })
      let stdout = ''
      let stderr = ''
      shell.stdout.setEncoding('utf8').on('data', (text) => {
        stdout += text
      })
      shell.stderr.setEncoding('utf8').on('data', (text) => {
        stderr += text
      })
      // A command that reads its input would consume the commands after it.
      shell.stdin.end(`run() {\n${script}\n}\nrun < /dev/null\n`)
      const [code] = await once(shell, 'close')
      if (code !== 0) throw new Error(`The commands ended with ${code}: ${stdout}\n${stderr}`)
      printed = stdout.split(`${mark}\n`)
    })
    afterAll(() => installation?.remove())

    it('has commands to test', () => {
      expect(blocks.length).toBeGreaterThan(8)
      expect(blocks.filter(({ promised: expected }) => expected !== undefined).length).toBeGreaterThan(6)
    })

    it.each(blocks.map(({ commands, ...promise }, i) => [commands.split('\n')[0], i, promise] as const))(
      '%s',
      (_, i, { language, promised: expected = '' }) => {
        if (language === 'json')
          expect(JSON.parse(printed[i] ?? '')).toMatchObject(parseAbbreviated(expected) as object)
        else for (const line of expected.split('\n')) expect(printed[i]?.toLowerCase()).toContain(line.toLowerCase())
      },
    )
  })

  /** Run this file with TULIPWOOD_RECORD_TABLES=1 to write the tables. */
  it.each(Object.entries(documents))('the table of %s in %s is complete', async (name, document) => {
    const file = path.join(root, document)
    const table = `${tables[name]?.join('\n')}\n\n`
    if (process.env['TULIPWOOD_RECORD_TABLES']) {
      const [first = ''] = tables[name]?.[0]?.split(' | ') ?? []
      const text = await readFile(file, 'utf8')
      const heads = text.split(/(?<=\| --- \|\n)/)
      const at = heads.findIndex((part) => part.startsWith(first))
      await writeFile(
        file,
        heads
          .with(
            at,
            (heads[at] ?? '').replace(/^(\|.*\n)*\n/, () => table),
          )
          .join(''),
      )
    }
    expect(await readFile(file, 'utf8')).toContain(`| --- |\n${table}`)
  })

  it('npx tulipwood is the command of the clone', () => {
    // npm passes the context of the running script to nested npm processes.
    const npmContext = /^npm_(config_(package|call|workspace)|lifecycle_|command$)/i
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !npmContext.test(name)))
    const npx = spawnSync('npx', ['tulipwood', '--version'], {
      cwd: root,
      env,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    expect(npx.stdout).toMatch(/^\d+\.\d+\.\d+( \(commit [0-9a-f]{40}(-dirty)?\))?\n$/)
  })
})
