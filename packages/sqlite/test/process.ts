import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Another process that has the database open. */
export interface OtherProcess {
  /** Returns the next line that it prints. */
  readLine(): Promise<string>
  /** Returns the lines that were printed and not read, once it has ended. */
  readRest(): Promise<string[]>
  kill(): void
}

/** Runs a script that finds the database in `database`, and ends with the last line that it reads. */
export function startProcess(file: string, script: string): OtherProcess {
  const source = `
    import { writeSync } from 'node:fs'
    import { open } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
    const print = (line) => writeSync(1, line + '\\n')
    const database = await open(${JSON.stringify(file)})
    ${script}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async readLine() {
      const { value, done } = await lines.next()
      if (done) throw new Error('The process has ended')
      return value
    },
    async readRest() {
      const rest: string[] = []
      for (;;) {
        const { value, done } = await lines.next()
        if (done) break
        rest.push(value)
      }
      await exit
      return rest
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
