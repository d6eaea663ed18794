import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { CliIo } from '../context/cli-io.ts'
import { UsageError } from '../context/usage-error.ts'

/** Reads a password from standard input: the first line of a pipe, or two hidden prompts on a terminal. */
export async function promptPassword(io: CliIo, login: string): Promise<string> {
  if (io.stdin.isTTY !== true) return firstLine(await text(io.stdin))
  // Hides the input until the reader is closed, including between the prompts.
  const reader = createInterface({ input: io.stdin, output: discardOutput(), terminal: true })
  try {
    const password = await promptLine(`New password for ${login}: `, reader, io)
    if (password !== (await promptLine('Repeat password: ', reader, io)))
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

async function promptLine(question: string, reader: Interface, io: CliIo): Promise<string> {
  io.error(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('line', resolve)
      reader.once('close', () => reject(new UsageError('Canceled; nothing was changed')))
      reader.once('SIGINT', () => reader.close())
    })
  } finally {
    io.error('\n')
  }
}
