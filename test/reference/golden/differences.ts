import type { Divergence } from './compare.ts'
import type { Recording } from './records.ts'

/** An intended difference: the recorded response is not what a client should get. */
export interface Difference {
  /** Category under which it is counted. */
  readonly because: 'specification' | 'decided' | 'defect' | 'better' | 'set-up' | 'other products' | 'later'
  /** The reason, with its source. */
  readonly reason: string
  /** Ids of recordings, or a predicate. */
  readonly of: readonly string[] | ((record: Recording) => boolean)
  readonly kind: Divergence['kind'] | readonly Divergence['kind'][]
  /** Header name or path into the body; undefined matches any. */
  readonly at?: RegExp
  /** Recorded value as JSON; undefined matches any. */
  readonly recorded?: RegExp
  /** Returned value as JSON; undefined matches any. */
  readonly ours?: RegExp
}

const always = (): boolean => true
const to =
  (path: RegExp) =>
  ({ request }: Recording): boolean =>
    path.test(request.path)

const hasBody = ({ body }: Recording['request']): boolean => body !== null && body !== undefined

/** Uploads and downloads. */
const outsideTheApi = to(/^\/(uploads|plugins)\//)

/** The OAuth2 server. */
const oauth2 = to(/^\/(oauth2|\.well-known)\//)

/** Every entry must occur: an unused entry fails the test like an unlisted difference. */
export const deliberate: readonly Difference[] = [
  // Required by the specification.
  {
    because: 'specification',
    reason: '00 Endpoints: POST /tokens returns 200, with `user_id` as a string',
    of: ['auth-006', 'auth-007', 'auth-008'],
    kind: 'status',
  },
  {
    because: 'specification',
    reason: '00 States: a token older than 24 hours gets 401; README Decided: at once',
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
      'docs/api/compatibility.md §1: 401 where authentication is required and missing, also for files and uploads',
    of: ['files-023', 'files-043'],
    kind: 'status',
    recorded: /^404/,
    ours: /^401/,
  },

  // Decided in the contract.
  {
    because: 'decided',
    reason: 'README Decided: an anonymous request for data of signed-in users returns 401',
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
    reason: 'docs/api/projects.md §2: resources contain only existing routes',
    of: always,
    kind: 'length',
    at: /resources(\.item)?\[\]$/,
  },
  {
    because: 'decided',
    reason: 'docs/api/attachments.md §2: a negative size is rejected on creation, not during the upload',
    of: ['files-006'],
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'docs/api/field-values.md §9: a file that another artifact uses is a conflict, not a server error',
    of: ['files-040'],
    kind: 'status',
  },
  {
    because: 'better',
    reason: 'docs/api/attachments.md §5, recommended: files have headers that prevent execution, and no others',
    of: outsideTheApi,
    kind: 'header',
    at: /^(Content-Type|Set-Cookie|Referrer-Policy|X-Frame-Options|X-Content-Type-Options|Content-Security-Policy|Cache-Control|Permissions-Policy|Cross-Origin-Opener-Policy|Vary|Access-Control-Expose-Headers)$/,
  },
  {
    because: 'better',
    reason: 'docs/api/attachments.md §3, recommended: rejected uploads have the error body of the API',
    of: to(/^\/uploads\//),
    kind: 'type',
  },
  {
    because: 'better',
    reason: 'docs/api/attachments.md §5: a file without permission is reported as not found',
    of: ['files-043', 'files-044'],
    kind: 'type',
  },
  {
    because: 'decided',
    reason: 'project 100 has an Issues tracker, and so have projects created from it',
    of: ['projects-093'],
    kind: ['header', 'length'],
    at: /^(X-PAGINATION-SIZE|\[\])$/,
  },
  {
    because: 'decided',
    reason: 'built-in templates, such as Issues',
    of: ['projects-108'],
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'decision 0003: the name of this product, with the API version',
    of: to(/version/i),
    kind: 'value',
    at: /^\.flavor_name$/,
  },
  {
    because: 'better',
    reason: 'docs/api/site.md §1: /version names the build as well',
    of: to(/^\/api\/(v1\/)?version\b/i),
    kind: 'member',
    at: /^\.product_(version|commit)$/,
    recorded: /^\(absent\)$/,
  },
  {
    because: 'decided',
    reason: '60 27, always present: the user groups of a project contain the project',
    of: to(/projects\/\d+\/user_groups/),
    kind: 'member',
    at: /^\[\]\.project$/,
    recorded: /^\(absent\)$/,
  },
  {
    because: 'decided',
    reason: '60 25, always present: values of open lists are returned in the member that all lists have',
    of: always,
    kind: 'member',
    at: /values(\.item)?\[\]\.values$/,
    recorded: /^\(absent\)$/,
  },
  {
    because: 'decided',
    reason: '60 23, always present: an open list of users has a list of values like any other',
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
    reason: 'README Decided: totals count exactly what the caller can see, here existing comments and artifacts',
    of: ['artifacts_write-206', 'artifacts_read-013'],
    kind: 'header',
    at: /^X-PAGINATION-SIZE$/,
  },
  {
    because: 'decided',
    reason: 'decision 0012: quoted ETags and * are accepted',
    of: ['concurrency-010', 'concurrency-014'],
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'decision 0012: values written with a quoted ETag and with * are stored',
    of: to(/artifacts\/36$|artifacts\?.*36|trackers\/14\/artifacts/),
    kind: 'value',
    at: /(values\[\]|\.string)\.value$/,
    recorded: /^"c5"$/,
    ours: /^"c10"$/,
  },
  {
    because: 'decided',
    reason: 'decision 0012: 412 contains the current version',
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

  // Queries: decision 0021.
  {
    because: 'decided',
    reason: 'docs/api/queries.md §1.4, decision 0021: an invalid date or value in a filter is rejected',
    of: ['artifacts_read-070', 'artifacts_read-076'],
    kind: 'status',
  },
  {
    because: 'decided',
    reason: 'docs/api/queries.md §1.4, decision 0021: a list of criteria is not an object',
    of: ['artifacts_read-084'],
    kind: 'message',
  },
  {
    because: 'decided',
    reason: 'docs/api/queries.md §1.3: a filter in the body of a GET is applied; the reference ignores it',
    of: ({ request }) => request.method === 'GET' && /trackers\/14\/artifacts$/.test(request.path) && hasBody(request),
    kind: ['header', 'length', 'value'],
    at: /^(X-PAGINATION-SIZE|\[\].*)$/,
  },
  {
    because: 'decided',
    reason: 'docs/api/queries.md §1.2 3: results are ordered by id; the reference has no order, so its pages differ',
    of: to(/trackers\/1[45]\/artifacts\?limit=\d&(expert_)?query=/),
    kind: ['value', 'length'],
    at: /^\[\]\./,
  },
  {
    because: 'defect',
    reason:
      'docs/api/queries.md §2.4: artifacts that never had a value are empty: the reference only finds those whose value was removed',
    of: ['tql-014', 'tql-017'],
    kind: ['header', 'length'],
    at: /^(X-PAGINATION-SIZE|\[\])$/,
  },
  {
    because: 'better',
    reason: 'docs/api/queries.md §2.3: comments are found by any substring',
    of: ['tql-054'],
    kind: 'header',
    at: /^X-PAGINATION-SIZE$/,
  },
  {
    because: 'better',
    reason: 'keywords of cross-tracker queries, and open lists, are supported within a tracker',
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
    reason: 'query errors contain the position and the expected tokens',
    of: to(/expert_query=/),
    kind: 'member',
    at: /^\.error\.(detail|position|expected|found)$/,
  },
  {
    because: 'better',
    reason: 'errors have a sentence in French for requests that prefer it',
    of: ['wire-019'],
    kind: 'member',
    at: /^\.error\.i18n_error_message$/,
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
      'docs/api/rest-conventions.md §1.5: lists of methods are those of a class, hence sometimes wrong; this server lists those of the URL',
    of: to(/^\/api\/(v1\/)?(?!artifacts|trackers)/),
    kind: 'header',
    at: /^(Allow|Access-Control-Allow-Methods)$/,
  },
  {
    because: 'defect',
    reason: 'docs/api/rest-conventions.md §1.5: an OPTIONS that fails on the reference',
    of: ['access_keys-019', 'users_groups-043', 'users_groups-081', 'projects-077', 'trackers-036'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason:
      'docs/api/rest-conventions.md §1.6 and 70: documented but not enforced: a limit above the maximum is always rejected',
    of: ['users_groups-016', 'svn-020'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason: 'docs/api/subversion.md §1.4: a name with a slash in it is invalid, 409; the reference fails',
    of: ['svn-012'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason: 'docs/api/users.md §4: the reference stores an unknown status',
    of: ['users_groups-040'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason:
      'README Decided: totals count exactly what the caller can see; docs/api/rest-conventions.md §1.6 counts before the filter',
    of: to(/\/projects(\?|$)/),
    kind: 'header',
    at: /^X-PAGINATION-SIZE$/,
  },
  {
    because: 'defect',
    reason: 'a burndown on the reference changes the time zone to UTC for the dates after it in the same response',
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
    reason: 'docs/api/link-types.md §4: an import creates the link types of the archive',
    of: always,
    kind: 'length',
    at: /^\.fields\[\]\.allowed_types\[\]$/,
    ours: /fixed_in/,
  },
  {
    because: 'better',
    reason: 'docs/api/link-types.md §4: an import creates the link types of the archive, and queries can use them',
    of: ['tql-084'],
    kind: 'message',
    ours: /Available types: _is_child, _covered_by, fixed_in"$/,
  },
  {
    because: 'defect',
    reason: 'the message exposes internals',
    of: ['users_groups-075', 'svn-029'],
    kind: 'message',
  },
  {
    because: 'defect',
    reason: '70: the reference stores an invalid date as 1970 or as another day; this server rejects it',
    of: ['artifacts_write-094', 'artifacts_write-096', 'artifacts_write-102'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason: '70: 500 for an unknown list value; this server returns 400',
    of: ['artifacts_write-122', 'artifacts_write-130', 'artifacts_write-179'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason: '70: 500 for a plain text in an open list; this server returns 400',
    of: ['artifacts_write-174'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason:
      'docs/api/field-values.md §1: the reference ignores a value without submit permission; this server rejects it',
    of: ['workflow-017', 'workflow-019'],
    kind: 'status',
  },
  {
    because: 'defect',
    reason:
      'docs/api/artifacts.md §3.2: values are those at that changeset; the reference returns the current last update and references',
    of: to(/artifacts\/35\/changesets/),
    kind: ['value', 'length'],
    at: /^\[\]\.values\[\]\.value(\[\])?$/,
    recorded: /^("2026-11-20T13:10:45\+01:00"|\{"length":6,.*)$/,
    ours: /^("2026-11-20T13:10:(4|5)\d\+01:00"|\{"length":[45],.*)$/,
  },
  {
    because: 'defect',
    reason: 'docs/api/artifacts.md §1.5: messages expose internals, or name the body by its first member',
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
    reason: 'docs/api/artifacts.md §3.2: a changeset without a comment has an empty text for every author',
    // Formats are only compared if the response has comments only (206).
    of: [202, 203, 205, 208, 209].map((number) => `artifacts_write-${number}`),
    kind: ['value', 'member'],
    at: /^\[\]\.last_comment\.(format|commonmark)$/,
    recorded: /^"(html)?"$/,
    ours: /^("text"|\(absent\))$/,
  },
  {
    because: 'better',
    reason:
      'docs/api/rest-conventions.md §2.2: malformed XML has the message of this parser; a document type is rejected instead of ignored',
    of: ['xml-014', 'xml-015'],
    kind: 'message',
  },
  {
    because: 'better',
    reason:
      'docs/api/field-values.md §14: a burndown is computed immediately from the history; the reference waits for its nightly job',
    of: ['artifacts_read-022', 'artifacts_read-023', 'artifacts_read-024'],
    kind: ['value', 'length'],
    at: /\.value\.(is_under_calculation|points_with_date\[\])$/,
  },
  {
    because: 'better',
    reason: 'docs/api/client-needs.md §10: a number is accepted as the text with its digits, here a wrong password',
    of: ['auth-017'],
    kind: 'status',
  },
  {
    because: 'better',
    reason: 'names and descriptions of an archive are trimmed',
    of: always,
    kind: 'value',
    at: /^(\[\]|\.response|\.tracker)?\.(label|description)$/,
    recorded: /^"\\n/,
  },
  {
    because: 'better',
    reason: 'trackers are sorted by their trimmed names',
    of: to(/projects\/106\/trackers/),
    kind: 'order',
    at: /^\[\]$/,
  },
  {
    because: 'better',
    reason:
      'docs/api/trackers.md §3.4: fields are ordered by rank only; this server orders equal ranks by id, the reference has no order',
    of: always,
    kind: 'order',
    at: /(fields|\.values(\.item)?|fields_migrated)\[\]$/,
  },
  {
    because: 'better',
    reason: 'links are ordered by their creation',
    of: to(/artifacts/),
    kind: 'order',
    at: /values(\.item)?\[\]\.(reverse_)?links(\.item)?\[\]$/,
  },
  {
    because: 'better',
    reason: 'cross references have a fixed order; the reference has none',
    of: ['artifacts_read-022', 'artifacts_read-023'],
    kind: 'order',
    at: /values\[\]\.value\[\]$/,
  },
  {
    because: 'better',
    reason: 'access keys are ordered by id, so that pages are stable',
    of: ['access_keys-010'],
    kind: 'order',
    at: /^\[\]$/,
  },
  {
    because: 'better',
    reason: 'docs/api/users.md §1: users without LDAP id have null, also after an import',
    of: always,
    kind: 'type',
    at: /\.ldap_id$/,
    recorded: /^""$/,
  },
  {
    because: 'better',
    reason: 'docs/api/users.md §1: visitors cannot see email addresses; the reference returns them in field values',
    of: ({ request }) => request.as === null,
    kind: 'type',
    at: /\.value\.email$/,
  },
  {
    because: 'better',
    reason: 'user 100 is the empty user, without name and email address',
    of: ['users_groups-007'],
    kind: 'value',
    at: /^\.(real_name|email)$/,
  },
  {
    because: 'better',
    reason:
      'docs/api/rest-conventions.md §1.9, docs/api/client-needs.md §11: the API description is served at the usual path',
    of: ['wire-017'],
    kind: 'status',
  },
  {
    because: 'better',
    reason: 'RFC 9110 §15.3.5: 204 has no content and so no content type',
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
    reason: 'RFC 9110 §11.1: schemes are case-insensitive; the reference ignores `bearer` and serves a visitor',
    of: ['oauth2-040'],
    kind: ['length', 'member'],
    at: /^\.(fields\[\](\.permissions\[\])?|semantics\.title|workflow\.transitions\[\])$/,
  },
  {
    because: 'better',
    reason: 'decision 0030: an access token outside the header is rejected explicitly',
    of: ['oauth2-042'],
    kind: 'message',
  },
  {
    because: 'better',
    reason: 'endpoints for scripts have no cookies and no headers for pages',
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
    reason: 'RFC 9110 §8.3: an empty body has no type',
    of: ['oauth2-044'],
    kind: 'header',
    at: /^Content-Type$/,
  },
  {
    because: 'better',
    reason: 'decision 0030: additional scopes are listed with those of the contract, in display order',
    of: ['oauth2-045'],
    kind: ['length', 'order'],
    at: /^\.scopes_supported\[\]$/,
  },
  {
    because: 'better',
    reason: 'decision 0029: refresh, revocation, PKCE, public clients and the issuer are in the metadata',
    of: ['oauth2-045'],
    kind: ['length', 'member'],
    at: /^\.(grant_types_supported\[\]|token_endpoint_auth_methods_supported\[\]|revocation_endpoint(_auth_methods_supported)?|code_challenge_methods_supported|authorization_response_iss_parameter_supported|prompt_values_supported)$/,
  },
  {
    because: 'set-up',
    reason: 'documents and languages of the recorded instance',
    of: ['oauth2-045'],
    kind: ['value', 'length', 'member'],
    at: /^\.(service_documentation|ui_locales_supported\[\]|op_tos_uri)$/,
  },
  {
    because: 'set-up',
    reason: 'values of the recording: its signing key',
    of: ['oauth2-046'],
    kind: 'value',
    at: /^\.keys\[\]\.(kid|n)$/,
  },

  {
    because: 'better',
    reason: 'the members of a project have a route',
    of: ['projects-060'],
    kind: 'status',
  },

  {
    because: 'decided',
    reason: 'decision 0041: contradicting and unknown values are rejected',
    of: ['artifacts_write-048', 'artifacts_write-062', 'artifacts_write-191'],
    kind: 'status',
    recorded: /^20[01]/,
    ours: /^400/,
  },
  {
    because: 'decided',
    reason: 'docs/api/authentication.md §1.2: a bearer token without the scope is 403',
    of: ({ area }) => area === 'oauth2',
    kind: 'status',
    recorded: /^401 .*Invalid OAuth2 access token/,
    ours: /^403/,
  },

  {
    because: 'better',
    reason: 'decision 0041: the root of the API lists the routes below it',
    of: to(/^\/api(\/|\/v1)?$/),
    kind: 'status',
    ours: /^200/,
  },

  // Differences in the setup.
  {
    because: 'set-up',
    reason: 'golden/README: GET / is an artifact of the setup',
    of: ['wire-030'],
    kind: 'status',
  },
  {
    because: 'set-up',
    reason: 'projects required approval during the recording, and were approved automatically',
    of: ['projects-091', 'svn-002'],
    kind: 'value',
    at: /^\.status$/,
  },
  {
    because: 'set-up',
    reason: 'dates and secrets of the recording',
    of: always,
    kind: 'value',
    at: /(creation_date|last_used_on|^\.identifier|default_value)$/,
    recorded: /^"(2026-11-20[ T]|<ACCESS_KEY>)/,
  },
  {
    because: 'set-up',
    reason: 'template 100 has other texts',
    of: ['projects-041'],
    kind: 'value',
    at: /^\.(label|label_without_icon|shortname|description)$/,
  },
  {
    because: 'set-up',
    reason: 'ids of typed open list values are unique in the site',
    of: to(/artifacts/),
    kind: 'value',
    at: /\.bind_value_objects(\.item)?\[\]\.id$/,
    recorded: /^"o\d+"$/,
  },
  {
    because: 'set-up',
    reason: 'ids of post-actions are unique in the site',
    of: ['workflow-022'],
    kind: 'value',
    at: /^\[\]\.id$/,
  },

  // Features of other products.
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
    reason: 'docs/api/projects.md §7: only services of this product are listed',
    of: to(/project_services/),
    kind: ['header', 'length'],
    at: /^(X-PAGINATION-SIZE|\[\])$/,
  },
  {
    because: 'other products',
    reason:
      'docs/api/trackers.md §3.7: the reference lacked the plugin for initial effort and card fields, which archives contain',
    of: to(/trackers/),
    kind: ['member', 'length'],
    at: /(semantics\.initial_effort|label_decorators\[\])$/,
  },
  {
    because: 'other products',
    reason: 'docs/api/trackers.md §5.1: the reference lacked the plugin for burnup fields, which archives contain',
    of: to(/trackers\/3$/),
    kind: 'length',
    at: /^\.(fields|structure\[\]\.content)\[\]$/,
  },
]

/** The entry that explains a difference, if any. */
export const explainDifference = (
  record: Recording,
  { kind, path, theirs, ours }: Divergence,
): Difference | undefined =>
  deliberate.find(
    (entry) =>
      [entry.kind].flat().includes(kind) &&
      (typeof entry.of === 'function' ? entry.of(record) : entry.of.includes(record.id)) &&
      (entry.at === undefined || entry.at.test(path)) &&
      (entry.recorded === undefined || entry.recorded.test(theirs)) &&
      (entry.ours === undefined || entry.ours.test(ours)),
  )
