import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageProblem } from './usage-problem.ts'

/** A password from standard input: the first line of what is piped, or typed twice, unseen, on a terminal. */
export async function askPassword(login: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine(await text(process.stdin))
  const typed = await typedUnseen(`New password of ${login}: `)
  if (typed !== (await typedUnseen('Once more: '))) throw new UsageProblem('The two passwords differ')
  return typed
}

function firstLine(piped: string): string {
  const line = piped.replace(/\r?\n[\s\S]*$/, '')
  if (line === '') throw new UsageProblem('No password came on standard input')
  return line
}

function typedUnseen(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise((resolve, reject) => {
    reader.once('SIGINT', () => reject(new UsageProblem('Nothing was changed')))
    reader.once('line', resolve)
  }).finally(() => {
    reader.close()
    process.stderr.write('\n')
  }) as Promise<string>
}
