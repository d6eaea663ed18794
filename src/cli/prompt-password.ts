import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Shell } from './shell.ts'
import { UsageError } from './usage-error.ts'

/** Reads a password from standard input: the first line of a pipe, or two hidden prompts on a terminal. */
export async function promptPassword(shell: Shell, login: string): Promise<string> {
  if (shell.stdin.isTTY !== true) return firstLine(await text(shell.stdin))
  // Hides the input until the reader is closed, including between the prompts.
  const reader = createInterface({ input: shell.stdin, output: discardOutput(), terminal: true })
  try {
    const password = await promptLine(`New password for ${login}: `, reader, shell)
    if (password !== (await promptLine('Repeat password: ', reader, shell)))
      throw new UsageError('The passwords do not match')
    return password
  } finally {
    reader.close()
  }
}

function firstLine(piped: string): string {
  const line = piped.replace(/\r?\n[\s\S]*$/, '')
  if (line === '') throw new UsageError('No password on standard input')
  return line
}

const discardOutput = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

async function promptLine(question: string, reader: Interface, shell: Shell): Promise<string> {
  shell.error(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('line', resolve)
      reader.once('close', () => reject(new UsageError('Canceled; nothing was changed')))
      reader.once('SIGINT', () => reader.close())
    })
  } finally {
    shell.error('\n')
  }
}
