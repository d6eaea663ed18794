import { Presets, SingleBar } from 'cli-progress'
import type { CliIo } from '../context/cli-io.ts'
import type { CliContext } from '../context/command-context.ts'

export interface Progress {
  /** `total` is 0 until it is known. */
  step(done: number, total: number, what: string): void
  end(): void
}

/** Shows progress on standard error: a bar on a terminal, otherwise a line every 10 %; nothing with `--json`. */
export function showProgress({ isJson, io }: Pick<CliContext, 'isJson' | 'io'>): Progress {
  if (isJson) return { step() {}, end() {} }
  return io.isTerminal ? progressBar() : progressLines(io)
}

function progressBar(): Progress {
  let current: { readonly bar: SingleBar; readonly what: string } | undefined
  const end = (): void => {
    current?.bar.stop()
    current = undefined
  }
  return {
    end,
    step(done, total, what) {
      if (current?.what !== what) {
        end()
        const format = `${what.padEnd(8)} {bar} {percentage}%  {eta_formatted} left`
        current = { what, bar: new SingleBar({ format, hideCursor: true, etaBuffer: 50 }, Presets.shades_classic) }
        current.bar.start(Math.max(total, done), done)
      }
      current.bar.setTotal(Math.max(total, done))
      current.bar.update(done)
    },
  }
}

function progressLines(io: CliIo): Progress {
  let last = ''
  return {
    end() {},
    step(done, total, what) {
      const line = total === 0 ? what : `${what} ${Math.floor((done / total) * 10) * 10} %`
      if (line === last) return
      last = line
      io.error(`${line}\n`)
    },
  }
}
