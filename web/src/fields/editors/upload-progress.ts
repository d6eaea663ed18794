import { type FileUpload, isActive, onUploadsChanged, readAllUploads } from '../../data/uploads.ts'
import { announce } from '../../design/announce.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.uploads
const milestones = [100, 75, 50, 25]

export const percentOf = (sentBytes: number, size: number): number =>
  size === 0 ? 100 : Math.min(100, Math.floor((sentBytes / size) * 100))

const watch: { isOn: boolean; titlePrefix: string } = { isOn: false, titlePrefix: '' }
/** Milestone, or state, that was announced last, by upload. */
const announced = new Map<string, number | string>()

/** Announces uploads and shows their total in the title of the tab, on all pages. */
export function watchUploads(): void {
  if (watch.isOn) return
  watch.isOn = true
  onUploadsChanged(() => {
    const uploads = readAllUploads()
    for (const upload of uploads) announceProgress(upload)
    showTotal(uploads)
  })
}

function announceProgress({ key, name, sent, size, state }: FileUpload): void {
  const before = announced.get(key)
  if (state.kind === 'refused' || state.kind === 'offline') {
    if (before === state.kind) return
    announced.set(key, state.kind)
    announce(words.failed(name, state.kind === 'refused' ? state.message : words.offline), 'assertive')
    return
  }
  const percent = state.kind === 'complete' ? 100 : percentOf(sent, size)
  const milestone = milestones.find((each) => percent >= each)
  if (milestone === undefined || before === milestone || (state.kind !== 'sending' && state.kind !== 'complete')) return
  announced.set(key, milestone)
  announce(words.milestone(name, words.percent(milestone)))
}

/** The part of all files that was sent stands before the title of the page. */
function showTotal(uploads: readonly FileUpload[]): void {
  const active = uploads.filter((upload) => isActive(upload))
  const done = uploads.filter(({ state }) => state.kind === 'complete')
  const sum = (of: (upload: FileUpload) => number): number =>
    [...active, ...done].reduce((total, upload) => total + of(upload), 0)
  const { title } = document
  const bare =
    watch.titlePrefix !== '' && title.startsWith(watch.titlePrefix) ? title.slice(watch.titlePrefix.length) : title
  const percent = percentOf(
    sum(({ sent }) => sent),
    sum(({ size }) => size),
  )
  watch.titlePrefix = active.length === 0 ? '' : `${words.percent(percent)} · `
  const next = `${watch.titlePrefix}${bare}`
  if (next !== title) document.title = next
}
