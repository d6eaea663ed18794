import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

const period = 100_000
const root = '/sys/fs/cgroup'

/**
 * Limits a process to a share of one processor (Linux, as root): a control group of version 1 or 2 with a quota. Returns
 * a function that removes the group once the process has ended.
 */
export async function limitCpu(pid: number, share: number): Promise<() => Promise<void>> {
  const isSecond = await readFile(`${root}/cgroup.controllers`, 'utf8').then(
    (controllers) => controllers.split(/\s/).includes('cpu'),
    () => false,
  )
  const directory = path.join(root, isSecond ? '' : 'cpu', `tulipwood-bench-${pid}`)
  await mkdir(directory)
  const quota = Math.round(share * period)
  if (isSecond) await writeFile(path.join(directory, 'cpu.max'), `${quota} ${period}`)
  else await writeFile(path.join(directory, 'cpu.cfs_quota_us'), String(quota))
  await writeFile(path.join(directory, 'cgroup.procs'), String(pid))
  return () => rmdir(directory)
}
