import { createInterface } from 'node:readline'
import type { CliContext } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'

/**
 * Waits for the consent of the user of a terminal before a change that cannot be undone; throws without it. Scripts
 * have no terminal, and `--yes` stands for the consent.
 */
export async function confirm({ io, isConfirmed }: CliContext, question: string): Promise<void> {
  if (isConfirmed || io.stdin.isTTY !== true) return
  const reader = createInterface({ input: io.stdin })
  io.error(`${question} [y/N] `)
  try {
    const answer = await new Promise<string>((resolve) => {
      reader.once('line', resolve)
      reader.once('close', () => resolve(''))
    })
    if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Canceled; nothing was changed')
  } finally {
    reader.close()
  }
}
