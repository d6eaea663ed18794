import type { Logger } from 'pino'
import { ConfigError } from '../system/config.ts'
import type { TraceProtocol } from './open-telemetry.ts'
import type { Tracing } from './tracing.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns tracing if the standard environment variables of OpenTelemetry request it. Only then is its SDK loaded: it
 * reads the other variables, such as those of the endpoint.
 */
export async function openTracing(env: Environment, log: Pick<Logger, 'warn'>): Promise<Tracing | null> {
  if (!isRequested(env)) return null
  const protocol = chooseProtocol(env)
  const { startOpenTelemetry } = await import('./open-telemetry.ts')
  return startOpenTelemetry(protocol, log)
}

function isRequested(env: Environment): boolean {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return false
  const exporter = env['OTEL_TRACES_EXPORTER']?.trim()
  if (exporter === 'none') return false
  if (exporter !== undefined && exporter !== '' && exporter !== 'otlp')
    throw new ConfigError(`OTEL_TRACES_EXPORTER must be otlp or none: ${exporter}`)
  return exporter === 'otlp' || Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
}

function chooseProtocol(env: Environment): TraceProtocol {
  const name = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  const protocol = env[name]?.trim() || 'http/protobuf'
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    throw new ConfigError(`${name} must be http/protobuf or http/json: ${protocol}`)
  return protocol
}
