/** Environment variables and standard streams of a command. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  /** Whether standard error is a terminal. */
  readonly isTerminal: boolean
  /** Characters in a line of standard output, if that is a terminal. */
  readonly width?: number | undefined
  out(text: string): void
  error(text: string): void
}

/** Environment variables and standard streams of this process. */
export const processIo: CliIo = {
  env: process.env,
  stdin: process.stdin,
  isTerminal: process.stderr.isTTY === true,
  width: process.stdout.isTTY ? process.stdout.columns : undefined,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
}
