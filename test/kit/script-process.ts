import { spawn } from 'node:child_process'
import { once } from 'node:events'

const databaseModule = new URL('../../src/database/db/db.ts', import.meta.url).href

/** Another process with access to the database; `openDatabase` and `sql` are imported. */
export interface ScriptProcess {
  /** Resolves once it has printed `text`. */
  waitForOutput(text: string): Promise<void>
  /** Output so far. */
  readonly printed: string
  /** The whole output, once it has exited with 0. */
  readonly output: Promise<string>
  /** Kills it like a power failure, and waits until it is gone. */
  kill(): Promise<void>
}

export function startScript(script: string): ScriptProcess {
  const imports = `import { openDatabase } from ${JSON.stringify(databaseModule)}\nimport { sql } from 'kysely'\n`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', imports + script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let errorOutput = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errorOutput += text
  })
  const closed = once(child, 'close')
  const output = closed.then(([code]) => {
    if (code !== 0) throw new Error(`The process ended with ${code}: ${errorOutput}`)
    return printed
  })
  // After `kill` the exit code does not matter.
  output.catch(() => undefined)

  return {
    output,
    get printed() {
      return printed
    },
    async waitForOutput(text) {
      while (!printed.includes(text))
        await Promise.race([once(child.stdout, 'data'), output.then(failUnlessPrinted(text))])
    },
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}

const failUnlessPrinted = (text: string) => (output: string) => {
  if (!output.includes(text)) throw new Error(`The process ended without printing ${text}`)
}
