import { spawn } from 'node:child_process'
import { once } from 'node:events'

const databaseModule = new URL('../../src/kit/db/db.ts', import.meta.url).href

/** Another process on our database; `openDatabase` and `sql` are at its hand. */
export interface ScriptProcess {
  /** Resolves once it has printed `text`. */
  waitForOutput(text: string): Promise<void>
  /** What it has printed so far. */
  readonly printed: string
  /** All that it printed, once it has ended well. */
  readonly output: Promise<string>
  /** Kills it as a loss of power would, and waits until it is gone. */
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
  // Who kills it does not ask how it ended.
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
  if (!output.includes(text)) throw new Error(`The process ended without saying ${text}`)
}
