import type { EndpointResponse } from '../../http/declarations/endpoint.ts'
import { isLoopback } from '../model/redirect-uri.ts'

/**
 * Rejects plain http, over which no secrets may be sent (docs/api/oauth2.md §2), except on the local machine (decision
 * 0029), so that an app can be tested there.
 */
export function assertHttps(origin: string): EndpointResponse | undefined {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:' || isLoopback(hostname)) return undefined
  return {
    status: 400,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...noStoreHeaders },
    body: 'HTTPS is mandatory',
  }
}

/** Headers of responses that contain a secret: no cache may store them (RFC 6749 §5.1). */
export const noStoreHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/**
 * Scripts of any site may send requests: no endpoint here is authenticated by a cookie (RFC 9700 §2.6; never at the
 * authorization endpoint).
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate',
}

export const everyMethod = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Answers OPTIONS and unsupported methods; `methods` are the supported ones. */
export function answerOtherMethods(method: string, methods: readonly string[]): EndpointResponse | undefined {
  if (methods.includes(method)) return undefined
  const allowed = ['OPTIONS', ...methods].join(', ')
  const headers = { Allow: allowed, ...corsHeaders }
  if (method !== 'OPTIONS') return { status: 405, headers }
  return {
    status: 204,
    headers: {
      ...headers,
      'Access-Control-Allow-Methods': allowed,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Max-Age': '600',
    },
  }
}

/** Without a blank (docs/api/client-needs.md §29). */
export const jsonType = 'application/json;charset=utf-8'
