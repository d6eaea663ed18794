import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { hostileTexts } from './hostile-texts.ts'
import { callApi, type Scenario, waitUntil } from './scenario.ts'
import { sendRequest } from './send.ts'

interface Importing {
  readonly url: string
  readonly admin: string
  /** Directory of an archive in the format of generate-archive.ts. */
  readonly archive: string
}

interface Documents {
  readonly project: string
  readonly users: string
}

const times = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('')
const cdata = (text: string): string => `<![CDATA[${text}]]>`
const submitted =
  '<submitted_by format="username">ines</submitted_by><submitted_on format="ISO8601">2024-01-01T00:00:00+00:00</submitted_on>'

/** Archives of some MB, each large in another part of the format (docs/api/archive-format.md §1, §2, §3). */
function largeArchives({ project, users }: Documents): Readonly<Record<string, Documents>> {
  const put = (before: string, part: string): Documents => ({
    project: project.replace(before, () => part + before),
    users,
  })
  const artifact = (n: number, changes: string): string =>
    `<artifact id="${90_000 + n}"><changeset id="X${n}">${submitted}<comments/>${changes}</changeset></artifact>\n`
  const change = (type: string, name: string, value: string): string =>
    `<field_change field_name="${name}" type="${type}">${value}</field_change>`
  const endOfArtifacts = '</artifacts>'
  const text = (content: string): string =>
    change('text', 'details', `<value format="commonmark">${cdata(content)}</value>`)
  const title = change('string', 'summary', '<value>x</value>')
  return {
    'many artifacts': { project, users },
    'small artifacts': put(
      endOfArtifacts,
      times(8000, (n) => artifact(n, title)),
    ),
    'a long history': put(
      endOfArtifacts,
      `<artifact id="90000">${times(
        6000,
        (n) =>
          `<changeset id="Y${n}">${submitted}<comments><comment>${submitted}<body format="text">a</body></comment></comments>${change('string', 'summary', `<value>${n}</value>`)}</changeset>`,
      )}</artifact>`,
    ),
    'long texts': put(
      endOfArtifacts,
      Object.values(hostileTexts)
        .flatMap(({ content }, kind) => [0, 1, 2].map((n) => artifact(kind * 3 + n, title + text(content + n))))
        .join(''),
    ),
    'many links': put(
      endOfArtifacts,
      artifact(
        1,
        title +
          change(
            'art_link',
            'links',
            times(40_000, (n) => `<value nature="">${1 + (n % 1000)}</value>`),
          ),
      ),
    ),
    'many link types': put(
      endOfArtifacts,
      artifact(
        1,
        title +
          change(
            'art_link',
            'links',
            times(5000, (n) => `<value nature="t${n}">${1 + (n % 1000)}</value>`),
          ),
      ),
    ),
    'many values of a list': put(
      '<item ID="V100"',
      times(20_000, (n) => `<item ID="V${500_000 + n}" label="value ${n}" is_hidden="0"/>`),
    ),
    'many fields': put(
      '<formElement type="text" ID="F3"',
      times(
        3000,
        (n) =>
          `<formElement type="string" ID="F${10_000 + n}" rank="${n}"><name>f${n}</name><label>f</label></formElement>`,
      ),
    ),
    'many field permissions': put(
      '</permissions>',
      times(
        30_000,
        (n) =>
          `<permission scope="field" REF="F${2 + (n % 12)}" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_READ"/>`,
      ),
    ),
    'many groups': put(
      '</ugroups>',
      times(
        3000,
        (n) =>
          `<ugroup name="group${n}" description=""><members><member format="username">ines</member></members></ugroup>`,
      ),
    ),
    'many members': put(
      '</ugroups>',
      `<ugroup name="large" description=""><members>${times(60_000, (n) => `<member format="username">user${n % 20_000}</member>`)}</members></ugroup>`,
    ),
    'many users': {
      project,
      users: users.replace(
        '</users>',
        () =>
          `${times(20_000, (n) => `<user><id>${1000 + n}</id><username>user${n}</username><realname>User</realname><email>user${n}@example.org</email><ldapid></ldapid></user>`)}</users>`,
      ),
    },
    'unknown elements': put(
      '<ugroups>',
      times(200_000, () => '<x/>'),
    ),
    'many attributes': put('<ugroups>', `<x ${times(200_000, (n) => `a${n}="" `)}/>`),
    'one long text': put(
      '<long-description/>',
      `<long-description>${cdata('a '.repeat(4_000_000))}</long-description>`,
    ),
    'one long attribute': put('<ugroups>', `<x a="${'a '.repeat(2_000_000)}"/>`),
    'a broken end': { project: project.slice(0, -20), users },
  }
}

async function zipped({ project, users }: Documents): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(project), 'project.xml')
  zip.addBuffer(Buffer.from(users), 'users.xml')
  zip.end()
  return buffer(zip.outputStream)
}

interface Reserved {
  readonly id: number
  readonly upload_href: string
}

/** Imports archives over REST: reserves a project, uploads the archive with tus, waits for the end of the job. */
export async function createArchiveScenarios({ url, admin, archive }: Importing): Promise<readonly Scenario[]> {
  const read = (name: string): Promise<string> => readFile(path.join(archive, name), 'utf8')
  const archives = largeArchives({ project: await read('project.xml'), users: await read('users.xml') })
  return Object.entries(archives).map(([input, documents], at) => ({
    name: 'import of an archive',
    input,
    async run() {
      const bytes = await zipped(documents)
      const client = { url, key: admin }
      const { id, upload_href: href } = await callApi<Reserved>(client, 'POST', 'projects', {
        shortname: `imported-${at}`,
        label: `Imported ${at}`,
        is_public: false,
        from_archive: { file_name: 'archive.zip', file_size: bytes.length },
      })
      await sendRequest(url, {
        method: 'PATCH',
        path: href,
        headers: {
          'x-auth-accesskey': admin,
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
        },
        body: bytes,
      })
      let end = ''
      await waitUntil(async () => {
        const { status } = await callApi<{ readonly status: string }>(client, 'GET', `project_imports/${id}`)
        end = status
        return status === 'done' || status === 'failed'
      }, 120_000)
      return { status: end === 'done' ? 201 : end === 'failed' ? 400 : 0, bytes: bytes.length }
    },
  }))
}
