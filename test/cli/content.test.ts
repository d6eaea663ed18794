import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processIo } from '../../src/cli/context/cli-io.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { onEachDatabase } from '../kit/server.ts'
import { createCliInstallation, type Installation } from './command-line.ts'

onEachDatabase((dialect) =>
  describe('commands for projects, trackers and artifacts', () => {
    let installation: Installation
    beforeAll(async () => {
      installation = await createCliInstallation(dialect)
      expect((await installation.run(['demo'])).code).toBe(0)
    })
    afterAll(() => installation?.remove())
    const run = async (...args: string[]) => (await installation.run(args)).stdout
    const fail = async (...args: string[]) => {
      const { code, stderr } = await installation.run(args)
      return [code, stderr.trim()]
    }

    it('project create makes the owner an administrator, list and show find it', async () => {
      expect(await run('project', 'create', 'shed', '--owner', 'june', '--private', '--name', 'The Shed')).toMatch(
        /^Created project shed \(id \d+, active\)\n$/,
      )
      expect(await run('project', 'list')).toMatch(/^\d+ +shed +active +private +The Shed$/m)
      expect(await run('project', 'list', '--status', 'suspended')).not.toContain('shed')
      expect(await installation.runJson('project', 'show', 'shed')).toMatchObject({
        shortname: 'shed',
        label: 'The Shed',
        access: 'private',
      })
      expect(await fail('project', 'create', 'shed', '--owner', 'june')).toMatchObject([1, expect.any(String)])
      expect(await fail('project', 'create', 'hut', '--owner', 'stranger')).toEqual([1, 'No account named "stranger"'])
      expect(await fail('project', 'show', 'hut')).toEqual([1, 'No project named "hut"'])
    })

    it('tracker list and show have the members of the API', async () => {
      const { trackers } = await installation.runJson('tracker', 'list', 'boatyard')
      expect(trackers.map(({ label }: { label: string }) => label)).toEqual(['Boats', 'Defects', 'Jobs'])
      const tracker = await installation.runJson('tracker', 'show', '2')
      expect(tracker).toMatchObject({ id: 2, item_name: 'job', label: 'Jobs' })
      expect(await run('tracker', 'show', '2')).toMatch(/^\d+ +title +string +Title$/m)
      expect(await fail('tracker', 'show', '999')).toEqual([1, 'Tracker 999 does not exist'])
    })

    it('artifact create, comment, list and show act with the permissions of the user', async () => {
      const { id } = await installation.runJson('artifact', 'create', '2', '--user', 'june', '--value', 'title=Paint=2')
      expect(await run('artifact', 'list', '2', '--limit', '1')).toMatch(new RegExp(`^${id} .*Paint=2$`, 'm'))
      expect(await run('artifact', 'comment', `${id}`, 'two coats', '--user', 'june')).toBe(
        `Commented on artifact ${id}\n`,
      )
      const artifact = await installation.runJson('artifact', 'show', `${id}`)
      expect(artifact).toMatchObject({ id, title: 'Paint=2', submitted_by_user: { username: 'june' } })
      expect(await run('artifact', 'show', '5')).toMatch(/^Materials +bronze bolts, red lead$/m)
      const total = (await installation.runJson('artifact', 'list', '2')).total_size
      expect(await fail('artifact', 'create', '2', '--user', 'june', '--value', 'nonsense=1')).toEqual([
        1,
        'Field nonsense does not exist in the tracker',
      ])
      expect(await fail('artifact', 'create', '2', '--user', 'june', '--value', 'title')).toMatchObject([
        2,
        /name=value/,
      ])
      expect(await fail('artifact', 'comment', `${id}`, ' ', '--user', 'june')).toEqual([2, 'The comment is empty'])
      await installation.run(['user', 'create', 'visitor', '--status', 'suspended'])
      expect(await fail('artifact', 'comment', `${id}`, 'x', '--user', 'visitor')).toEqual([
        1,
        'The account visitor is not active',
      ])
      expect((await installation.runJson('artifact', 'list', '2')).total_size).toBe(total)
    })

    it('with --quiet messages are left out, results are not', async () => {
      expect(await run('user', 'create', 'rigger', '--quiet')).toBe('')
      expect(await run('user', 'list', '--quiet')).toContain('rigger')
    })

    it.each([
      [['y\n'], 0, 'deleted'],
      [['\n'], 2, 'active'],
      [[], 2, 'active'],
    ])('on a terminal with input %j, deleting a project ends with %i and leaves it %s', async (input, code, status) => {
      const name = `pond${code}${input.length}`
      await run('project', 'create', name, '--owner', 'june')
      const stdin = Object.assign(Readable.from(input), { isTTY: true })
      const io = { ...processIo, env: installation.env, stdin, out: () => {}, error: () => {} }
      expect(await runCommandLine(['project', 'status', name, 'deleted'], io)).toBe(code)
      expect(await run('project', 'list', '--status', status)).toContain(name)
      if (status === 'active') {
        const isConfirmed = [...['project', 'status', name, 'deleted'], '--yes']
        expect(
          await runCommandLine(isConfirmed, { ...io, stdin: Object.assign(Readable.from([]), { isTTY: true }) }),
        ).toBe(0)
      }
    })

    it('project create fills in mandatory project fields and categories', async () => {
      const create = ['project', 'create', 'slip', '--owner', 'june']
      await run('project', 'field', 'add', 'Cost center', '--required')
      const { id: area } = await installation.runJson('category', 'add', 'area', 'Sailing area', '--mandatory', 'yes')
      const { id: sea } = await installation.runJson('category', 'add', 'sea', 'Open sea', '--parent', `${area}`)
      const { id: bay } = await installation.runJson('category', 'add', 'bay', 'Bay', '--parent', `${sea}`)
      expect(await fail(...create)).toEqual([1, `Mandatory categories where missing: Sailing area (${area})`])
      const field = ['--field', 'cost center=a=b']
      expect(await fail(...create, '--category', 'area=Bay')).toEqual([1, 'Mandatory field where missing: Cost center'])
      expect(await fail(...create, '--field', 'Sponsor=x')).toEqual([
        1,
        'No project field "Sponsor". Use one of: Cost center',
      ])
      expect(await fail(...create, ...field, '--category', 'area=Lake')).toEqual([
        1,
        'No value of the category Sailing area "Lake". Use one of: Open sea, Bay',
      ])
      expect(await fail(...create, '--field', 'Cost center')).toMatchObject([2, expect.stringContaining('name=value')])
      for (const [name, value] of [
        ['slip', 'sailing AREA=bay'],
        ['slip2', `${area}=${bay}`],
      ] as const) {
        await run('project', 'create', name, '--owner', 'june', ...field, '--category', value)
        expect(await installation.runJson('project', 'show', name)).toMatchObject({
          additional_fields: [{ name: 'Cost center', value: 'a=b' }],
        })
      }
    })
  }),
)

describe('completion', () => {
  const printScript = async (shell: string): Promise<string> => {
    const pieces: string[] = []
    expect(await runCommandLine(['completion', shell], { ...processIo, out: (text) => pieces.push(text) })).toBe(0)
    return pieces.join('')
  }
  const complete = async (...words: string[]): Promise<string[]> => {
    const script = await printScript('bash')
    const line = words.map((word) => `'${word}'`).join(' ')
    const program = `${script}COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _tulipwood; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', program], { encoding: 'utf8' }).stdout.trim().split(' ')
  }
  it.each([
    [['tulipwood', 'use'], ['user']],
    [['tulipwood', '--json', 'user', 'cl'], ['clear-factors']],
    [['tulipwood', 'key', 'create', '--e'], ['--expires']],
    [
      ['tulipwood', 'project', 'field', ''],
      ['add', '--version', '--data', '--json', '--yes', '--quiet', '--help'],
    ],
  ])('of bash completes %j to %j', async (words, expected) => expect(await complete(...words)).toEqual(expected))
  it.each(['zsh', 'fish'])('for %s names every command', async (shell) => {
    const script = await printScript(shell)
    for (const name of ['user', 'clear-factors', 'completion', 'artifact']) expect(script).toContain(name)
  })
})
