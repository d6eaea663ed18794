import type { Static, TSchema } from 'typebox'
import { nameStyles } from '../../accounts/model/display-name.ts'
import { representUser, UserRepresentation } from '../../accounts/representations/user.ts'
import type { SessionId } from '../../kit/values/ids.ts'
import { languages } from '../../kit/values/language.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { CurrentSession } from '../model/current-session.ts'
import { factors } from '../model/second-factor.ts'
import { requiredActions, type Session, signInMethods } from '../model/session.ts'

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The signed-in user, required actions, and the data of the sign-in page. */
export const CurrentSessionRepresentation = Type.Object(
  {
    user: orNull(UserRepresentation),
    /** the new email address that the user has yet to confirm */
    pending_email: orNull(Type.String()),
    /** the preferred language of the user; null: `Accept-Language` decides */
    language: orNull(Type.Enum([...languages])),
    is_site_administrator: Type.Boolean(),
    can_create_projects: Type.Boolean(),
    /** projects from archives */
    can_import_projects: Type.Boolean(),
    /** how the user wants to see names of users; null: the user has not chosen */
    name_style: orNull(Type.Enum([...nameStyles])),
    signed_in_on: orNull(Type.String()),
    method: orNull(Type.Enum([...signInMethods])),
    pending: orNull(Type.Object({ factors: Type.Array(Type.Enum([...factors])) }, { additionalProperties: false })),
    must: Type.Array(Type.Enum([...requiredActions])),
    site: Type.Object(
      {
        name: Type.String(),
        access_mode: Type.Enum(['anonymous', 'regular', 'restricted']),
        needs_setup: Type.Boolean(),
        providers: Type.Array(
          Type.Object({ id: Type.Integer(), label: Type.String() }, { additionalProperties: false }),
        ),
        has_passkeys: Type.Boolean(),
        /** whether users can request a link to set a forgotten password */
        sends_password_resets: Type.Boolean(),
        password_min_length: Type.Integer(),
      },
      { additionalProperties: false },
    ),
  },
  { title: 'CurrentSession', additionalProperties: false },
)
export type CurrentSessionRepresentation = Static<typeof CurrentSessionRepresentation>

/** Serializes GET /session for a session, or for none. */
export function representCurrentSession(
  { signedIn, pending, site }: CurrentSession,
  viewer: Pick<Viewer, 'origin' | 'timezone'>,
): CurrentSessionRepresentation {
  const { settings, providers } = site
  return {
    user: signedIn && representUser(signedIn.user, { ...viewer, caller: signedIn.reader }),
    pending_email: signedIn?.pendingEmail ?? null,
    language: signedIn?.reader.language ?? null,
    is_site_administrator: signedIn?.isSiteAdministrator ?? false,
    can_create_projects: signedIn?.canCreateProjects ?? false,
    can_import_projects: signedIn?.canImportProjects ?? false,
    name_style: signedIn?.nameStyle ?? null,
    signed_in_on: signedIn && formatIsoDate(signedIn.session.signedInOn, viewer.timezone),
    method: signedIn?.session.method ?? null,
    pending: pending && { factors: [...pending] },
    must: [...(signedIn?.due ?? [])],
    site: {
      name: settings.site_name,
      access_mode: settings.access_mode,
      needs_setup: site.needsSetup,
      providers: providers.map(({ id, label }) => ({ id, label })),
      has_passkeys: site.hasPasskeys,
      sends_password_resets: site.hasMail,
      password_min_length: settings.password_min_length,
    },
  }
}

export const SessionRepresentation = Type.Object(
  {
    id: Type.Integer(),
    is_this_one: Type.Boolean(),
    created_on: Type.String(),
    last_seen_on: Type.String(),
    expires_on: Type.String(),
    address: orNull(Type.String()),
    user_agent: orNull(Type.String()),
    method: Type.Enum([...signInMethods]),
  },
  { title: 'Session', additionalProperties: false },
)

/** Serializes a session; `own` is that of the caller. */
export function representSession(
  session: Session,
  { timezone }: Pick<Viewer, 'timezone'>,
  own: SessionId | undefined,
): Static<typeof SessionRepresentation> {
  return {
    id: session.id,
    is_this_one: session.id === own,
    created_on: formatIsoDate(session.signedInOn, timezone),
    last_seen_on: formatIsoDate(session.lastSeenOn, timezone),
    expires_on: formatIsoDate(session.endsOn, timezone),
    address: session.ipAddress,
    user_agent: session.userAgent,
    method: session.method,
  }
}
