import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Shell } from './shell.ts'
import { UsageProblem } from './usage-problem.ts'

/** A password from standard input: the first line of what is piped, or typed twice, unseen, on a terminal. */
export async function askPassword(shell: Shell, login: string): Promise<string> {
  if (shell.stdin.isTTY !== true) return firstLine(await text(shell.stdin))
  // From here to its end the terminal shows nothing of what is typed, also between the questions.
  const reader = createInterface({ input: shell.stdin, output: nowhere(), terminal: true })
  try {
    const typed = await answerTo(`New password of ${login}: `, reader, shell)
    if (typed !== (await answerTo('Once more: ', reader, shell))) throw new UsageProblem('The two passwords differ')
    return typed
  } finally {
    reader.close()
  }
}

function firstLine(piped: string): string {
  const line = piped.replace(/\r?\n[\s\S]*$/, '')
  if (line === '') throw new UsageProblem('No password came on standard input')
  return line
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

async function answerTo(question: string, reader: Interface, shell: Shell): Promise<string> {
  shell.error(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('line', resolve)
      reader.once('close', () => reject(new UsageProblem('Nothing was changed')))
      reader.once('SIGINT', () => reader.close())
    })
  } finally {
    shell.error('\n')
  }
}
