import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bin, createCliInstallation, type Installation, root } from './command-line.ts'
import { tables } from './readme-tables.ts'

const readme = await readFile(path.join(root, 'README.md'), 'utf8')

/** Where the tables are that state what the code states. */
const documents = {
  environment: 'docs/configuration.md',
  settings: 'docs/configuration.md',
  commands: 'docs/command-line.md',
}

/** What a shortened answer promises: `…` stands for members that are left out, or for any text. */
const shortened = (promised: string): unknown =>
  JSON.parse(promised.replaceAll(/,?\s*…(?=\s*[}\]])/g, ''), (_, value) => (value === '…' ? expect.any(String) : value))

/** Each `sh tested` block of README.md with what it promises to print: the block behind it, if it is no command. */
const blocks = [
  ...readme.matchAll(/```sh tested\n([\s\S]*?)```(?:(?:(?!```)[\s\S])*?```(json|text)\n([\s\S]*?)```)?/g),
].map(([, commands = '', language, promised]) => ({ commands, language, promised }))

const hasCurl = spawnSync('curl', ['--version']).status === 0
const mark = '=== next block ==='

describe('README.md', () => {
  describe.skipIf(!hasCurl)('first ten minutes', () => {
    let here: Installation
    let printed: readonly string[] = []

    beforeAll(async () => {
      here = await createCliInstallation('sqlite')
      const shims = path.join(here.folder, 'bin')
      await mkdir(shims)
      // npx looks for the command in the clone, which takes a second each time.
      const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${bin}" "$@"\n`
      await writeFile(path.join(shims, 'npx'), npx)
      await chmod(path.join(shims, 'npx'), 0o755)
      const address = await here.serve()
      const script = ['set -eu', ...blocks.map(({ commands }) => `${commands}\necho '\n${mark}'`)]
        .join('\n')
        .replaceAll('http://127.0.0.1:8080', address)
      const env = { ...here.env, PATH: `${shims}${path.delimiter}${here.env['PATH']}` }
      const shell = spawn('sh', [], { env, cwd: here.folder })
      let stdout = ''
      let stderr = ''
      shell.stdout.setEncoding('utf8').on('data', (text) => {
        stdout += text
      })
      shell.stderr.setEncoding('utf8').on('data', (text) => {
        stderr += text
      })
      // A command that read its input would swallow those behind it.
      shell.stdin.end(`run() {\n${script}\n}\nrun < /dev/null\n`)
      const [code] = await once(shell, 'close')
      if (code !== 0) throw new Error(`The commands ended with ${code}: ${stdout}\n${stderr}`)
      printed = stdout.split(`${mark}\n`)
    })
    afterAll(() => here?.remove())

    it('has commands to try', () => {
      expect(blocks.length).toBeGreaterThan(8)
      expect(blocks.filter(({ promised }) => promised !== undefined).length).toBeGreaterThan(6)
    })

    it.each(blocks.map(({ commands, ...promise }, i) => [commands.split('\n')[0], i, promise] as const))(
      '%s',
      (_, i, { language, promised = '' }) => {
        if (language === 'json') expect(JSON.parse(printed[i] ?? '')).toMatchObject(shortened(promised) as object)
        else for (const line of promised.split('\n')) expect(printed[i]?.toLowerCase()).toContain(line.toLowerCase())
      },
    )
  })

  it.each(Object.entries(documents))('the table of %s in %s has every line', async (name, document) => {
    const text = await readFile(path.join(root, document), 'utf8')
    expect(text).toContain(`| --- |\n${tables[name]?.join('\n')}\n\n`)
  })

  it('npx tulipwood is the command of the clone', () => {
    // When npm runs these tests it tells its own errand to every npm below it.
    const errand = /^npm_(config_(package|call|workspace)|lifecycle_|command$)/i
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !errand.test(name)))
    const npx = spawnSync('npx', ['tulipwood', '--version'], {
      cwd: root,
      env,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    expect(npx.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
