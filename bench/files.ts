import { rm } from 'node:fs/promises'
import path from 'node:path'
import { computeMedian, type Load, measureLoad } from './load.ts'
import { type RunningServer, startScript } from './server-process.ts'
import { downloadBytes, uploadBytes } from './transfer.ts'

export interface FileFigures {
  /** MiB per second. */
  readonly bareUpload: number
  readonly upload: number
  readonly bareDownload: number
  readonly download: number
  /** Ratio to the bare server, per round. */
  readonly uploadShare: number
  readonly downloadShare: number
  /** Maximum growth of the server's private memory, in MiB, during uploads and downloads of this size. */
  readonly growth: number
  /** p99 of a GET during an upload, relative to its p99 without load. */
  readonly slowdown: number
}

interface BenchmarkOptions {
  readonly ours: RunningServer
  readonly key: string
  readonly fileField: number
  readonly directory: string
  readonly mebibytes: number
  readonly rounds: number
  /** GET requests of one client. */
  readonly reading: Load
}

/** Transfers some hundred MiB in both directions, to the server and to the bare server in turn. */
export async function measureFiles(options: BenchmarkOptions): Promise<FileFigures> {
  const { ours, key, directory, mebibytes, rounds, reading } = options
  const headers = { 'x-auth-accesskey': key }
  const bare = await startScript('bench/baseline-file-server.ts', path.join(directory, 'bare-upload'))
  const figures = {
    bareUpload: [] as number[],
    upload: [] as number[],
    bareDownload: [] as number[],
    download: [] as number[],
  }
  const growths: number[] = []
  try {
    await warmUp(options, bare)
    for (let round = 0; round < rounds; round++) {
      figures.bareUpload.push(await uploadBytes({ method: 'PUT', url: bare.url, mebibytes }))
      figures.bareDownload.push(await downloadBytes(bare.url))
      const watch = watchMemory(ours)
      const { href, rate } = await upload(options, mebibytes)
      figures.upload.push(rate)
      figures.download.push(await downloadBytes(ours.url + href, headers))
      growths.push(await watch.stop())
    }
    const idle = await measureLoad(reading)
    const [busy] = await Promise.all([measureLoad(reading), uploadFor(options, reading.seconds)])
    const share = (a: readonly number[], b: readonly number[]): number =>
      computeMedian(a.map((value, round) => value / (b[round] ?? Number.NaN)))
    return {
      bareUpload: computeMedian(figures.bareUpload),
      upload: computeMedian(figures.upload),
      bareDownload: computeMedian(figures.bareDownload),
      download: computeMedian(figures.download),
      uploadShare: share(figures.upload, figures.bareUpload),
      downloadShare: share(figures.download, figures.bareDownload),
      growth: Math.max(...growths),
      slowdown: busy.p99 / Math.max(idle.p99, 0.1),
    }
  } finally {
    await bare.stop()
    await rm(path.join(directory, 'bare-upload'), { force: true })
  }
}

async function warmUp(options: BenchmarkOptions, bare: RunningServer): Promise<void> {
  await uploadBytes({ method: 'PUT', url: bare.url, mebibytes: 16 })
  await downloadBytes(bare.url)
  const { href } = await upload(options, 16)
  await downloadBytes(options.ours.url + href, { 'x-auth-accesskey': options.key })
}

let uploads = 0

/** Uploads like a client: creates the upload with the API, then sends one PATCH; only the PATCH is measured. */
async function upload(
  { ours, key, fileField }: BenchmarkOptions,
  mebibytes: number,
): Promise<{ href: string; rate: number }> {
  const answer = await fetch(`${ours.url}/api/tracker_fields/${fileField}/files`, {
    method: 'POST',
    headers: { 'x-auth-accesskey': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `${uploads++}.bin`,
      file_size: mebibytes * 1_048_576,
      file_type: 'application/octet-stream',
    }),
  })
  if (answer.status !== 200) throw new Error(`The upload was not created: ${answer.status}: ${await answer.text()}`)
  const { upload_href, download_href } = (await answer.json()) as { upload_href: string; download_href: string }
  const rate = await uploadBytes({
    method: 'PATCH',
    url: ours.url + upload_href,
    headers: {
      'x-auth-accesskey': key,
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    },
    mebibytes,
  })
  return { href: download_href, rate }
}

async function uploadFor(options: BenchmarkOptions, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) await upload(options, 64)
}

/** Measures the growth of the private memory of the process. */
function watchMemory(server: RunningServer): { stop(): Promise<number> } {
  let isOver = false
  const watching = (async () => {
    const before = await server.privateMemory()
    let peak = before
    while (!isOver) {
      peak = Math.max(peak, await server.privateMemory())
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return peak - before
  })()
  return {
    stop() {
      isOver = true
      return watching
    },
  }
}
