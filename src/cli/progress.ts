import { Presets, SingleBar } from 'cli-progress'
import type { Doorstep } from './action.ts'
import type { Shell } from './shell.ts'

export interface Progress {
  /** `total` is 0 while it is not known. */
  step(done: number, total: number, what: string): void
  end(): void
}

/** A bar on a terminal, a line every tenth otherwise, always on standard error; nothing for programs. */
export function progress({ isJson, shell }: Pick<Doorstep, 'isJson' | 'shell'>): Progress {
  if (isJson) return { step() {}, end() {} }
  return shell.isWatched ? bar() : lines(shell)
}

function bar(): Progress {
  let shown: { readonly bar: SingleBar; readonly what: string } | undefined
  const end = (): void => {
    shown?.bar.stop()
    shown = undefined
  }
  return {
    end,
    step(done, total, what) {
      if (shown?.what !== what) {
        end()
        const format = `${what.padEnd(8)} {bar} {percentage}%  {eta_formatted} left`
        shown = { what, bar: new SingleBar({ format, hideCursor: true, etaBuffer: 50 }, Presets.shades_classic) }
        shown.bar.start(Math.max(total, done), done)
      }
      shown.bar.setTotal(Math.max(total, done))
      shown.bar.update(done)
    },
  }
}

function lines(shell: Shell): Progress {
  let last = ''
  return {
    end() {},
    step(done, total, what) {
      const line = total === 0 ? what : `${what} ${Math.floor((done / total) * 10) * 10} %`
      if (line === last) return
      last = line
      shell.error(`${line}\n`)
    },
  }
}
