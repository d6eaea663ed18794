import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Shell } from './shell.ts'
import { UsageProblem } from './usage-problem.ts'

/** A password from standard input: the first line of what is piped, or typed twice, unseen, on a terminal. */
export async function askPassword(shell: Shell, login: string): Promise<string> {
  if (shell.stdin.isTTY !== true) return firstLine(await text(shell.stdin))
  const typed = await typedUnseen(shell, `New password of ${login}: `)
  if (typed !== (await typedUnseen(shell, 'Once more: '))) throw new UsageProblem('The two passwords differ')
  return typed
}

function firstLine(piped: string): string {
  const line = piped.replace(/\r?\n[\s\S]*$/, '')
  if (line === '') throw new UsageProblem('No password came on standard input')
  return line
}

function typedUnseen(shell: Shell, question: string): Promise<string> {
  shell.error(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: shell.stdin, output: nowhere, terminal: true })
  return new Promise((resolve, reject) => {
    reader.once('SIGINT', () => reject(new UsageProblem('Nothing was changed')))
    reader.once('line', resolve)
  }).finally(() => {
    reader.close()
    shell.error('\n')
  }) as Promise<string>
}
