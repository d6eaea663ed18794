import type { Divergence } from './compare.ts'
import type { Recording } from './records.ts'

/** A difference we want: what the recordings say is not what a careful client should get. */
export interface Difference {
  /** Why, in a word: the heading it is counted under. */
  readonly because: 'specification' | 'decided' | 'defect' | 'better' | 'set-up' | 'other products' | 'later'
  /** The sentence it stands on, with its place. */
  readonly reason: string
  /** Ids of recordings, or which of them. */
  readonly of: readonly string[] | ((record: Recording) => boolean)
  readonly kind: Divergence['kind'] | readonly Divergence['kind'][]
  /** Header name or path into the body; any when absent. */
  readonly at?: RegExp
  /** What was recorded, as JSON; anything when absent. */
  readonly recorded?: RegExp
  /** What we answer, as JSON; anything when absent. */
  readonly ours?: RegExp
}

const always = (): boolean => true
const to =
  (path: RegExp) =>
  ({ request }: Recording): boolean =>
    path.test(request.path)

const hasBody = ({ body }: Recording['request']): boolean => body !== null && body !== undefined

/** Uploads and downloads. */
const besideTheApi = to(/^\/(uploads|plugins)\//)

/** The OAuth2 server. */
const oauth2 = to(/^\/(oauth2|\.well-known)\//)

/** Every entry must occur: one that does not fails the test as a difference that is not listed does. */
export const deliberate: readonly Difference[] = [
  // What the specification says.
  {
    because: 'specification',
    reason: '00 Endpoints: POST /tokens answers 200, with `user_id` as a string',
    of: ['auth-006', 'auth-007', 'auth-008'],
    kind: 'status',
  },
  {
    because: 'specification',
    reason: '00 States: a token older than 24 hours is answered 401; README Decided: at once',
    of: ['expiry_and_modes-003', 'expiry_and_modes-004'],
    kind: 'status',
  },
  {
    because: 'specification',
    reason: 'docs/api/compatibility.md §1: invalid credentials are an error everywhere; never served as anonymous',
    of: ['auth-031', 'auth-049', 'auth-050'],
    kind: 'status',
    recorded: /^200/,
    ours: /^401/,
  },
  {
    because: 'specification',
    reason:
      'docs/api/compatibility.md §1: 401 where authentication is needed and missing, of files and uploads as well',
    of: ['files-023', 'files-043'],
    kind: 'status',
    recorded: /^404/,
    ours: /^401/,
  },

  // What the contract decided.
  {
    because: 'decided',
    reason: 'README Decided: an anonymous call to what only signed-in people may see answers 401',
    of: ({ request, response }) => request.as === null && response.status === 403,
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'docs/api/authentication.md §2: a suspended user who knows the password gets no token',
    of: ['auth-012'],
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'docs/api/projects.md §2: resources name only what is served',
    of: always,
    kind: 'length',
    at: /resources(\.item)?\[\]$/,
  },
  {
    because: 'decided',
    reason: 'docs/api/attachments.md §2: a negative size is refused when it is announced, not when it never arrives',
    of: ['files-006'],
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'docs/api/field-values.md §9: a file that somebody else took is a conflict, not a failure of the server',
    of: ['files-040'],
    kind: 'status',
  },
  {
    because: 'better',
    reason:
      'docs/api/attachments.md §5, recommended: files are given with the headers of what must never act, and no others',
    of: besideTheApi,
    kind: 'header',
    at: /^(Content-Type|Set-Cookie|Referrer-Policy|X-Frame-Options|X-Content-Type-Options|Content-Security-Policy|Cache-Control|Permissions-Policy|Cross-Origin-Opener-Policy|Vary|Access-Control-Expose-Headers)$/,
  },
  {
    because: 'better',
    reason: 'docs/api/attachments.md §3, recommended: refusals of uploads have the error body of the API',
    of: to(/^\/uploads\//),
    kind: 'type',
  },
  {
    because: 'better',
    reason: 'docs/api/attachments.md §5: who is refused a file is told that it cannot be found',
    of: ['files-043', 'files-044'],
    kind: 'type',
  },
  {
    because: 'decided',
    reason: 'project 100 comes with an Issues tracker, and what is made from it has one',
    of: ['projects-093'],
    kind: ['header', 'length'],
    at: /^(X-PAGINATION-SIZE|\[\])$/,
  },
  {
    because: 'decided',
    reason: 'ready-made templates, Issues among them',
    of: ['projects-108'],
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'decision 0003: the name of this product, with the number of the API it speaks',
    of: to(/version/i),
    kind: 'value',
    at: /^\.flavor_name$/,
  },
  {
    because: 'decided',
    reason: '60 27, always present: the user groups of a project are listed with the project',
    of: to(/projects\/\d+\/user_groups/),
    kind: 'member',
    at: /^\[\]\.project$/,
    recorded: /^\(absent\)$/,
  },
  {
    because: 'decided',
    reason: '60 25, always present: what is chosen in an open list stands under the name that all lists have',
    of: always,
    kind: 'member',
    at: /values(\.item)?\[\]\.values$/,
    recorded: /^\(absent\)$/,
  },
  {
    because: 'decided',
    reason: '60 23, always present: an open list of people has a list of values like any other',
    of: always,
    kind: 'type',
    at: /fields\[\]\.values$/,
    recorded: /^\{"resource":/,
    ours: /^\[/,
  },
  {
    because: 'decided',
    reason: 'decision 0004: values of group-bound lists count from 1,000,000,001, so that none is the id of a group',
    of: to(/trackers|tracker_structure_format=complete/),
    kind: ['value', 'order'],
    at: /fields\[\]\.values\[\](\.id)?$/,
  },
  {
    because: 'decided',
    reason: 'README Decided: totals count exactly what the caller may see, here comments and artifacts that there are',
    of: ['artifacts_write-206', 'artifacts_read-013'],
    kind: 'header',
    at: /^X-PAGINATION-SIZE$/,
  },
  {
    because: 'decided',
    reason: 'decision 0012: tags are understood quoted as well, and * names any version',
    of: ['concurrency-010', 'concurrency-014'],
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'decision 0012: what was written under a quoted tag and under * is there',
    of: to(/artifacts\/36$|artifacts\?.*36|trackers\/14\/artifacts/),
    kind: 'value',
    at: /(values\[\]|\.string)\.value$/,
    recorded: /^"c5"$/,
    ours: /^"c10"$/,
  },
  {
    because: 'decided',
    reason: 'decision 0012: 412 says what happened',
    of: ({ response }) => response.status === 412,
    kind: 'member',
    at: /^\.error\.current$/,
  },

  {
    because: 'decided',
    reason:
      'docs/api/field-values.md §8: an integer in `bind_value_ids` of an open list that is the id of a value means that value',
    of: ['artifacts_write-173'],
    kind: ['type', 'value', 'member'],
    at: /^\.values\[\]\.bind_value_(objects\[\]\.(id|label|color|tlp_color|is_hidden)|ids\[\])$/,
  },

  // Finding artifacts: decision 0021.
  {
    because: 'decided',
    reason:
      'docs/api/queries.md §1.4, decision 0021: a date, a value that a filter cannot understand is refused by name',
    of: ['artifacts_read-070', 'artifacts_read-076'],
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'docs/api/queries.md §1.4, decision 0021: a list of criteria is no object, whatever is in it',
    of: ['artifacts_read-084'],
    kind: 'message',
  },
  {
    because: 'decided',
    reason: 'docs/api/queries.md §1.3: a filter that is the body of a GET is honoured; the reference passes it over',
    of: ({ request }) => request.method === 'GET' && /trackers\/14\/artifacts$/.test(request.path) && hasBody(request),
    kind: ['header', 'length', 'value'],
    at: /^(X-PAGINATION-SIZE|\[\].*)$/,
  },
  {
    because: 'decided',
    reason:
      'docs/api/queries.md §1.2 3: found artifacts are in the order of their ids; the reference has no order, so its pages differ',
    of: to(/trackers\/1[45]\/artifacts\?limit=\d&(expert_)?query=/),
    kind: ['value', 'length'],
    at: /^\[\]\./,
  },
  {
    because: 'defect',
    reason:
      'docs/api/queries.md §2.4: who never had a value has none: the reference finds those alone whose value was emptied',
    of: ['tql-014', 'tql-017'],
    kind: ['header', 'length'],
    at: /^(X-PAGINATION-SIZE|\[\])$/,
  },
  {
    because: 'better',
    reason: 'docs/api/queries.md §2.3: comments are found by any part of them, however short',
    of: ['tql-054'],
    kind: 'header',
    at: /^X-PAGINATION-SIZE$/,
  },
  {
    because: 'better',
    reason: 'words of queries across trackers, and open lists, are understood within a tracker',
    of: ['tql-007', 'tql-098', 'tql-099', 'tql-100', 'tql-101'],
    kind: 'status',
  },
  {
    because: 'better',
    reason: 'docs/api/queries.md §2.7: the text without the line break and the blanks of the source',
    of: ['tql-055', 'tql-056', 'tql-059', 'tql-095'],
    kind: 'message',
  },
  {
    because: 'better',
    reason: 'errors of a query say where they are and what was expected',
    of: to(/expert_query=/),
    kind: 'member',
    at: /^\.error\.(detail|position|expected|found)$/,
  },

  // Defects of the reference.
  {
    because: 'defect',
    reason: 'docs/api/authentication.md §1.2: WWW-Authenticate names the same schemes, well formed',
    of: always,
    kind: 'header',
    at: /^WWW-Authenticate$/,
  },
  {
    because: 'defect',
    reason:
      'docs/api/rest-conventions.md §1.5: lists of methods are those of a class, hence sometimes wrong; ours are those of the address',
    of: to(/^\/api\/(v1\/)?(?!artifacts|trackers)/),
    kind: 'header',
    at: /^(Allow|Access-Control-Allow-Methods)$/,
  },
  {
    because: 'defect',
    reason: 'docs/api/rest-conventions.md §1.5: an OPTIONS that the reference cannot answer',
    of: ['access_keys-019', 'users_groups-043', 'users_groups-081', 'projects-077', 'trackers-036'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason:
      'docs/api/rest-conventions.md §1.6 and 70: announced but not enforced: a limit above the maximum is refused everywhere',
    of: ['users_groups-016', 'svn-020'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason: 'docs/api/subversion.md §1.4: a name with a slash in it is as invalid as others, 409; the reference fails',
    of: ['svn-012'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason: 'docs/api/users.md §4: a status that does not exist is stored',
    of: ['users_groups-040'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason:
      'README Decided: totals count exactly what the caller may see; docs/api/rest-conventions.md §1.6 counts before the filter',
    of: to(/\/projects(\?|$)/),
    kind: 'header',
    at: /^X-PAGINATION-SIZE$/,
  },
  {
    because: 'defect',
    reason:
      'a burndown of the reference turns its clock to UTC: dates after it in the same answer keep the moment only',
    of: ['artifacts_read-022', 'artifacts_read-023', 'artifacts_read-024'],
    kind: 'value',
    at: /(submitted_on|last_modified_date|values\[\]\.value(\.start_date)?)$/,
  },
  {
    because: 'defect',
    reason: 'the reference loses an artifact of the archive whose link type it does not know',
    of: ['artifacts_read-030'],
    kind: ['length', 'type'],
    at: /^\.(title|values\[\].*)$/,
  },
  {
    because: 'better',
    reason: 'docs/api/link-types.md §4: an import creates the link type that an archive names',
    of: always,
    kind: 'length',
    at: /^\.fields\[\]\.allowed_types\[\]$/,
    ours: /fixed_in/,
  },
  {
    because: 'better',
    reason: 'docs/api/link-types.md §4: an import creates the link type that an archive names, and queries may name it',
    of: ['tql-084'],
    kind: 'message',
    ours: /Available types: _is_child, _covered_by, fixed_in"$/,
  },
  {
    because: 'defect',
    reason: 'the text shows the inside of the program',
    of: ['users_groups-075', 'svn-029'],
    kind: 'message',
  },
  {
    because: 'defect',
    reason: '70: a wrong date is stored as 1970 or as another day; ours is refused',
    of: ['artifacts_write-094', 'artifacts_write-096', 'artifacts_write-102'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason: '70: 500 for a value that the list does not have; ours is 400',
    of: ['artifacts_write-122', 'artifacts_write-130', 'artifacts_write-179'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason: '70: a bare text crashes in an open list; ours is 400',
    of: ['artifacts_write-174'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason:
      'docs/api/field-values.md §1: a value of a field that one may not submit is dropped without a word; ours is refused',
    of: ['workflow-017', 'workflow-019'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason:
      'docs/api/artifacts.md §3.2: values are those at that changeset; the reference tells the last update and mentions of today',
    of: to(/artifacts\/35\/changesets/),
    kind: ['value', 'length'],
    at: /^\[\]\.values\[\]\.value(\[\])?$/,
    recorded: /^("2026-11-20T13:10:45\+01:00"|\{"length":6,.*)$/,
    ours: /^("2026-11-20T13:10:(4|5)\d\+01:00"|\{"length":[45],.*)$/,
  },
  {
    because: 'defect',
    reason: 'docs/api/artifacts.md §1.5: texts show the inside of the program, or name the body by its first member',
    of: ['artifacts_write-035', 'artifacts_write-036', 'artifacts_write-218'],
    kind: 'message',
  },

  // Better than the reference.
  {
    because: 'better',
    reason: 'trackers are deleted and restored over the API',
    of: ['trackers-039'],
    kind: 'status',
  },
  {
    because: 'better',
    reason: 'docs/api/artifacts.md §3.2: a changeset without a comment has an empty text, whoever made it',
    // Among comments alone (206) formats are compared.
    of: [202, 203, 205, 208, 209].map((number) => `artifacts_write-${number}`),
    kind: ['value', 'member'],
    at: /^\[\]\.last_comment\.(format|commonmark)$/,
    recorded: /^"(html)?"$/,
    ours: /^("text"|\(absent\))$/,
  },
  {
    because: 'better',
    reason:
      'docs/api/rest-conventions.md §2.2: Malformed XML, in the words of our parser; a document type is refused instead of passed over',
    of: ['xml-014', 'xml-015'],
    kind: 'message',
  },
  {
    because: 'better',
    reason:
      'docs/api/field-values.md §14: a burndown has its points at once, drawn from the history; the reference waits for its nightly job',
    of: ['artifacts_read-022', 'artifacts_read-023', 'artifacts_read-024'],
    kind: ['value', 'length'],
    at: /\.value\.(is_under_calculation|points_with_date\[\])$/,
  },
  {
    because: 'better',
    reason: 'docs/api/client-needs.md §10: a number is taken for the text it stands for, here a wrong password',
    of: ['auth-017'],
    kind: 'status',
  },
  {
    because: 'better',
    reason: 'names and descriptions of an archive lose the line breaks around them',
    of: always,
    kind: 'value',
    at: /^(\[\]|\.response|\.tracker)?\.(label|description)$/,
    recorded: /^"\\n/,
  },
  {
    because: 'better',
    reason: 'trackers are sorted by their names without the line breaks around them',
    of: to(/projects\/106\/trackers/),
    kind: 'order',
    at: /^\[\]$/,
  },
  {
    because: 'better',
    reason:
      'docs/api/trackers.md §3.4: fields are in the order of their rank alone; we order equal ranks by id, the reference at random',
    of: always,
    kind: 'order',
    at: /(fields|\.values(\.item)?|fields_migrated)\[\]$/,
  },
  {
    because: 'better',
    reason: 'links keep the order in which they were made',
    of: to(/artifacts/),
    kind: 'order',
    at: /values(\.item)?\[\]\.(reverse_)?links(\.item)?\[\]$/,
  },
  {
    because: 'better',
    reason: 'cross references are in a settled order; the reference has none',
    of: ['artifacts_read-022', 'artifacts_read-023'],
    kind: 'order',
    at: /values\[\]\.value\[\]$/,
  },
  {
    because: 'better',
    reason: 'access keys are in the order of their ids, so that pages hold together',
    of: ['access_keys-010'],
    kind: 'order',
    at: /^\[\]$/,
  },
  {
    because: 'better',
    reason: 'docs/api/users.md §1: who has no LDAP id has null, also when the archive says nothing',
    of: always,
    kind: 'type',
    at: /\.ldap_id$/,
    recorded: /^""$/,
  },
  {
    because: 'better',
    reason:
      'docs/api/users.md §1: visitors see people without their addresses; in field values the reference shows them',
    of: ({ request }) => request.as === null,
    kind: 'type',
    at: /\.value\.email$/,
  },
  {
    because: 'better',
    reason: 'user 100 stands for nobody: without name and address of anybody',
    of: ['users_groups-007'],
    kind: 'value',
    at: /^\.(real_name|email)$/,
  },
  {
    because: 'better',
    reason:
      'docs/api/rest-conventions.md §1.9, docs/api/client-needs.md §11: the description is served where clients look for it',
    of: ['wire-017'],
    kind: 'status',
  },
  {
    because: 'better',
    reason: 'RFC 9110 §15.3.5: 204 has no content and so no type of it',
    of: ['projects-080'],
    kind: 'header',
    at: /^Content-Type$/,
  },

  {
    because: 'better',
    reason: 'trackers have more methods',
    of: to(/^\/api\/(v1\/)?trackers\/\d+/),
    kind: 'header',
    at: /^(Allow|Access-Control-Allow-Methods)$/,
    ours: /\b(POST|PUT|DELETE)\b/,
  },

  // Sign-in: decisions 0029 and 0030.
  {
    because: 'better',
    reason: 'RFC 9110 §11.1: schemes have no case; the reference takes `bearer` for nothing and answers a visitor',
    of: ['oauth2-040'],
    kind: ['length', 'member'],
    at: /^\.(fields\[\](\.permissions\[\])?|semantics\.title|workflow\.transitions\[\])$/,
  },
  {
    because: 'better',
    reason: 'decision 0030: an access token outside the header is refused by name',
    of: ['oauth2-042'],
    kind: 'message',
  },
  {
    because: 'better',
    reason: 'what scripts read has no cookies and none of the headers that rule pages',
    of: oauth2,
    kind: 'header',
    at: /^(Vary|Set-Cookie|X-Frame-Options|Content-Security-Policy|Permissions-Policy|Cross-Origin-Opener-Policy|Referrer-Policy|X-Content-Type-Options)$/,
  },
  {
    because: 'decided',
    reason: '60 29: application/json;charset=utf-8, exactly',
    of: ['oauth2-047', 'oauth2-048', 'oauth2-049'],
    kind: 'header',
    at: /^Content-Type$/,
  },
  {
    because: 'better',
    reason: 'RFC 9110 §8.3: what is empty has no type',
    of: ['oauth2-044'],
    kind: 'header',
    at: /^Content-Type$/,
  },
  {
    because: 'better',
    reason:
      'decision 0030: scopes of our own stand beside those of the contract, in the order in which people see them',
    of: ['oauth2-045'],
    kind: ['length', 'order'],
    at: /^\.scopes_supported\[\]$/,
  },
  {
    because: 'better',
    reason: 'decision 0029: refreshing, revoking, PKCE, public clients and who answers are announced',
    of: ['oauth2-045'],
    kind: ['length', 'member'],
    at: /^\.(grant_types_supported\[\]|token_endpoint_auth_methods_supported\[\]|revocation_endpoint(_auth_methods_supported)?|code_challenge_methods_supported|authorization_response_iss_parameter_supported|prompt_values_supported)$/,
  },
  {
    because: 'set-up',
    reason: 'documents and languages of the recorded site',
    of: ['oauth2-045'],
    kind: ['value', 'length', 'member'],
    at: /^\.(service_documentation|ui_locales_supported\[\]|op_tos_uri)$/,
  },
  {
    because: 'set-up',
    reason: 'moments and secrets of the recording: its signing key',
    of: ['oauth2-046'],
    kind: 'value',
    at: /^\.keys\[\]\.(kid|n)$/,
  },

  {
    because: 'better',
    reason: 'members of a project are listed with what they administer',
    of: ['projects-060'],
    kind: 'status',
  },

  {
    because: 'decided',
    reason: 'decision 0041: what contradicts itself or is unknown is refused',
    of: ['artifacts_write-048', 'artifacts_write-062', 'artifacts_write-191'],
    kind: 'status',
    recorded: /^20[01]/,
    ours: /^400/,
  },
  {
    because: 'decided',
    reason: 'docs/api/authentication.md §1.2: a bearer token without the scope is 403, and reads what a visitor reads',
    of: ({ area }) => area === 'oauth2',
    kind: 'status',
    recorded: /^401 .*Invalid OAuth2 access token/,
    ours: /^(200|403)/,
  },

  {
    because: 'better',
    reason: 'decision 0041: the root of the API tells what there is below it',
    of: to(/^\/api(\/|\/v1)?$/),
    kind: 'status',
    ours: /^200/,
  },

  // What was set up otherwise.
  {
    because: 'set-up',
    reason: 'golden/README: GET / is an artefact of the set-up',
    of: ['wire-030'],
    kind: 'status',
  },
  {
    because: 'set-up',
    reason: 'approval of projects was on when this was recorded, and the approval went by itself',
    of: ['projects-091', 'svn-002'],
    kind: 'value',
    at: /^\.status$/,
  },
  {
    because: 'set-up',
    reason: 'moments and secrets of the recording',
    of: always,
    kind: 'value',
    at: /(creation_date|last_used_on|^\.identifier|default_value)$/,
    recorded: /^"(2026-11-20[ T]|<ACCESS_KEY>)/,
  },
  {
    because: 'set-up',
    reason: 'template 100 has words of its own',
    of: ['projects-041'],
    kind: 'value',
    at: /^\.(label|label_without_icon|shortname|description)$/,
  },
  {
    because: 'set-up',
    reason: 'free values of open lists are numbered over all that the site has',
    of: to(/artifacts/),
    kind: 'value',
    at: /\.bind_value_objects(\.item)?\[\]\.id$/,
    recorded: /^"o\d+"$/,
  },
  {
    because: 'set-up',
    reason: 'post-actions are numbered over all that the site has',
    of: ['workflow-022'],
    kind: 'value',
    at: /^\[\]\.id$/,
  },

  // What belongs to other products.
  {
    because: 'other products',
    reason: 'docs/api/rest-conventions.md §3: routes of other products',
    of: ['projects-063', 'projects-065', 'projects-104', 'projects-105', 'projects-106', 'wire-029'],
    kind: 'status',
  },
  {
    because: 'other products',
    reason: 'docs/api/rest-conventions.md §3: routes of other products',
    of: ['wire-028'],
    kind: 'message',
  },
  {
    because: 'other products',
    reason: 'docs/api/projects.md §7: services are those this product has',
    of: to(/project_services/),
    kind: ['header', 'length'],
    at: /^(X-PAGINATION-SIZE|\[\])$/,
  },
  {
    because: 'other products',
    reason:
      'docs/api/trackers.md §3.7: the reference was without the product that brings initial effort and card fields; archives have them',
    of: to(/trackers/),
    kind: ['member', 'length'],
    at: /(semantics\.initial_effort|label_decorators\[\])$/,
  },
  {
    because: 'other products',
    reason:
      'docs/api/trackers.md §5.1: the reference was without the product that brings burnup fields; archives have them',
    of: to(/trackers\/3$/),
    kind: 'length',
    at: /^\.(fields|structure\[\]\.content)\[\]$/,
  },
]

/** The entry that explains a difference, if one does. */
export const explain = (record: Recording, { kind, path, theirs, ours }: Divergence): Difference | undefined =>
  deliberate.find(
    (entry) =>
      [entry.kind].flat().includes(kind) &&
      (typeof entry.of === 'function' ? entry.of(record) : entry.of.includes(record.id)) &&
      (entry.at === undefined || entry.at.test(path)) &&
      (entry.recorded === undefined || entry.recorded.test(theirs)) &&
      (entry.ours === undefined || entry.ours.test(ours)),
  )
