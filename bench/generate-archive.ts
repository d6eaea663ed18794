import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { generateWords, mixBits } from './generate-words.ts'

/** The content depends only on the artifact's number, so the same size gives the same archive. */
export interface Size {
  readonly artifacts: number
  readonly shortName?: string
}

const logins = ['ines', 'jonas', 'kemal', 'lotte', 'marta', 'niko', 'oskar', 'petra']
const statuses = ['New', 'Accepted', 'In progress', 'In review', 'Done', 'Rejected']
const lists = { severity: 5, component: 40, platform: 8 } as const
/** Writes a project archive with one tracker of twelve fields into `directory`; memory is constant for any size. */
export async function generateArchive(directory: string, { artifacts, shortName = 'bench' }: Size): Promise<void> {
  await mkdir(directory, { recursive: true })
  await writeFile(path.join(directory, 'users.xml'), usersXml())
  const out = createWriteStream(path.join(directory, 'project.xml'))
  const write = async (text: string): Promise<void> => {
    if (!out.write(text)) await new Promise<void>((resolve) => out.once('drain', resolve))
  }
  await write(head(shortName))
  for (let n = 1; n <= artifacts; n++) await write(artifactXml(n, artifacts))
  await write('</artifacts></tracker></trackers></project>\n')
  out.end()
  await finished(out)
}

const usersXml = (): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<users>${logins
    .map(
      (login, i) =>
        `<user><id>${200 + i}</id><username>${login}</username><realname>${login}</realname><email>${login}@example.org</email><ldapid></ldapid></user>`,
    )
    .join('')}</users>\n`

const member = (login: string): string => `<member format="username">${login}</member>`

const head = (shortName: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<project unix-name="${shortName}" full-name="Measured project" description="Generated" access="private">
<long-description/><services><service shortname="plugin_tracker" enabled="1"/></services>
<ugroups><ugroup name="project_admins" description=""><members>${member('ines')}</members></ugroup>
<ugroup name="project_members" description=""><members>${logins.map(member).join('')}</members></ugroup></ugroups>
<trackers use-natures="true"><tracker id="T1" parent_id="0">
<name>Defects</name><item_name>defect</item_name><description/><color>deep-blue</color><cannedResponses/>
<formElements><formElement type="fieldset" ID="F1" rank="0"><name>all</name><label>All</label><formElements>
${field('string', 2, 'summary', '', 'required="1"')}${field('text', 3, 'details')}
${field('sb', 4, 'status', bindStatic(statuses.map((label, i) => [`V${100 + i}`, label] as const)))}
${listField(5, 'severity', 1000)}${listField(6, 'component', 2000)}${listField(7, 'platform', 3000)}
${field('msb', 8, 'assigned_to', '<bind type="users"><items><item label="group_members"/></items></bind>')}
${field('int', 9, 'points')}${field('float', 10, 'effort')}${field('date', 11, 'due')}${field('file', 12, 'files')}${field('art_link', 13, 'links')}
</formElements></formElement></formElements>
<semantics>${semantic('title', 2)}${semantic('description', 3)}<semantic type="status"><shortname>status</shortname><label>Status</label><description>s</description><field REF="F4"/><open_values>${[
  0, 1, 2, 3,
]
  .map((i) => `<open_value REF="V${100 + i}"/>`)
  .join('')}</open_values></semantic>${semantic('contributor', 8)}</semantics>
<rules><date_rules/><list_rules/></rules><reports/>
<permissions><permission scope="tracker" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_ACCESS_FULL"/>
${Array.from({ length: 12 }, (_, i) => permissions(i + 2)).join('')}</permissions>
<artifacts>`

const field = (type: string, n: number, name: string, inside = '', attributes = ''): string =>
  `<formElement type="${type}" ID="F${n}" rank="${n}" ${attributes}><name>${name}</name><label>${name}</label>${inside}</formElement>`
const bindStatic = (values: readonly (readonly [string, string])[]): string =>
  `<bind type="static" is_rank_alpha="0"><items>${values.map(([id, label]) => `<item ID="${id}" label="${label}" is_hidden="0"/>`).join('')}</items></bind>`
const listField = (n: number, name: keyof typeof lists, first: number): string =>
  field(
    'sb',
    n,
    name,
    bindStatic(Array.from({ length: lists[name] }, (_, i) => [`V${first + i}`, `${name} ${i + 1}`] as const)),
  )
const semantic = (type: string, n: number): string =>
  `<semantic type="${type}"><shortname>${type}</shortname><label>${type}</label><description>x</description><field REF="F${n}"/></semantic>`
const permissions = (n: number): string =>
  ['READ', 'SUBMIT', 'UPDATE']
    .map(
      (right) =>
        `<permission scope="field" REF="F${n}" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_${right}"/>`,
    )
    .join('')

/** Half of all artifacts have the same status, component values are rare: the selectivities in the goals. */
function artifactXml(n: number, count: number): string {
  const pick = (salt: number, size: number): number => mixBits(n * 7919 + salt) % size
  const login = logins[pick(1, logins.length)] ?? 'ines'
  const day = new Date(Date.UTC(2024, 0, 1) + n * 60_000).toISOString().replace('.000Z', '+00:00')
  const status = pick(2, 2) === 0 ? 0 : pick(3, statuses.length)
  const links = n > 1 ? [1 + pick(10, n - 1)] : []
  const change = (name: string, type: string, inside: string, more = ''): string =>
    `<field_change field_name="${name}" type="${type}"${more}>${inside}</field_change>`
  const list = (name: string, id: number): string =>
    change(name, 'list', `<value format="id">${id}</value>`, ' bind="static"')
  return `<artifact id="${n}"><changeset id="C${n}"><submitted_by format="username">${login}</submitted_by><submitted_on format="ISO8601">${day}</submitted_on><comments/>
${change('summary', 'string', `<value><![CDATA[${generateWords(n, 7)} ${n}]]></value>`)}
${change('details', 'text', `<value format="text"><![CDATA[${generateWords(n + count, 190)}]]></value>`)}
${list('status', 100 + status)}${list('severity', 1000 + pick(4, 5))}${list('component', 2000 + pick(5, 40))}${list('platform', 3000 + pick(6, 8))}
${change('assigned_to', 'list', `<value format="username">${logins[pick(7, logins.length)]}</value>`, ' bind="users"')}
${change('points', 'int', `<value>${pick(8, 100)}</value>`)}${change('effort', 'float', `<value>${pick(9, 1000) / 10}</value>`)}
${change('due', 'date', `<value format="ISO8601">${day}</value>`)}
${change('links', 'art_link', links.map((id) => `<value nature="">${id}</value>`).join(''))}
</changeset>${
    n % 5 === 0
      ? `<changeset id="D${n}"><submitted_by format="username">ines</submitted_by><submitted_on format="ISO8601">${day}</submitted_on><comments><comment><submitted_by format="username">ines</submitted_by><submitted_on format="ISO8601">${day}</submitted_on><body format="text"><![CDATA[${generateWords(n, 20)}]]></body></comment></comments></changeset>`
      : ''
  }</artifact>\n`
}
